"""What holds for every test: nothing is kept from one to the next, unless a test asks for it."""

import os

# For commands that tests start as well.  A test of the cache names a folder of its own.
os.environ["RULEKIT_CACHE"] = ""
