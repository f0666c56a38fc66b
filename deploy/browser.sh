#!/bin/sh
# Installs the browser that draws pages, where there is none; or says what to do. PYTHON is the crawler's.
set -eu
python=$1

find_it() { "$python" -c 'import sys
from crawler.egress.browser.ground import NoBrowser, find
try: print("browser:", find())
except NoBrowser as error: sys.exit(str(error))'; }

if find_it 2>/dev/null; then exit 0; fi
if [ "$(uname)" != Linux ]; then
    echo "browser: pages are drawn on Linux only, in an empty network namespace; everything else works here" >&2
    exit 2
fi
if ! command -v apt-get >/dev/null 2>&1; then
    # Playwright's own, into the account's cache.
    "$python" -m playwright install chromium
elif [ "$(id -u)" = 0 ]; then
    export DEBIAN_FRONTEND=noninteractive
    apt-get update -qq
    apt-get install -y -qq --no-install-recommends chromium
else
    echo "browser: sudo apt-get install chromium" >&2
    exit 2
fi
# A package may be less than its name says; better told here than at the first crawl.
find_it
