import { describe, expect, it } from 'vitest';
import { findPathFault, findPathsFault } from '../../../src/domain/archive/safe-path.ts';

describe('a path in an archive', () => {
  it.each(['manifest.json', 'artifacts/source/body.html', 'seals/tsa/ä.tsr', 'a/..b/c..', 'artifacts/a b'])(
    'may be %s',
    (path) => {
      expect(findPathFault(path)).toBeNull();
    },
  );

  it.each([
    '',
    '/etc/passwd',
    '..',
    'a/../b',
    './a',
    'a//b',
    'a/',
    'C:/x',
    'a\\b',
    'a\u0000b',
    'a\nb',
    'a\u202eb',
    '\ud800',
    'x'.repeat(256),
  ])('may not be %j', (path) => {
    expect(findPathFault(path)).not.toBeNull();
  });
});

describe('paths together', () => {
  it.each([[['a', 'A']], [['é', 'e\u0301']], [['a', 'a/b']], [['A', 'a/b']]])('may not be %j', (paths) => {
    expect(findPathsFault(paths)).not.toBeNull();
  });

  it('may not name a folder like a file', () => {
    expect(findPathsFault(['a'], ['a'])).not.toBeNull();
    expect(findPathsFault(['a/b', 'a/c'], ['a'])).toBeNull();
    expect(findPathsFault(['a/b'], ['../x'])).not.toBeNull();
  });
});
