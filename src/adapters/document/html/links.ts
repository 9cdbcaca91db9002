import type { DomDocument, DomElement } from './dom.ts';

/** Schemes that a reader may follow from Markdown. Others (javascript:, data:, blob:, …) carry code or bytes. */
const LINK_SCHEMES = new Set([
  'http:',
  'https:',
  'mailto:',
  'tel:',
  'sms:',
  'ftp:',
  'geo:',
  'magnet:',
  'urn:',
  'doi:',
]);
const IMAGE_SCHEMES = new Set(['http:', 'https:']);
/** Where pages keep the address of an image that loads when it is scrolled to. */
const LAZY_SOURCES = ['data-src', 'data-original', 'data-lazy-src', 'data-lazy', 'data-url'];
/** Resolves relative addresses when the page has none, so that their scheme can be told. Never shown. */
const UNKNOWN_BASE = 'http://base.invalid/';

/**
 * Makes the addresses of links and images absolute by `<base href>` and the page's own address. Links that
 * lead nowhere safe become their text, images without an address their alternative text.
 *
 * @param baseUrl null keeps relative addresses as they are, unless the page names its own base.
 */
export function resolveLinks(document: DomDocument, root: DomElement, baseUrl: string | null): void {
  const base = baseOf(document, baseUrl);
  for (const link of root.querySelectorAll('a[href]')) {
    setAddress(link, 'href', resolve(link.getAttribute('href'), base, LINK_SCHEMES));
  }
  for (const image of root.querySelectorAll('img')) resolveImage(image, base);
}

/** The page's base URL, read before the head is removed. */
function baseOf(document: DomDocument, baseUrl: string | null): string | null {
  const href = document.querySelector('base[href]')?.getAttribute('href');
  if (!href) return baseUrl;
  const url = URL.parse(href, baseUrl ?? undefined);
  return url && IMAGE_SCHEMES.has(url.protocol) ? url.href : baseUrl;
}

function resolveImage(image: DomElement, base: string | null): void {
  const candidates = [
    image.getAttribute('src'),
    ...LAZY_SOURCES.map((name) => image.getAttribute(name)),
    firstOfSet(image),
  ];
  const address = candidates.map((candidate) => resolve(candidate, base, IMAGE_SCHEMES)).find(Boolean);
  if (address) setAddress(image, 'src', address);
  else image.replaceWith(image.getAttribute('alt') ?? '');
}

const firstOfSet = (image: DomElement): string | null =>
  (image.getAttribute('srcset') ?? image.getAttribute('data-srcset'))?.trim().split(/[\s,]/, 1)[0] ?? null;

/** An address that Markdown can hold, or null when the scheme is not among `schemes`. */
function resolve(
  address: string | null | undefined,
  base: string | null,
  schemes: ReadonlySet<string>,
): string | null {
  const trimmed = address?.trim();
  if (!trimmed) return null;
  const url = URL.parse(trimmed, base ?? UNKNOWN_BASE);
  if (!url || !schemes.has(url.protocol)) return null;
  return escapeAddress(base === null && !URL.canParse(trimmed) ? trimmed : url.href);
}

/** Percent-encodes what would end the address in Markdown or in a table cell. Balanced brackets may stay. */
function escapeAddress(address: string): string {
  const isBalanced = /^[^()]*(?:\([^()]*\)[^()]*)*$/.test(address);
  return address.replace(isBalanced ? /[\s<>|\\`]/g : /[\s<>|\\`()]/g, percentEncode);
}

const percentEncode = (char: string): string =>
  char === '(' || char === ')' ? `%${char.charCodeAt(0).toString(16)}` : encodeURIComponent(char);

function setAddress(element: DomElement, attribute: string, address: string | null): void {
  if (address === null) element.removeAttribute(attribute);
  else element.setAttribute(attribute, address);
}
