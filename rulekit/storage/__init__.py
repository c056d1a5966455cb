"""What rulekit keeps on disk: files that people name (`files.py`), and what it may lose at any time (`cache.py`)."""
