"""What rulekit keeps on disk: files that people name (`files.py`), and a cache that may be lost at any time
(`cache.py`).
"""
