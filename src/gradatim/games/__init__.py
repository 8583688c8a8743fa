"""One folder a game. Each can be deleted; none imports another."""
