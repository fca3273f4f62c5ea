"""`python -m dissensus`."""

from dissensus.cli.main import main

if __name__ == "__main__":
    main()
