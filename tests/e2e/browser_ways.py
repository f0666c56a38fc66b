"""Every way out of a browser that we know of, each with a name: HTML in which `{u}` is a target's URL with the name in
its path, `{s}` the same for a web socket, `{h}` the target's host and port.

The page that tries them all is for tests of the browser that has no network.
"""

import json
from collections.abc import Mapping

MARKUP: Mapping[str, str] = {
    "img": '<img src="{u}">',
    "img-srcset": '<img srcset="{u} 1x, {u}?2 2x">',
    "picture-source": '<picture><source srcset="{u}"><img></picture>',
    "input-image": '<input type="image" src="{u}">',
    "script": '<script src="{u}"></script>',
    "script-defer": '<script defer src="{u}"></script>',
    "script-module": '<script type="module" src="{u}"></script>',
    "script-module-import": '<script type="module">import "{u}";</script>',
    "link-stylesheet": '<link rel="stylesheet" href="{u}">',
    "link-icon": '<link rel="icon" href="{u}">',
    "link-preload": '<link rel="preload" as="image" href="{u}">',
    "link-modulepreload": '<link rel="modulepreload" href="{u}">',
    "link-prefetch": '<link rel="prefetch" href="{u}">',
    "link-prerender": '<link rel="prerender" href="{u}">',
    "link-preconnect": '<link rel="preconnect" href="{u}">',
    "link-dns-prefetch": '<link rel="dns-prefetch" href="{u}">',
    "link-manifest": '<link rel="manifest" href="{u}">',
    "link-expect-import": '<link rel="import" href="{u}">',
    "iframe": '<iframe src="{u}"></iframe>',
    "iframe-srcdoc": "<iframe srcdoc=\"<img src='{u}'>\"></iframe>",
    "iframe-sandboxed": "<iframe sandbox=\"allow-scripts allow-popups\""
                        " srcdoc=\"<script>open('{u}')</script>\"></iframe>",
    "iframe-refresh": "<iframe srcdoc=\"<meta http-equiv=refresh content='0;url={u}'>\"></iframe>",
    "iframe-data-url": "<iframe src=\"data:text/html,<script>fetch('{u}')</script>\"></iframe>",
    "iframe-top": "<iframe srcdoc=\"<script>top.location = '{u}'</script>\"></iframe>",
    "object": '<object data="{u}"></object>',
    "object-image": '<object data="{u}" type="image/png"></object>',
    "embed": '<embed src="{u}">',
    "video": '<video src="{u}" preload="auto" autoplay muted></video>',
    "video-poster": '<video poster="{u}"></video>',
    "video-source": '<video preload="auto"><source src="{u}" type="video/mp4"></video>',
    "audio": '<audio src="{u}" preload="auto" autoplay></audio>',
    "track": '<video src="/none.mp4"><track default kind="captions" src="{u}"></video>',
    "svg-image": '<svg><image href="{u}"/></svg>',
    "svg-use": '<svg><use href="{u}#x"/></svg>',
    "svg-feimage": '<svg><filter id="f"><feImage href="{u}"/></filter><rect filter="url(#f)"/></svg>',
    "svg-script": '<svg><script href="{u}"></script></svg>',
    "body-background": '<table background="{u}"><tr><td>x</table>',
    "style-attribute": '<p style="background: url({u})">x</p>',
    "css-import": "<style>@import url({u});</style>",
    "css-background": "<style>#css-background {{ background: url({u}) }}</style><p id=css-background>x</p>",
    "css-font": "<style>@font-face {{ font-family: out; src: url({u}) }}</style><p style='font-family: out'>x</p>",
    "css-cursor": "<p style='cursor: url({u}), auto'>x</p>",
    "css-list": "<ul style='list-style: url({u})'><li>x</ul>",
    "css-content": "<style>#css-content::before {{ content: url({u}) }}</style><p id=css-content>x</p>",
    "css-image-set": "<p style='background: image-set(\"{u}\" 1x)'>x</p>",
    "css-mask": "<p style='mask-image: url({u})'>x</p>",
    "css-border": "<p style='border: 9px solid; border-image: url({u}) 3'>x</p>",
    "css-shape": "<p style='float: left; shape-outside: url({u})'>x</p>",
    "css-filter": "<p style='filter: url({u}#f)'>x</p>",
    "css-clip-path": "<p style='clip-path: url({u}#c)'>x</p>",
    "speculation-prefetch": '<script type="speculationrules">'
                            '{{"prefetch": [{{"source": "list", "urls": ["{u}"]}}]}}</script>',
    "speculation-prerender": '<script type="speculationrules">'
                             '{{"prerender": [{{"source": "list", "urls": ["{u}"]}}]}}</script>',
    "importmap": '<script type="importmap">{{"imports": {{"way": "{u}"}}}}</script>'
                 '<script type="module">import "way";</script>',
    "meta-refresh": '<meta http-equiv="refresh" content="0;url={u}">',
    "redirect-image": '<img src="/to?{u}">',
    "redirect-frame": '<iframe src="/to?{u}"></iframe>',
    "redirect-script": '<script src="/to?{u}"></script>',
}  # fmt: skip
SCRIPTS: Mapping[str, str] = {
    "fetch": "fetch('{u}')",
    "fetch-no-cors": "fetch('{u}', {{mode: 'no-cors'}})",
    "fetch-keepalive": "fetch('{u}', {{keepalive: true}})",
    "fetch-post": "fetch('{u}', {{method: 'POST', body: 'x'}})",
    "fetch-head": "fetch('{u}', {{method: 'HEAD'}})",
    "fetch-put": "fetch('{u}', {{method: 'PUT', headers: {{'x-own': '1'}}}})",
    "xhr": "let x = new XMLHttpRequest(); x.open('GET', '{u}'); x.send()",
    "xhr-sync": "let x = new XMLHttpRequest(); x.open('GET', '{u}', false); x.send()",
    "beacon": "navigator.sendBeacon('{u}', 'x')",
    "event-source": "new EventSource('{u}')",
    "web-socket": "new WebSocket('{s}')",
    "web-socket-frame": "let f = document.createElement('iframe'); document.body.append(f);"
                        "new f.contentWindow.WebSocket('{s}')",
    "web-transport": "new WebTransport('{u}'.replace('http:', 'https:'))",
    "rtc-stun": "let c = new RTCPeerConnection({{iceServers: [{{urls: 'stun:{h}'}}]}}); c.createDataChannel('x');"
                "c.createOffer().then(x => c.setLocalDescription(x))",
    "rtc-turn-frame": "let f = document.createElement('iframe'); document.body.append(f);"
                      "let c = new f.contentWindow.RTCPeerConnection({{iceServers: [{{urls: 'turn:{h}', username: 'a',"
                      "credential: 'b'}}]}}); c.createDataChannel('x');"
                      "c.createOffer().then(x => c.setLocalDescription(x))",
    "image": "new Image().src = '{u}'",
    "audio-element": "new Audio('{u}').play()",
    "font-face": "new FontFace('x', 'url({u})').load()",
    "insert-rule": "document.head.append(document.createElement('style'));"
                   "document.head.lastChild.sheet.insertRule('body {{ background: url({u}) }}')",
    "constructed-sheet": "let s = new CSSStyleSheet(); s.replaceSync('p {{ background: url({u}) }}');"
                         "document.adoptedStyleSheets = [s]",
    "shadow-tree": "document.body.attachShadow === 0; let d = document.createElement('div'); document.body.append(d);"
                   "d.attachShadow({{mode: 'closed'}}).innerHTML = '<img src=\"{u}\">'",
    "document-write": "document.write('<img src=\"{u}\">')",
    "dynamic-import": "import('{u}')",
    "worker": "new Worker('{u}')",
    "worker-fetch": "new Worker(URL.createObjectURL(new Blob(['fetch(\"{u}\")'])))",
    "worker-import-scripts": "new Worker(URL.createObjectURL(new Blob(['importScripts(\"{u}\")'])))",
    "worker-web-socket": "new Worker(URL.createObjectURL(new Blob(['new WebSocket(\"{s}\")'])))",
    "worker-web-transport": "new Worker(URL.createObjectURL(new Blob(["
                            "'new WebTransport(\"{u}\".replace(\"http:\", \"https:\"))'])))",
    "worker-nested": "new Worker(URL.createObjectURL(new Blob(["
                     "'new Worker(URL.createObjectURL(new Blob([`fetch(\"{u}\")`])))'])))",
    "shared-worker": "new SharedWorker('{u}')",
    "shared-worker-fetch": "new SharedWorker(URL.createObjectURL(new Blob(['fetch(\"{u}\")'])))",
    "shared-worker-web-socket": "new SharedWorker(URL.createObjectURL(new Blob(['new WebSocket(\"{s}\")'])))",
    "service-worker": "navigator.serviceWorker.register('/worker.js?{u}')",
    "audio-worklet": "new OfflineAudioContext(1, 1, 8000).audioWorklet.addModule('{u}')",
    "paint-worklet": "CSS.paintWorklet.addModule('{u}')",
    "window-open": "open('{u}')",
    "window-open-noopener": "open('{u}', '_blank', 'noopener')",
    "window-open-blank": "open('about:blank').location = '{u}'",
    "blob-popup": "open(URL.createObjectURL(new Blob(['<script>fetch(\"{u}\")</'+'script>'], {{type: 'text/html'}})))",
    "location": "location = '{u}'",
    "location-replace": "location.replace('{u}')",
    "navigation-api": "navigation.navigate('{u}')",
    "anchor-click": "let a = document.createElement('a'); a.href = '{u}'; a.click()",
    "anchor-blank": "let a = document.createElement('a'); a.href = '{u}'; a.target = '_blank'; a.click()",
    "anchor-download": "let a = document.createElement('a'); a.href = '{u}'; a.download = 'x'; a.click()",
    "anchor-ping": "let a = document.createElement('a'); a.href = '#x'; a.ping = '{u}'; a.click()",
    "form-get": "let f = document.createElement('form'); f.action = '{u}'; document.body.append(f); f.submit()",
    "form-post": "let f = document.createElement('form'); f.action = '{u}'; f.method = 'post'; document.body.append(f);"
                 "f.submit()",
    "form-blank": "let f = document.createElement('form'); f.action = '{u}'; f.target = '_blank';"
                  "document.body.append(f); f.submit()",
    "xml-style": "let f = document.createElement('iframe'); f.src = URL.createObjectURL(new Blob(["
                 "'<?xml-stylesheet href=\"{u}\"?><a/>'], {{type: 'text/xml'}})); document.body.append(f)",
    "fetch-later": "fetchLater('{u}')",
    "reporting": "new ReportingObserver(() => 0).observe(); navigator.sendBeacon('{u}?report')",
    "payment": "new PaymentRequest([{{supportedMethods: '{u}'.replace('http:', 'https:')}}], {{total: {{label: 'x',"
               "amount: {{currency: 'EUR', value: '1'}}}}}}).canMakePayment()",
    "background-image-late": "setTimeout(() => document.body.style.backgroundImage = 'url({u})', 300)",
    "unload-beacon": "addEventListener('pagehide', () => navigator.sendBeacon('{u}'))",
}  # fmt: skip
#: Fields of the page's own response that name a target.
FIELDS: Mapping[str, tuple[str, str]] = {
    "header-link-preload": ("Link", "<{u}>; rel=preload; as=image"),
    "header-link-preconnect": ("Link", "<{u}>; rel=preconnect"),
    "header-csp-report": ("Content-Security-Policy-Report-Only", "script-src 'none'; report-uri {u}"),
    "header-report-to": ("Reporting-Endpoints", 'default="{u}"'),
    "header-refresh": ("Refresh", "1;url={u}"),
    "header-source-map": ("SourceMap", "{u}"),
}
#: Those that take the page along; they are tried last, one after another.
AWAY = (
    "iframe-top", "meta-refresh", "navigation-api", "anchor-click", "anchor-download", "form-get", "form-post",
    "location", "location-replace",
)  # fmt: skip
NAMES = (*MARKUP, *SCRIPTS, *FIELDS)


