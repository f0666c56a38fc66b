#!/bin/sh
# The egress firewall of the crawler: deploy/egress.nft with this machine's resolvers and addresses, loaded at once.
#
#   egress.sh account NAME...    judges what these accounts of a host send; as root, before the crawler starts
#   egress.sh container          judges everything this network namespace sends; before privileges are given up
#   egress.sh show account NAME... | show container    prints what would be loaded
#   egress.sh remove             takes the rules away
#
# Again after any change of the resolver or of an address: the whole is replaced in one step. It binds programs that
# have neither CAP_NET_ADMIN nor CAP_NET_RAW and no way to more: drop all capabilities of the container, and give the
# crawler's account no setuid programs (systemd: NoNewPrivileges=yes), since what those send is another account's.
set -eu
PATH=$PATH:/usr/sbin:/sbin
table='inet crawler_egress'
rules=$(dirname "$0")/egress.nft
resolvers=/etc/resolv.conf

fail() { echo "egress: $1" >&2; exit 2; }
needs() { command -v "$1" >/dev/null 2>&1 || fail "the command $1 is missing; install the package $2"; }

# Values one a line on standard input, as elements of set $1; nothing for none.
elements() {
    sort -u | awk -v set="add element $table $1" '{ all = all (NR > 1 ? ", " : "") $1 }
        END { if (NR) print set " { " all " }" }'
}
family4() { awk '!/:/'; }
family6() { awk '/:/'; }

# A zone (fe80::1%eth0) is cut off: nftables has none.
nameservers() { awk '$1 == "nameserver" && NF > 1 { sub(/%.*/, "", $2); print $2 }' "$resolvers"; }

# Addresses of lo are in the table of special ones. Where public addresses are put on lo, it is to serve them to others.
own() { printf '%s\n' "$interfaces" | awk '$2 != "lo" && $3 ~ /^inet6?$/ { sub("/.*", "", $4); print $4 }'; }

# An account's number, and those it may take in a user namespace (subuid(5)).
numbers() {
    for name in "$@"; do
        number=$(id -u -- "$name")
        echo "$number"
        [ ! -r /etc/subuid ] || awk -F: -v name="$name" -v number="$number" \
            '($1 == name || $1 == number) && $3 > 0 { printf "%.0f-%.0f\n", $2, $2 + $3 - 1 }' /etc/subuid
    done
}

compose() {
    cat "$rules"
    for version in 4 6; do
        nameservers | "family$version" | elements "resolver$version"
        own | "family$version" | elements "own$version"
    done
    if [ "$mode" = account ]; then
        numbers "$@" | elements accounts
        echo "flush chain $table output"
        echo "add rule $table output meta skuid @accounts jump judge"
    fi
}

# Everything that may be wrong is looked at before the first rule is made.
check() {
    [ -r "$rules" ] || fail "$rules is not there; run make egress"
    [ -r "$resolvers" ] || fail "$resolvers is not there; expected the resolvers in it"
    [ -n "$(nameservers)" ] || fail "$resolvers names no nameserver; without one no name could be looked up"
    bad=$(nameservers | grep -v '^[0-9A-Fa-f.:][0-9A-Fa-f.:]*$' | head -n 1) || true
    [ -z "$bad" ] || fail "$resolvers names the nameserver $bad; expected an address"
    needs ip iproute2
    interfaces=$(ip -o addr) || fail "ip could not list this machine's addresses"
    [ "$mode" = container ] || accounts "$@"
}

accounts() {
    [ "$#" -gt 0 ] || fail "account of what name? usage: egress.sh account NAME..."
    for name in "$@"; do
        id -u -- "$name" >/dev/null 2>&1 || fail "there is no account $name here; make it first: useradd --system $name"
    done
}

usage() { fail "usage: egress.sh [show] account NAME... | [show] container | remove"; }

action=load
if [ "${1-}" = show ]; then action=show; shift; fi
mode=${1-}
[ "$#" -eq 0 ] || shift
case $mode in
    account) ;;
    container) [ "$#" -eq 0 ] || usage ;;
    remove) [ "$#" -eq 0 ] && [ "$action" = load ] || usage ;;
    *) usage ;;
esac

[ "$action" = show ] || needs nft nftables
if [ "$mode" = remove ]; then
    printf 'table %s\ndelete table %s\n' "$table" "$table" | nft -f - || fail "nft did not remove the rules: see above"
    exit 0
fi
check "$@"
text=$(compose "$@")
if [ "$action" = show ]; then printf '%s\n' "$text"; exit 0; fi
printf '%s\n' "$text" | nft -f - || fail "nft did not take the rules and nothing has changed: see above; it needs root"
