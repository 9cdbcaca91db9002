/** Markup of the widespread bot checks, as CSS selectors. */
export const CHALLENGE_SELECTORS = [
  '#challenge-form',
  '#challenge-running',
  '.cf-turnstile',
  '.h-captcha',
  '.g-recaptcha',
  '#px-captcha',
  '#sec-if-cpt-container',
  ...['challenges.cloudflare.com', 'hcaptcha.com', 'captcha-delivery.com', '/recaptcha/'].map(
    (part) => `iframe[src*="${part}"]`,
  ),
];

/** Containers of the widespread consent tools, then whatever calls itself so. */
export const CONSENT_SELECTORS = [
  '#onetrust-banner-sdk',
  '#CybotCookiebotDialog',
  '#didomi-notice',
  '#usercentrics-root',
  '.qc-cmp2-container',
  '.fc-consent-root',
  ...['cookie', 'consent', 'gdpr'].flatMap((word) => [`[id*="${word}" i]`, `[class*="${word}" i]`]),
];
