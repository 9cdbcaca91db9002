/** Query parameters that name a visit, a campaign or a moment instead of a page. */
const PASSING = new RegExp(
  `^(?:${[
    'utm_\\w+|fbclid|[gd]clid|[gw]braid|msclkid|yclid|mc_[ce]id|_ga|_gl|igshid|_hsenc|_hsmi|mkt_tok',
    '(?:php|asp|j|cf)?sess(?:ion)?[_-]?(?:id|key|token)?|sid|s_id|aspsessionid\\w*|cfid|cftoken',
    '(?:[_x]-?)?[cx]srf(?:[_-]?token|middlewaretoken)?|authenticity_token|__requestverificationtoken',
    '_?token|nonce|_wpnonce|_|cb|cache[_-]?bust(?:er)?|rnd|rand|random|ts|timestamp',
    'x-(?:amz|goog)-[\\w-]+|awsaccesskeyid|googleaccessid|signature|sig|expires|key-pair-id|policy',
  ].join('|')})$`,
  'i',
);
/** Session ids that stand in the path, before the query. */
const PATH_SESSION = /;(?:jsessionid|phpsessid|sid)=[^/?#;]*/gi;
/** Hides mail addresses behind a number that is new in each answer. */
const HIDDEN_MAIL = '/cdn-cgi/l/email-protection';

/**
 * An address without what names the visit: session and campaign parameters, tokens, signatures. The order of
 * parameters means nothing either.
 *
 * @param address absolute; returned as it is when it is no URL.
 */
export function stableAddress(address: string): string {
  const url = URL.parse(address);
  if (url === null) return address;
  for (const name of new Set(url.searchParams.keys())) if (PASSING.test(name)) url.searchParams.delete(name);
  url.searchParams.sort();
  url.pathname = url.pathname.replace(PATH_SESSION, '');
  if (url.pathname === HIDDEN_MAIL) url.hash = '';
  return url.href;
}
