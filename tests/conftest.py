"""What holds for every test: nothing is kept from one run of the suite to the next, and Ctrl-C is heard."""

import atexit
import os
import shutil
import signal
import tempfile

# For commands that tests start as well, and for the workers of this run, which take it over.  A test of the cache names
# a folder of its own.
if "PYTEST_XDIST_WORKER" not in os.environ:
    os.environ["RULEKIT_CACHE"] = tempfile.mkdtemp(prefix="rulekit-tests-")
    atexit.register(shutil.rmtree, os.environ["RULEKIT_CACHE"], ignore_errors=True)

# A shell that starts the suite in the background has it ignore Ctrl-C, and all that it starts with it.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
