import { describe, expect, it } from 'vitest';
import { comparableText } from '../../../src/domain/monitor/noise.ts';

describe('what differs only in noise is equal', () => {
  it.for([
    ['Last updated: 1 May 2026', 'Last updated: 28 December 2026'],
    ['Updated May 1st, 2026 at 9:05 am', 'Updated June 23rd, 2027 at 11:40 pm'],
    ['Fri, 20 Nov 2026 14:25:31 GMT', 'Sun, 22 Nov 2026 09:00:00 GMT'],
    ['2026-11-20T14:25:31.123Z', '2027-01-02T00:00:00Z'],
    ['Stand: 20.11.2026, 14:05 Uhr', 'Stand: 3.12.2026, 08:30 Uhr'],
    ['Actualizado el 3 de marzo de 2026', 'Actualizado el 14 de abril de 2026'],
    ['Обновлено 5 марта 2026', 'Обновлено 12 апреля 2026'],
    ['2026年11月20日 更新', '2026年12月1日 更新'],
    ['Posted an hour ago', 'Posted 3 days ago'],
    ['Last checked: today', 'Last checked: yesterday'],
    ['Copyright 2025 Example', 'Copyright 2026 Example'],
    ['You are visitor number 10,234', 'You are visitor number 10,998'],
    ['1,204 views · 3 comments', '1,731 views · 12 comments'],
    ['Viewed 812 times', 'Viewed 840 times'],
    ['Counter: 17', 'Counter: 18'],
    ['Server time: 1763650000', 'Server time: 1763650999'],
    ['Time: 10:23:45', 'Time: 11:00:01'],
    ['Today is Friday', 'Today is Sunday'],
    ['17 users online', '23 users online'],
    ['Rendered in 12 ms', 'Rendered in 340 ms'],
    ['Session ID: 8f3a9c11aa07', 'Session ID: 00b1c2d3e4f5'],
    ['Zero\u200bwidth  and\u00a0spaces', 'Zerowidth and spaces'],
  ])('%j', ([before, after]) => {
    expect(comparableText(before ?? '')).toBe(comparableText(after ?? ''));
  });
});

describe('what says something else is not equal', () => {
  it.for([
    ['Price: 10 EUR', 'Price: 12 EUR'],
    ['Price: 1 EUR', 'Price: 1.50 EUR'],
    ['Total: 1,204', 'Total: 1,304'],
    ['Version 3.2.1', 'Version 3.2.2'],
    ['Closed on Friday', 'Closed on Sunday'],
    ['Departure time: 14:05', 'Departure time: 14:35'],
    ['Up to 5 users', 'Up to 10 users'],
    ['10,000 views per month', '20,000 views per month'],
    ['Offer ends 1 May 2026', 'Offer ends 8 May 2026'],
    ['Gültig bis 31.12.2026', 'Gültig bis 31.01.2027'],
    ['In Kraft ab 1. Januar 2026', 'In Kraft ab 1. März 2026'],
    ['Open 9:00-17:00', 'Open 9:00-18:00'],
    ['The train departs at 14:05', 'The train departs at 14:35'],
    ['The company issued 1,000,000 shares', 'The company issued 1,200,000 shares'],
    ['Phone 030 123456', 'Phone 030 123457'],
    ['★★★☆☆', '★★★★☆'],
    ['You may cancel', 'You must cancel'],
    ['Chapter 3', 'Chapter 4'],
    ['Only 3 left in stock', 'Only 2 left in stock'],
    ['Temperature -3 °C', 'Temperature 3 °C'],
    ['SHA-256: 8f3a9c11aa07', 'SHA-256: 00b1c2d3e4f5'],
    ['Apple', 'apple'],
  ])('%j', ([before, after]) => {
    expect(comparableText(before ?? '')).not.toBe(comparableText(after ?? ''));
  });
});

it('is nothing where a line is noise altogether', () => {
  for (const line of ['14:05:33', '20 November 2026', 'Visitors: 10,234', '•', '— | —', ''])
    expect(comparableText(line)).toBeNull();
});

it('takes linear time for lines that nearly match', () => {
  const started = performance.now();
  for (const unit of ['1,', '1 ', '12:00 ', '1 January ', 'a', '9', 'views ', 'request id ', '© ', ' - 1'])
    comparableText(unit.repeat(10_000 / unit.length));
  expect(performance.now() - started).toBeLessThan(2_000);
});
