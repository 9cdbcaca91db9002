import { expect, it } from 'vitest';
import { EGRESS_BROWSER_ARGS } from '../../../src/domain/egress/browser-args.ts';

it('leaves the features switches to the launcher', () => {
  expect(EGRESS_BROWSER_ARGS.filter((arg) => /^--(?:disable|enable)-features/.test(arg))).toEqual([]);
});

it('gives every switch once', () => {
  const names = EGRESS_BROWSER_ARGS.map((arg) => arg.split('=')[0]);
  expect(new Set(names).size).toBe(names.length);
});
