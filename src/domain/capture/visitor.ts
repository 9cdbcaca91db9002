/**
 * How a capture names itself to sites, in our own fetch and in the browser alike: one visit, one visitor.
 * It looks like the browser it is, so that pages work, and says who we are.
 */
export const USER_AGENT =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36 Affiant';

/** Headers of our own fetch of a source, as the browser would send them for a navigation. */
export const REQUEST_HEADERS: Readonly<Record<string, string>> = {
  'user-agent': USER_AGENT,
  accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  'accept-language': 'en-US,en;q=0.9',
};
