"""What runs in each document before the page's own scripts: sockets and service workers are refused, and counted.

The browser has no network, so nothing of this keeps anything in: it lets the report tell what was tried. It tells by a
line on the console that begins with a secret. No script of the page can read the console, or this script's variables,
so none can say what did not happen; and there is nothing here that a page could call with as much as it likes.
"""

import json

_SCRIPT = """(secret => {
  const tell = console.debug, construct = Reflect.construct, refusal = DOMException;
  const refused = name => new refusal(name + " is refused", "NotAllowedError");
  for (const name of ["RTCPeerConnection", "webkitRTCPeerConnection", "WebTransport"])
    if (name in globalThis) globalThis[name] = class {
      constructor() { tell(secret + name); throw refused(name); }
    };
  const Socket = globalThis.WebSocket;
  if (Socket) globalThis.WebSocket = new Proxy(Socket, {
    construct(_, words, made) {
      const socket = construct(Socket, words, made);
      tell(secret + "WebSocket " + words[0]);
      return socket;
    }
  });
  const register = async function register() { tell(secret + "service-worker"); throw refused("A service worker"); };
  if (!globalThis.ServiceWorkerContainer) return;
  ServiceWorkerContainer.prototype.register = register;
  if (navigator.serviceWorker) Object.defineProperty(navigator.serviceWorker, "register", {value: register});
})(%s)"""


def script(secret: str) -> str:
    return _SCRIPT % json.dumps(secret)
