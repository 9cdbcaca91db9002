/** Cookies of one call, so that sites which set one and redirect to themselves do not loop. */
export interface CookieJar {
  /** Takes the Set-Cookie headers of an answer from `url`. */
  store(url: URL, headers: readonly (readonly [string, string])[]): void;
  /** Value of the Cookie header for `url`, empty when there is none. */
  read(url: URL): string;
}

interface Cookie {
  readonly host: string;
  readonly name: string;
  readonly value: string;
  readonly isSecure: boolean;
}

const MAX_COOKIES = 50;
const MAX_COOKIE_LENGTH = 4_096;

/**
 * Stricter than a browser: every cookie belongs to the very host that set it, whatever its Domain says,
 * and is forgotten with the call.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6265#section-5.3
 */
export function createCookieJar(): CookieJar {
  const cookies = new Map<string, Cookie>();
  return {
    store(url, headers) {
      for (const [name, value] of headers) {
        if (name !== 'set-cookie' || value.length > MAX_COOKIE_LENGTH) continue;
        const { cookie, isExpired } = parseCookie(value, url);
        const key = `${cookie.host} ${cookie.name}`;
        cookies.delete(key);
        if (!isExpired && cookie.name !== '' && cookies.size < MAX_COOKIES) cookies.set(key, cookie);
      }
    },
    read: (url) =>
      [...cookies.values()]
        .filter(({ host, isSecure }) => host === url.hostname && (!isSecure || url.protocol === 'https:'))
        .map(({ name, value }) => `${name}=${value}`)
        .join('; '),
  };
}

function parseCookie(text: string, url: URL): { cookie: Cookie; isExpired: boolean } {
  const [pair = '', ...attributes] = text.split(';').map((part) => part.trim());
  const equals = pair.indexOf('=');
  const find = (name: string) => attributes.find((attribute) => attribute.toLowerCase().startsWith(name));
  const maxAge = find('max-age=')?.slice('max-age='.length);
  const expires = Date.parse(find('expires=')?.slice('expires='.length) ?? '');
  return {
    cookie: {
      host: url.hostname,
      name: pair.slice(0, Math.max(equals, 0)),
      value: pair.slice(equals + 1),
      isSecure: find('secure') !== undefined,
    },
    isExpired: maxAge === undefined ? expires <= Date.now() : Number(maxAge) <= 0,
  };
}
