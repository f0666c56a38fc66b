#!/bin/sh
# Installs the browser that draws pages, where there is none; or says what to do. PYTHON is the crawler's.
set -eu
python=$1

if "$python" -c 'from crawler.egress.browser.ground import find; print("browser:", find())' 2>/dev/null; then exit 0; fi
if command -v apt-get >/dev/null 2>&1; then
    if [ "$(id -u)" = 0 ]; then
        export DEBIAN_FRONTEND=noninteractive
        apt-get update -qq
        apt-get install -y -qq --no-install-recommends chromium
        exit 0
    fi
    echo "browser: sudo apt-get install chromium" >&2
    exit 2
fi
if [ "$(uname)" != Linux ]; then
    echo "browser: pages are drawn on Linux only, in an empty network namespace; everything else works here" >&2
    exit 2
fi
# Playwright's own, into the account's cache.
"$python" -m playwright install chromium
