import { CONSENT_SELECTORS } from '../../domain/capture/page-traits.ts';
import { type DomElement, type DomNode, nextNode, TEXT } from '../document/html/dom.ts';

/** What authors call the places that they rent out, and the numbers that only count visitors. */
const NOISE_NAME =
  /^(?:ads?|advert(?:s|isements?|ising)?|sponsor(?:s|ed)?|adsbygoogle|google_ads.*|div-gpt-ad.*|(?:ads?|advert)[-_].*|.*[-_]ads?|(?:(?:hit|visitors?|view)-?)?counter|(?:hit|visitors?|view)-count)$/i;
const NOISE_LABEL = /^(?:advertisements?|sponsored)\b/i;

const BUTTONS = 'button, input[type="submit"], input[type="button"], a, [role="button"]';
const CONSENTING =
  /^(?:i )?(?:accept|agree|allow|ok(?:ay)?|got it|reject|decline|deny|alle akzeptieren|akzeptieren|zustimmen|ablehnen|tout accepter|accepter|refuser|aceptar|rechazar|accetta)\b/i;
const CONSENT_SUBJECT = /cookie|consent|privacy|datenschutz/i;

/** A notice may do without a button. */
const CONSENT_NOTICE = /\b(?:uses?|using|verwende[nt]|utilis\w+|usa(?:mos)?)\b[^.]{0,40}\bcookies\b/i;

/** What carries the page itself is no banner, whatever its class says. */
const CARRIES_PAGE = 'main, article, h1';
const PAGE_PARTS = new Set(['HTML', 'BODY', 'MAIN', 'ARTICLE']);
const MAX_BANNER_LENGTH = 4_000;
const MAX_BANNER_NODES = 1_000;
/** Steps from a button to the banner that it is in, and buttons from which they are gone. */
const MAX_STEPS = 6;
const MAX_BUTTONS = 50;

/** Removes advertisements, counters and consent banners below `root`. */
export function removeNoise(root: DomElement): void {
  removeAsides([...root.querySelectorAll('*')].filter(isNamedNoise));
  removeAsides(
    [...root.querySelectorAll(CONSENT_SELECTORS.join())].filter(
      (element) => isAside(element) && asksConsent(element),
    ),
  );
  const buttons = [...root.querySelectorAll(BUTTONS)].filter((button) => CONSENTING.test(labelOf(button)));
  removeAsides(buttons.slice(0, MAX_BUTTONS).flatMap((button) => bannerAround(button, root) ?? []));
}

function removeAsides(elements: readonly DomElement[]): void {
  for (const element of elements) if (isAside(element)) element.remove();
}

function isNamedNoise(element: DomElement): boolean {
  const names = `${element.getAttribute('id') ?? ''} ${element.getAttribute('class') ?? ''}`.trim();
  if (names !== '' && names.split(/\s+/).some((name) => NOISE_NAME.test(name))) return true;
  return NOISE_LABEL.test(element.getAttribute('aria-label') ?? '');
}

const isAside = (element: DomElement): boolean =>
  !PAGE_PARTS.has(element.nodeName) && isSmall(element) && element.querySelector(CARRIES_PAGE) === null;

/** Counted no further than it matters: elements of hostile pages hold each other thousands of times. */
function isSmall(element: DomElement): boolean {
  let [length, nodes] = [0, 0];
  for (let node: DomNode | null = element.firstChild; node; node = nextNode(node, element)) {
    nodes += 1;
    if (node.nodeType === TEXT) length += node.textContent.length;
    if (length > MAX_BANNER_LENGTH || nodes > MAX_BANNER_NODES) return false;
  }
  return true;
}

const asksConsent = (element: DomElement): boolean =>
  CONSENT_SUBJECT.test(element.textContent) &&
  (element.querySelector(BUTTONS) !== null || CONSENT_NOTICE.test(element.textContent));

const labelOf = (button: DomElement): string => (button.getAttribute('value') ?? button.textContent).trim();

/** The smallest part of the page that has the button and says what it consents to. */
function bannerAround(button: DomElement, root: DomElement): DomElement | null {
  let at = button.parentNode;
  for (let step = 0; at && at !== root && step < MAX_STEPS && isAside(at); step += 1) {
    if (CONSENT_SUBJECT.test(at.textContent)) return at;
    at = at.parentNode;
  }
  return null;
}
