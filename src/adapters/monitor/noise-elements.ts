import { CONSENT_SELECTORS } from '../../domain/capture/page-traits.ts';
import type { DomElement } from '../document/html/dom.ts';

/** What authors call the places that they rent out, and the numbers that only count visitors. */
const NOISE_NAME =
  /^(?:ads?|advert(?:s|isements?|ising)?|sponsored|adsbygoogle|google_ads.*|div-gpt-ad.*|(?:ads?|advert)[-_].*|.*[-_]ads?|(?:(?:hit|visitors?|view)-?)?counter|(?:hit|visitors?|view)-count)$/i;
const NOISE_LABEL = /^(?:advertisements?|sponsored)\b/i;

const BUTTONS = 'button, input[type="submit"], input[type="button"], a, [role="button"]';
const CONSENTING =
  /^(?:i )?(?:accept|agree|allow|ok(?:ay)?|got it|reject|decline|deny|alle akzeptieren|akzeptieren|zustimmen|ablehnen|tout accepter|accepter|refuser|aceptar|rechazar|accetta)\b/i;
const CONSENT_SUBJECT = /cookie|consent|privacy|datenschutz/i;

/** What carries the page itself is no banner, whatever its class says. */
const CARRIES_PAGE = 'main, article, h1';
const PAGE_PARTS = new Set(['HTML', 'BODY', 'MAIN', 'ARTICLE']);
const MAX_BANNER_LENGTH = 4_000;

/** Removes advertisements, counters and consent banners below `root`. */
export function removeNoise(root: DomElement): void {
  removeAsides(root, [...root.querySelectorAll('*')].filter(isNamedNoise));
  removeAsides(root, [...root.querySelectorAll(CONSENT_SELECTORS.join())].filter(asksConsent));
  const buttons = [...root.querySelectorAll(BUTTONS)].filter((button) => CONSENTING.test(labelOf(button)));
  removeAsides(
    root,
    buttons.flatMap((button) => bannerAround(button) ?? []),
  );
}

function removeAsides(root: DomElement, elements: readonly DomElement[]): void {
  for (const element of elements) if (root.contains(element) && isAside(element)) element.remove();
}

function isNamedNoise(element: DomElement): boolean {
  const names = `${element.getAttribute('id') ?? ''} ${element.getAttribute('class') ?? ''}`.trim();
  if (names !== '' && names.split(/\s+/).some((name) => NOISE_NAME.test(name))) return true;
  return NOISE_LABEL.test(element.getAttribute('aria-label') ?? '');
}

const isAside = (element: DomElement): boolean =>
  !PAGE_PARTS.has(element.nodeName) &&
  element.querySelector(CARRIES_PAGE) === null &&
  element.textContent.length <= MAX_BANNER_LENGTH;

const asksConsent = (element: DomElement): boolean =>
  CONSENT_SUBJECT.test(element.textContent) && element.querySelector(BUTTONS) !== null;

const labelOf = (button: DomElement): string => (button.getAttribute('value') ?? button.textContent).trim();

/** The smallest part of the page that has the button and says what it consents to. */
function bannerAround(button: DomElement): DomElement | null {
  let at = button.parentNode;
  while (at && isAside(at) && !CONSENT_SUBJECT.test(at.textContent)) at = at.parentNode;
  return at && isAside(at) ? at : null;
}
