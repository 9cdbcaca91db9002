import { describe, expect, it } from 'vitest';
import { utf8 } from '../../../src/core/bytes.ts';
import { mayRunCode } from '../../../src/domain/capture/active-content.ts';

describe('mayRunCode', () => {
  it.each([
    '<script>1</script>',
    '<SCRIPT src=a>',
    '<svg:script>1',
    '<body onload="a()">',
    '<img src=a\nonerror=a()>',
    '<img/onerror=a()>',
    '<iframe src=a>',
    '<object data=a>',
  ])('fears %s', (html) => {
    expect(mayRunCode(utf8(html))).toBe(true);
  });

  it('fears what it cannot read', () => {
    expect(mayRunCode(Buffer.from('<script>', 'utf16le'))).toBe(true);
  });

  it.each([
    '<p>words',
    '<p class="online">on=call',
    '<link rel=stylesheet href=a?b=1&c=2><img src=b loading=lazy>',
    '<a href="javascript:a()">',
  ])('trusts %s', (html) => {
    expect(mayRunCode(utf8(html))).toBe(false);
  });
});
