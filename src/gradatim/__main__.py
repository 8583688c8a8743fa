"""``python -m gradatim`` is the command ``gradatim``."""

from gradatim.cli import main

if __name__ == "__main__":
    main()
