import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { judgeContent, judgeOutcome, type ObservedPage } from '../../../src/domain/capture/outcome.ts';

const page = (more: Partial<ObservedPage> = {}): ObservedPage => ({
  requestedUrl: 'https://example.org/report',
  finalUrl: 'https://example.org/report',
  status: 200,
  headers: [],
  title: 'A report',
  text: 'Plain words.',
  signals: [],
  ...more,
});
const outcome = (more: Partial<ObservedPage>) => judgeOutcome(page(more)).outcome;

describe('judgeOutcome', () => {
  it.each([
    [{ status: 403, title: 'Just a moment...' }],
    [{ status: 503, text: 'Checking your browser before accessing.' }],
    [{ status: 403, headers: [['cf-mitigated', 'challenge']] as const }],
    [{ title: 'Access denied', signals: [{ code: 'challenge_widget', count: 1 }] }],
  ])('calls %o blocked', (traits) => {
    expect(outcome(traits)).toBe('blocked');
  });

  it.each([
    [{ title: 'Sign in', signals: [{ code: 'password_field', count: 1 }] }],
    [{ status: 401, title: 'Log in' }],
    [{ finalUrl: 'https://example.org/login?next=report', text: 'Please log in to continue.' }],
  ])('calls %o a login wall', (traits) => {
    expect(outcome(traits)).toBe('login_wall');
  });

  it.each([
    ['a form with a captcha', { signals: [{ code: 'challenge_widget', count: 1 }] }, 'ok'],
    ['a page with a login box', { signals: [{ code: 'password_field', count: 1 }] }, 'ok'],
    [
      'an article on captchas',
      { text: `Verify you are human. ${'word '.repeat(1_000)}`, title: 'Robot check' },
      'ok',
    ],
    ['a plain 403', { status: 403 }, 'error_page'],
    [
      'a login page that was asked for',
      { requestedUrl: 'https://example.org/login', finalUrl: 'https://example.org/login' },
      'ok',
    ],
  ])('takes one trait alone for no proof: %s', (_, traits, expected) => {
    expect(outcome(traits)).toBe(expected);
  });

  it.each([
    [{ status: 404 }, 'error_page'],
    [{ status: 500, text: '' }, 'error_page'],
    [{ text: ' \n' }, 'empty'],
    [{ signals: [{ code: 'not_settled' }] }, 'partial'],
    [{ signals: [{ code: 'page_truncated' }] }, 'partial'],
    [{ signals: [{ code: 'page_unreadable', count: 1 }] }, 'partial'],
    [{ signals: [{ code: 'ocr_failed' }] }, 'partial'],
    [{ signals: [{ code: 'low_ocr_confidence', count: 1 }] }, 'ok'],
    [{ signals: [{ code: 'hidden_text', count: 2 }] }, 'ok'],
  ] as const)('judges %o to be %s', (traits, expected) => {
    expect(outcome(traits)).toBe(expected);
  });

  it('keeps what was noticed, adds the traits, and names none twice', () => {
    const { signals } = judgeOutcome(
      page({ title: 'Log in', signals: [{ code: 'password_field', count: 2 }] }),
    );
    expect(signals).toEqual([{ code: 'password_field', count: 2 }, { code: 'login_title' }]);
  });

  it('answers for any page', () => {
    const text = fc.string({ unit: 'binary', maxLength: 300 });
    const pages = fc.record({
      title: text,
      text,
      finalUrl: text,
      requestedUrl: text,
      status: fc.integer({ min: 100, max: 599 }),
    });
    fc.assert(
      fc.property(pages, (traits) => {
        expect(['ok', 'partial', 'blocked', 'login_wall', 'empty', 'error_page']).toContain(outcome(traits));
      }),
    );
  });
});

describe('judgeContent', () => {
  it('knows nothing of statuses and walls', () => {
    expect(judgeContent('Please log in. Verify you are human.', [{ code: 'password_field' }])).toBe('ok');
  });
});
