"""The table in the browser: server, store, and the client in ``static``. Games are not named here."""
