/** Where a hostile page tries to go; each is a listener that nobody may reach. */
export interface ForbiddenPorts {
  readonly http: number;
  readonly tls: number;
  readonly webSocket: number;
  /** TCP and UDP. */
  readonly turn: number;
}

/** Paths that every Chromium asks of the forbidden web site, one per way out. The favicon is not: the headless shell has none. */
export const ATTEMPTS =
  `iframe img img-redirect css-url css-import font preload prefetch script module object embed
  video poster form fetch xhr beacon event-source worker-fetch worker-import worker-script
  service-worker-fetch frame-meta frame-script frame-302 popup`.split(/\s+/);

/** A site that tries every way to the forbidden ports. @returns the body and type of a path. */
export function answerHostile(
  path: string,
  ports: ForbiddenPorts,
): { type: string; body: string } | { location: string } {
  const out = `http://127.0.0.1:${ports.http}`;
  const js = (body: string) => ({ type: 'text/javascript', body });
  const html = (body: string) => ({ type: 'text/html', body });
  switch (path) {
    case '/':
      return html(hostilePage(out, ports));
    case '/img-redirect':
    case '/frame-302':
    case '/302':
      return { location: `${out}${path}` };
    case '/frame-meta':
    case '/meta':
      return html(`<meta http-equiv="refresh" content="0;url=${out}${path}">`);
    case '/frame-script':
    case '/script':
      return html(`<script>location = '${out}${path}'</script>`);
    case '/worker.js':
      return js(
        `fetch('${out}/worker-fetch').catch(() => {}); try { importScripts('${out}/worker-import') } catch {}`,
      );
    case '/service-worker.js':
      return js(`fetch('${out}/service-worker-fetch').catch(() => {})`);
    default:
      return html('');
  }
}

const hostilePage = (out: string, ports: ForbiddenPorts) => `<!doctype html><title>hostile</title>
<link rel="icon" href="${out}/favicon">
<link rel="preload" as="image" href="${out}/preload">
<link rel="prefetch" href="${out}/prefetch">
<link rel="preconnect" href="https://127.0.0.1:${ports.tls}">
<link rel="dns-prefetch" href="http://forbidden.invalid">
<style>@import '${out}/css-import';
@font-face { font-family: f; src: url(${out}/font) }
body { background: url(${out}/css-url); font-family: f }</style>
<body>text
<iframe src="${out}/iframe"></iframe><iframe src="/frame-meta"></iframe>
<iframe src="/frame-script"></iframe><iframe src="/frame-302"></iframe><iframe name="form"></iframe>
<img src="${out}/img"><img src="/img-redirect">
<object data="${out}/object"></object><embed src="${out}/embed">
<video src="${out}/video" poster="${out}/poster" autoplay></video>
<form id="leak" method="post" target="form" action="${out}/form"></form>
<script async src="${out}/script"></script><script type="module">import('${out}/module').catch(() => {})</script>
<script>
  document.getElementById('leak').submit();
  open('${out}/popup');
  fetch('${out}/fetch').catch(() => {});
  fetch('https://127.0.0.1:${ports.tls}/').catch(() => {});
  const xhr = new XMLHttpRequest(); xhr.open('POST', '${out}/xhr'); xhr.send('x');
  navigator.sendBeacon('${out}/beacon', 'x');
  new EventSource('${out}/event-source');
  new WebSocket('ws://127.0.0.1:${ports.webSocket}/');
  new Worker('/worker.js');
  try { new Worker('${out}/worker-script') } catch { fetch('${out}/worker-script').catch(() => {}) }
  navigator.serviceWorker.register('/service-worker.js').catch(() => {});
  try { new WebTransport('https://127.0.0.1:${ports.turn}/').ready.catch(() => {}) } catch {}
  const peer = new RTCPeerConnection({ iceServers: [
    { urls: 'stun:127.0.0.1:${ports.turn}' },
    { urls: ['turn:127.0.0.1:${ports.turn}?transport=udp', 'turn:127.0.0.1:${ports.turn}?transport=tcp'], username: 'a', credential: 'b' },
  ] });
  peer.createDataChannel('leak');
  peer.onicegatheringstatechange = () => { if (peer.iceGatheringState === 'complete') document.title = 'gathered' };
  peer.createOffer().then((offer) => peer.setLocalDescription(offer));
</script>`;
