import { CHALLENGE_SELECTORS, CONSENT_SELECTORS } from '../../../domain/capture/page-traits.ts';
import type { PageDocument, PageElement } from './dom.ts';
import { pageScript } from './script.ts';

declare const document: PageDocument;

/** Traits of a page that its outcome is judged by. */
export interface PageSurvey {
  readonly passwordFields: number;
  /** Parts of known bot checks. */
  readonly challenges: number;
  readonly consentBanners: number;
  /** Images that were asked for but not loaded. */
  readonly lazyPending: number;
}

interface Selectors {
  readonly challenge: string;
  readonly consent: string;
}

function surveyPage({ challenge, consent }: Selectors): PageSurvey {
  const visible = (selector: string) =>
    Array.from(document.querySelectorAll(selector)).filter((element) =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }),
    );
  const isBanner = (element: PageElement) =>
    /cookie|consent|privacy/i.test(element.textContent ?? '') &&
    element.querySelectorAll('button, a, input').length > 0;
  return {
    passwordFields: visible('input[type="password" i]').length,
    challenges: visible(challenge).length,
    consentBanners: visible(consent).some(isBanner) ? 1 : 0,
    lazyPending: Array.from(document.images).filter((image) => image.getAttribute('src') && !image.complete)
      .length,
  };
}

/** Script that returns a {@link PageSurvey}. */
export const SURVEY_SCRIPT = pageScript(surveyPage, {
  argument: { challenge: CHALLENGE_SELECTORS.join(), consent: CONSENT_SELECTORS.join() },
});
