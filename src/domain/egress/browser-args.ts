/**
 * A URL that the proxy answers itself, with nothing, to whoever has a session. A page of a new browser
 * context fetches it once before its work: Chromium then sends the credential unasked, also with requests
 * that cannot answer a challenge (WebSockets would fail, and their denials belong to no session).
 */
export const EGRESS_SIGN_IN_URL = 'http://egress-sign-in.invalid/';

/**
 * Chromium switches that leave the filtering proxy as the browser's only way out. The launcher also gives
 * `proxy: { server }` to the launch and to every context.
 *
 * None of them is `--disable-features`: Chromium takes the last one only, so that ours would undo the
 * launcher's own.
 *
 * @see design.md 5.2
 */
export const EGRESS_BROWSER_ARGS: readonly string[] = [
  // Loopback goes through the proxy too: by default Chromium connects to it directly.
  '--proxy-bypass-list=<-loopback>',
  // Chromium never resolves or dials a name or a literal itself, only the proxy's own address.
  '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
  // No UDP past the proxy. Renamed after Chromium 153: 156 knows the first name only, 153 the second.
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--disable-quic',
  // Silence the browser's own traffic; what is left is refused by the proxy for want of a credential.
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-domain-reliability',
  '--disable-sync',
  '--disable-breakpad',
  '--metrics-recording-only',
  '--no-first-run',
];
