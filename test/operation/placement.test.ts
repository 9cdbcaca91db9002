import { describe, expect, it } from 'vitest';
import { comparePaths, placeOf } from '../../src/operation/placement.ts';
import { FAKE_TOOLS } from '../support/fake-tools.ts';

const tool = (name: string) => FAKE_TOOLS.find((known) => known.name === name)!;

describe('a field stands', () => {
  it.each([
    ['note_get', 'note_id', { in: 'path', name: 'id', alsoInBody: false }],
    ['notes_search', 'limit', { in: 'query', name: 'limit', alsoInBody: false }],
    ['note_delete', 'force', { in: 'query', name: 'force', alsoInBody: false }],
    ['note_create', 'source', { in: 'body', name: 'source', alsoInBody: false }],
    ['note_create', 'sync', { in: 'query', name: 'sync', alsoInBody: true }],
    ['note_create', 'label', { in: 'header', name: 'X-Note-Label', alsoInBody: false }],
    ['note_hold', 'reason', { in: 'body', name: 'reason', alsoInBody: false }],
  ])('of %s: %s', (name, field, place) => {
    expect(placeOf(tool(name), field)).toEqual(place);
  });
});

it('sorts static segments before parameters', () => {
  const paths = ['/v1/a/{id}', '/v1/a/{id}/x', '/v1/a/search', '/v1/a'];
  expect(paths.toSorted(comparePaths)).toEqual(['/v1/a', '/v1/a/search', '/v1/a/{id}', '/v1/a/{id}/x']);
});
