"""One rule or a few of the group of `*`, and a path.

Columns: name; the rules (lines joined by |); path or URL; number of the deciding rule from 1, or 0; allowed. Backslash
escapes are Python's, `{long}` is 20,000 letters.
"""

from typing import Final

RULES: Final = r"""
rfc222-a-prefix-refuses                          ; Disallow: /a                            ; /a              ; 1 ; no
rfc222-a-prefix-refuses-what-goes-on             ; Disallow: /a                            ; /ab/c           ; 1 ; no
rfc222-a-prefix-refuses-with-a-query             ; Disallow: /a                            ; /a?b=c          ; 1 ; no
rfc222-what-is-no-prefix-is-allowed              ; Disallow: /a                            ; /b/a            ; 0 ; yes
rfc222-paths-are-case-sensitive                  ; Disallow: /a                            ; /A              ; 0 ; yes
rfc222-a-slash-at-the-end-counts                 ; Disallow: /a/                           ; /a              ; 0 ; yes
rfc222-a-slash-at-the-end-refuses-below          ; Disallow: /a/                           ; /a/b            ; 1 ; no
rfc222-the-root-refuses-everything               ; Disallow: /                             ; /x              ; 1 ; no
rfc222-the-root-refuses-itself                   ; Disallow: /                             ; /               ; 1 ; no
rfc222-longest-disallow-wins                     ; Allow: /a|Disallow: /a/b                ; /a/b/c          ; 2 ; no
rfc222-longest-allow-wins                        ; Disallow: /a|Allow: /a/b                ; /a/b/c          ; 2 ; yes
rfc222-longest-wins-in-either-order              ; Allow: /a/b|Disallow: /a                ; /a/b/c          ; 1 ; yes
rfc222-allow-wins-a-tie                          ; Disallow: /a|Allow: /a                  ; /a              ; 2 ; yes
rfc222-allow-wins-a-tie-in-either-order          ; Allow: /a|Disallow: /a                  ; /a              ; 1 ; yes
rfc222-the-first-of-two-same-rules-is-named      ; Disallow: /a|Disallow: /a               ; /a              ; 1 ; no
rfc222-three-nested-prefixes                     ; Disallow: /|Allow: /a|Disallow: /a/b    ; /a/c            ; 2 ; yes
rfc222-three-nested-prefixes-deepest             ; Disallow: /|Allow: /a|Disallow: /a/b    ; /a/b            ; 3 ; no
rfc222-three-nested-prefixes-outermost           ; Disallow: /|Allow: /a|Disallow: /a/b    ; /z              ; 1 ; no
rfc222-a-near-neighbour-does-not-hide-a-prefix   ; Disallow: /a|Disallow: /ab|Allow: /aba  ; /abb            ; 2 ; no
rfc222-a-far-neighbour-does-not-hide-a-prefix    ; Disallow: /|Allow: /abc|Allow: /abd     ; /abe            ; 1 ; no
rfc222-octets-not-characters-are-counted         ; Disallow: /é|Allow: /?????               ; /é              ; 1 ; no
rfc22-an-empty-disallow-allows                   ; Disallow:                               ; /a              ; 0 ; yes
rfc22-an-empty-disallow-does-not-lift-another    ; Disallow: /a|Disallow:                  ; /a              ; 1 ; no
rfc22-an-empty-allow-says-nothing                ; Disallow: /|Allow:                      ; /a              ; 1 ; no
rfc22-a-pattern-without-slash-matches-nothing    ; Disallow: a                             ; /a              ; 0 ; yes
rfc22-an-absolute-url-matches-nothing            ; Disallow: http://h/a                    ; http://h/a      ; 0 ; yes
rfc22-a-lone-dollar-matches-nothing              ; Disallow: $                             ; /               ; 0 ; yes
rfc22-a-comment-ends-a-pattern                   ; Disallow: /a#b                          ; /ac             ; 1 ; no
rfc22-a-comment-after-space                      ; Disallow: /a # b                        ; /a              ; 1 ; no
rfc22-a-comment-may-leave-nothing                ; Disallow: # /a                          ; /a              ; 0 ; yes
rfc22-a-pattern-may-hold-a-colon                 ; Disallow: /a:b                          ; /a:b            ; 1 ; no
rfc22-a-pattern-may-hold-a-space                 ; Disallow: /a b                          ; /a%20b          ; 1 ; no
rfc22-keys-are-case-insensitive                  ; dIsAlLoW: /a|dIsAllow: /b               ; /b              ; 2 ; no
rfc22-space-before-the-colon                     ; Disallow : /a                           ; /a              ; 1 ; no
rfc22-tab-before-the-colon                       ; Disallow\t:\t/a                         ; /a              ; 1 ; no
rfc22-no-space-after-the-colon                   ; Disallow:/a                             ; /a              ; 1 ; no
rfc22-space-before-the-key                       ;   \tDisallow: /a                        ; /a              ; 1 ; no
rfc223-a-star-in-the-middle                      ; Disallow: /a*c                          ; /abc            ; 1 ; no
rfc223-a-star-stands-for-nothing-too             ; Disallow: /a*c                          ; /ac             ; 1 ; no
rfc223-a-star-crosses-slashes                    ; Disallow: /a*c                          ; /a/b/c/d        ; 1 ; no
rfc223-a-star-needs-what-follows                 ; Disallow: /a*c                          ; /ab             ; 0 ; yes
rfc223-a-star-does-not-unbind-the-start          ; Disallow: /a*c                          ; /xac            ; 0 ; yes
rfc223-a-star-at-the-start                       ; Disallow: *b                            ; /a/b            ; 1 ; no
rfc223-a-star-at-the-end                         ; Disallow: /a*                           ; /ab             ; 1 ; no
rfc223-a-star-at-the-end-counts-as-an-octet      ; Allow: /ab|Disallow: /ab*               ; /abc            ; 2 ; no
rfc223-stars-at-the-end-outrank-a-longer-path    ; Allow: /abcd|Disallow: /ab***           ; /abcd           ; 2 ; no
rfc223-a-lone-star                               ; Disallow: *                             ; /               ; 1 ; no
rfc223-many-stars-are-one                        ; Disallow: /a***c                        ; /abc            ; 1 ; no
rfc223-pieces-stand-in-order                     ; Disallow: /*b*a                         ; /a/b            ; 0 ; yes
rfc223-pieces-do-not-overlap                     ; Disallow: /*aba*bab                     ; /abab           ; 0 ; yes
rfc223-a-piece-may-come-twice                    ; Disallow: /*a*a                         ; /xaya           ; 1 ; no
rfc223-a-piece-once-is-not-twice                 ; Disallow: /*a*a                         ; /xay            ; 0 ; yes
rfc223-a-long-wildcard-beats-a-short-prefix      ; Disallow: /a|Allow: /*.html             ; /a/b.html       ; 2 ; yes
rfc223-a-long-prefix-beats-a-short-wildcard      ; Disallow: /a/bcdef|Allow: /*.html       ; /a/bcdef.html   ; 1 ; no
rfc223-wildcard-and-prefix-tie-allows            ; Disallow: /abc|Allow: /a*c              ; /abc            ; 2 ; yes
rfc223-a-star-matches-into-the-query             ; Disallow: /*?sid=                       ; /a?sid=1        ; 1 ; no
rfc223-dollar-ends-the-path                      ; Disallow: /a$                           ; /a              ; 1 ; no
rfc223-dollar-refuses-nothing-longer             ; Disallow: /a$                           ; /ab             ; 0 ; yes
rfc223-dollar-looks-at-the-query-too             ; Disallow: /a$                           ; /a?b            ; 0 ; yes
rfc223-dollar-is-no-literal-at-the-end           ; Disallow: /a$                           ; /a$x            ; 0 ; yes
rfc223-dollar-at-the-end-is-not-its-octet        ; Disallow: /a$                           ; /a%24           ; 0 ; yes
rfc223-dollar-counts-as-an-octet                 ; Allow: /a|Disallow: /a$                 ; /a              ; 2 ; no
rfc223-dollar-in-the-middle-is-literal           ; Disallow: /a$b                          ; /a$b            ; 1 ; no
rfc223-dollar-in-the-middle-is-percent-24        ; Disallow: /a$b                          ; /a%24bc         ; 1 ; no
rfc223-star-and-dollar                           ; Disallow: /*.php$                       ; /a/b.php        ; 1 ; no
rfc223-star-and-dollar-nothing-longer            ; Disallow: /*.php$                       ; /a/b.php5       ; 0 ; yes
rfc223-star-and-dollar-take-the-last             ; Disallow: /*a$                          ; /aba            ; 1 ; no
rfc223-tail-and-head-do-not-overlap              ; Disallow: /ab*ba$                       ; /aba            ; 0 ; yes
rfc223-a-star-before-dollar-is-a-prefix          ; Disallow: /a*$                          ; /abc            ; 1 ; no
rfc223-the-root-alone                            ; Allow: /$|Disallow: /                   ; /               ; 1 ; yes
rfc223-the-root-alone-nothing-else               ; Allow: /$|Disallow: /                   ; /a              ; 2 ; no
rfc223-percent-2a-is-a-literal-star              ; Disallow: /a%2Ab                        ; /a*b            ; 1 ; no
rfc223-percent-2a-is-no-wildcard                 ; Disallow: /a%2Ab                        ; /axb            ; 0 ; yes
rfc223-percent-24-is-a-literal-dollar            ; Disallow: /a%24                         ; /a$             ; 1 ; no
rfc223-two-dollars-are-one-and-an-end            ; Disallow: /a$$                          ; /a$             ; 1 ; no
rfc222-an-escaped-letter-is-the-letter           ; Disallow: /%61b                         ; /ab             ; 1 ; no
rfc222-a-letter-is-the-escaped-letter            ; Disallow: /ab                           ; /a%62           ; 1 ; no
rfc222-an-escaped-tilde-is-a-tilde               ; Disallow: /%7ejoe                       ; /~joe           ; 1 ; no
rfc222-an-escaped-slash-is-no-slash              ; Disallow: /a%2fb                        ; /a/b            ; 0 ; yes
rfc222-a-slash-is-no-escaped-slash               ; Disallow: /a/b                          ; /a%2Fb          ; 0 ; yes
rfc222-case-of-an-escape-means-nothing           ; Disallow: /a%2fb                        ; /a%2Fb          ; 1 ; no
rfc222-an-escaped-question-mark-is-reserved      ; Disallow: /a%3Fb                        ; /a?b            ; 0 ; yes
rfc222-an-escaped-equals-is-reserved             ; Disallow: /a%3Db                        ; /a=b            ; 0 ; yes
rfc222-an-escaped-hash-is-no-comment             ; Disallow: /a%23b                        ; /a%23bc         ; 1 ; no
rfc222-letters-outside-ascii-are-octets          ; Disallow: /žluť                         ; /%C5%BElu%C5%A5 ; 1 ; no
rfc222-octets-are-letters-outside-ascii          ; Disallow: /%c5%bel                      ; /žluť           ; 1 ; no
rfc222-letters-on-both-sides                     ; Disallow: /日本                         ; /日本語         ; 1 ; no
rfc222-an-octet-is-not-a-character               ; Disallow: /%C5                          ; /ž              ; 1 ; no
rfc222-what-no-uri-may-hold-is-escaped           ; Disallow: /a<b                          ; /a%3cb          ; 1 ; no
rfc222-escaped-what-no-uri-may-hold              ; Disallow: /a%3Cb                        ; /a<b            ; 1 ; no
rfc222-a-broken-escape-stays                     ; Disallow: /a%2                          ; /a%2            ; 1 ; no
rfc222-a-broken-escape-is-not-mended             ; Disallow: /a%zz                         ; /a%25zz         ; 0 ; yes
rfc222-an-escape-is-decoded-once                 ; Disallow: /%2561                        ; /a              ; 0 ; yes
rfc222-robots-txt-is-allowed                     ; Disallow: /                             ; /robots.txt     ; 0 ; yes
rfc222-robots-txt-spelt-with-an-escape           ; Disallow: /                             ; /robots%2Etxt   ; 0 ; yes
rfc222-robots-txt-with-a-fragment                ; Disallow: /                             ; /robots.txt#a   ; 0 ; yes
rfc222-robots-txt-with-a-query-is-another-path   ; Disallow: /                             ; /robots.txt?a   ; 1 ; no
rfc222-robots-txt-in-a-folder-is-another-path    ; Disallow: /                             ; /a/robots.txt   ; 1 ; no
rfc222-robots-txt-in-capitals-is-another-path    ; Disallow: /                             ; /ROBOTS.TXT     ; 1 ; no
url-the-host-is-not-compared                     ; Disallow: /a                            ; https://a/b     ; 0 ; yes
url-absolute                                     ; Disallow: /a                            ; https://h/a     ; 1 ; no
url-with-user-and-port                           ; Disallow: /a                            ; http://u@h:1/a  ; 1 ; no
url-without-path-is-the-root                     ; Disallow: /$                            ; https://h       ; 1 ; no
url-without-path-with-query                      ; Disallow: /?q                           ; https://h?q     ; 1 ; no
url-a-fragment-is-no-part                        ; Disallow: /*b                           ; https://h/a#b   ; 0 ; yes
url-a-fragment-right-after-the-host              ; Disallow: /$                            ; https://h#/a    ; 1 ; no
url-a-scheme-in-the-path-is-path                 ; Disallow: /http://x                     ; /http://x/y     ; 1 ; no
url-a-url-in-the-query-is-query                  ; Disallow: /a?u=http://x/                ; /a?u=http://x/b ; 1 ; no
url-two-slashes-in-the-path                      ; Disallow: //a                           ; https://h//a    ; 1 ; no
url-without-scheme                               ; Disallow: /a                            ; //h/a           ; 1 ; no
url-without-slash                                ; Disallow: /a                            ; a/b             ; 1 ; no
url-empty-is-the-root                            ; Disallow: /$                            ;                 ; 1 ; no
house-crawl-delay-is-no-rule                     ; Disallow: /a|Crawl-delay: 5|Allow: /a/b ; /a/b            ; 3 ; yes
house-misspelt-disallow-counts                   ; Dissallow: /a|Disalow: /b               ; /b              ; 2 ; no
house-disallow-missing-two-letters-counts        ; dsallow: /a                             ; /a              ; 1 ; no
house-misspelt-allow-never-counts                ; Disallow: /|Alow: /a|Allows: /a         ; /a              ; 1 ; no
house-unknown-key-in-between-means-nothing       ; Disallow: /|Noindex: /a|Allow: /a       ; /a              ; 3 ; yes
house-disallow-without-colon-counts              ; Disallow /a                             ; /a              ; 1 ; no
house-allow-without-colon-never-counts           ; Disallow: /|Allow /a                    ; /a              ; 1 ; no
house-disallow-and-prose-is-prose                ; Disallow /a for everyone                ; /a              ; 0 ; yes
google-index-html-is-not-its-folder              ; Disallow: /|Allow: /a/index.html        ; /a/             ; 1 ; no
google-long-lines-are-read-to-their-end          ; Disallow: /a{long}b                     ; /a{long}c       ; 0 ; yes
fault-a-line-separator-ends-no-line              ; Disallow: /a\u2028Allow: /              ; /b              ; 0 ; yes
fault-a-next-line-sign-ends-no-line              ; Disallow: /a\x85b                       ; /a              ; 0 ; yes
fault-vertical-tab-ends-no-line                  ; Disallow: /a\vb                         ; /a              ; 0 ; yes
fault-form-feed-ends-no-line                     ; Disallow: /a\fb                         ; /a%0Cb          ; 1 ; no
fault-unicode-space-is-not-stripped              ; Disallow: /a\xa0                        ; /a              ; 0 ; yes
fault-nul-is-an-octet                            ; Disallow: /a\0b                         ; /a%00b          ; 1 ; no
rfc222-an-allow-alone-refuses-nothing            ; Allow: /a                             ; /b              ; 0 ; yes
rfc222-a-query-is-compared                       ; Disallow: /a?b                        ; /a?bc           ; 1 ; no
rfc222-a-query-in-another-order-is-another       ; Disallow: /?a=1&b=2                   ; /?b=2&a=1       ; 0 ; yes
rfc222-a-semicolon-is-of-the-path                ; Disallow: /a;b                        ; /a;bc           ; 1 ; no
rfc222-a-plus-is-no-space                        ; Disallow: /a+b                        ; /a%20b          ; 0 ; yes
rfc222-an-escaped-plus-is-reserved               ; Disallow: /a%2Bb                      ; /a+b            ; 0 ; yes
rfc222-an-escaped-ampersand-is-reserved          ; Disallow: /?a%26b                     ; /?a&b           ; 0 ; yes
rfc222-an-escaped-colon-is-reserved              ; Disallow: /a%3Ab                      ; /a:b            ; 0 ; yes
rfc222-an-escaped-at-sign-is-reserved            ; Disallow: /a%40b                      ; /a@b            ; 0 ; yes
rfc222-an-escaped-hyphen-is-a-hyphen             ; Disallow: /a%2Db                      ; /a-b            ; 1 ; no
rfc222-an-escaped-dot-is-a-dot                   ; Disallow: /a%2eb                      ; /a.b            ; 1 ; no
rfc222-an-escaped-underscore-is-one              ; Disallow: /a%5fb                      ; /a_b            ; 1 ; no
rfc222-an-escaped-digit-is-the-digit             ; Disallow: /%31                        ; /1              ; 1 ; no
rfc222-escapes-of-a-url-in-lower-case            ; Disallow: /%C5%BE                     ; /%c5%be         ; 1 ; no
rfc222-dot-segments-are-not-resolved             ; Disallow: /a/../b                     ; /b              ; 0 ; yes
rfc222-empty-segments-are-not-folded             ; Disallow: /a/b                        ; /a//b           ; 0 ; yes
rfc222-an-emoji-is-four-octets                   ; Disallow: /😀                          ; /%F0%9F%98%80   ; 1 ; no
rfc222-composed-and-combined-are-two             ; Disallow: /é                          ; /e%CC%81        ; 0 ; yes
rfc222-a-letter-is-as-long-as-its-escapes        ; Disallow: /ž|Allow: /%c5%be           ; /ž              ; 2 ; yes
rfc222-an-escaped-letter-is-one-octet-long       ; Disallow: /%61|Allow: /ab             ; /ab             ; 2 ; yes
rfc222-a-reserved-escape-is-three-octets-long    ; Allow: /a%2F|Disallow: /a%2F*         ; /a%2Fb          ; 2 ; no
rfc222-five-nested-rules ; Disallow: /|Allow: /a|Disallow: /a/b|Allow: /a/b/c|Disallow: /a/b/c/d ; /a/b/c/x ; 4 ; yes
rfc223-a-star-takes-in-a-question-mark           ; Disallow: /a*b                        ; /a?b            ; 1 ; no
rfc223-dollar-after-a-slash                      ; Disallow: /a/$                        ; /a/b            ; 0 ; yes
rfc223-dollar-after-a-question-mark              ; Disallow: /*?$                        ; /a?b            ; 0 ; yes
rfc223-wildcard-and-path-of-one-length-tie       ; Allow: /a/b|Disallow: /*b$            ; /a/b            ; 1 ; yes
rfc223-the-last-place-is-tried-for-the-end       ; Disallow: /*a*b$                      ; /xaybb          ; 1 ; no
rfc223-a-piece-and-the-end-stand-apart           ; Disallow: /*ab*b$                     ; /ab             ; 0 ; yes
rfc223-slash-and-star-are-everything             ; Disallow: /*                          ; /               ; 1 ; no
rfc223-a-dollar-in-a-url-is-plain                ; Disallow: /a                          ; /a$             ; 1 ; no
rfc223-a-star-in-a-url-is-plain                  ; Disallow: /a*c                        ; /a*b            ; 0 ; yes
rfc223-a-comment-leaves-the-dollar-at-the-end    ; Disallow: /a$ # b                     ; /ab             ; 0 ; yes
rfc223-a-star-before-an-extension-needs-its-dot  ; Disallow: /*.pdf                      ; /apdf           ; 0 ; yes
rfc223-a-star-before-a-query-key                 ; Disallow: /*&sort=                    ; /a?b=1&sort=c   ; 1 ; no
url-scheme-in-capitals                           ; Disallow: /a                          ; HTTPS://H/a     ; 1 ; no
url-of-another-scheme                            ; Disallow: /a                          ; ftp://h/a       ; 1 ; no
url-with-an-ipv6-host                            ; Disallow: /a                          ; http://[::1]/a  ; 1 ; no
url-port-and-no-path                             ; Disallow: /$                          ; http://h:80     ; 1 ; no
url-a-question-mark-in-a-fragment-is-no-query    ; Disallow: /*?                         ; /a#b?c          ; 0 ; yes
house-misspelt-disallow-of-other-parsers         ; Diasllow: /a|Disallaw: /b|Desallow: /c ; /c              ; 3 ; no
house-plural-disallow-is-unknown                 ; Disallows: /a                         ; /a              ; 0 ; yes
"""
