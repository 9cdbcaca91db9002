/**
 * Hosts that Chromium calls for its own purposes (updates, components, field trials, Safe Browsing,
 * autofill). Only hosts that no page needs: `accounts.google.com` also serves sign-in buttons
 * and is therefore not here.
 */
const BROWSER_SERVICE_HOSTS: ReadonlySet<string> = new Set([
  'android.clients.google.com',
  'clients2.google.com',
  'clientservices.googleapis.com',
  'content-autofill.googleapis.com',
  'edgedl.me.gvt1.com',
  'mtalk.google.com',
  'optimizationguide-pa.googleapis.com',
  'redirector.gvt1.com',
  'safebrowsing.googleapis.com',
  'safebrowsingohttpgateway.googleapis.com',
  'sb-ssl.google.com',
  'update.googleapis.com',
]);

/** Whether a request to `host` is the browser's own, not the page's. */
export const isBrowserService = (host: string): boolean => BROWSER_SERVICE_HOSTS.has(host);
