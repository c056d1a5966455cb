"""What rulekit stores on disk: files that people name (`files.py`), folders of output (`folders.py`), and a cache that
may be lost at any time (`cache.py`), with hashes of rulekit's sources for its keys (`fingerprint.py`). It also reads
git repositories (`git_objects.py`).
"""
