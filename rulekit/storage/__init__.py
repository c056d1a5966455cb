"""What rulekit stores on disk: files that people name (`files.py`), folders of output (`folders.py`), and a cache that
may be lost at any time (`cache.py`). It also reads git repositories (`git_objects.py`).
"""
