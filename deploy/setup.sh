#!/bin/sh
# Makes the virtual environment FOLDER from LOCK with python3, or the newest other that will do.
set -eu
folder=$1
lock=$2

fits() { "$1" -c 'import sys; raise SystemExit(sys.version_info < (3, 11))' 2>/dev/null; }

python=
for candidate in python3 python3.14 python3.13 python3.12 python3.11; do
    if command -v "$candidate" >/dev/null 2>&1 && fits "$candidate"; then python=$candidate; break; fi
done
if [ -z "$python" ]; then
    echo "setup: found $(python3 --version 2>/dev/null || echo no Python); expected Python 3.11 or later: install it" >&2
    exit 2
fi

# Debian and Ubuntu keep ensurepip in a package of its own.
if ! "$python" -c 'import ensurepip' 2>/dev/null; then
    package="python$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])')-venv"
    if command -v apt-get >/dev/null 2>&1 && [ "$(id -u)" = 0 ]; then
        apt-get install -y -qq "$package" >/dev/null || { apt-get update -qq && apt-get install -y -qq "$package" >/dev/null; }
    else
        echo "setup: $python has no ensurepip; expected the package $package: sudo apt-get install $package" >&2
        exit 2
    fi
fi

[ -x "$folder/bin/python" ] || "$python" -m venv "$folder"
"$folder/bin/python" -m pip install --quiet --disable-pip-version-check --require-hashes -r "$lock"
"$folder/bin/python" -m compileall -q crawler settings_profiles >/dev/null 2>&1 || true
touch "$folder/ready"