def page(target: str) -> tuple[list[tuple[str, str]], str]:
    """The header fields and the HTML of a page that tries every way to `target`, an origin with a slash."""
    fields = [(name, _filled(text, target, way)) for way, (name, text) in FIELDS.items()]
    parts = [_filled(text, target, way) for way, text in MARKUP.items() if way not in AWAY]
    parts += [_script(_filled(text, target, way)) for way, text in SCRIPTS.items() if way not in AWAY]
    parts += [_late(_away(way, target), 500 + 50 * nth) for nth, way in enumerate(AWAY)]
    return fields, "<!doctype html><title>Every way out</title><body>" + "\n".join(parts)


def _script(text: str) -> str:
    """Each by itself, so that none keeps another from its turn."""
    return f"<script>try {{ {text} }} catch (e) {{}}</script>"


def _late(text: str, milliseconds: int) -> str:
    return _script(f"addEventListener('load', () => setTimeout(() => {{ {text} }}, {milliseconds}))")


def _away(way: str, target: str) -> str:
    if way in SCRIPTS:
        return _filled(SCRIPTS[way], target, way)
    markup = _filled(MARKUP[way], target, way).replace("/script", "\\/script")
    return f"document.body.insertAdjacentHTML('beforeend', {json.dumps(markup)})"


def _filled(text: str, target: str, way: str) -> str:
    socket = target.replace("http", "ws", 1) + way
    return text.format(u=target + way, s=socket, h=target.split("/")[2])
