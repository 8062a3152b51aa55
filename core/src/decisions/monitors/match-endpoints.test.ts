import { describe, expect, test } from 'vitest';
import { endpointFieldsSample } from '../../testing/samples.ts';
import { matchEndpoints } from './monitor-content.ts';

const CURRENT = { a: { url: 'https://a.test/', name: 'A' }, b: { url: 'https://b.test/', name: 'B' } };

type Given = { id?: string; url: string; name?: string };

function match(given: Given[]) {
  const matched = matchEndpoints(
    CURRENT,
    given.map((endpoint) => ({ ...endpointFieldsSample({ name: '' }), ...endpoint })),
  );
  return matched.map(({ id, url, name }) => [id, `${name} ${url}`]);
}

describe('matchEndpoints', () => {
  test('an id matches its endpoint, whatever its URL', () => {
    expect(match([{ id: 'a', url: 'https://new.test/', name: 'N' }])).toEqual([['a', 'N https://new.test/']]);
  });

  test('without an id the URL matches; an empty name keeps the current one; the order is the given one', () => {
    expect(match([{ url: 'https://b.test/' }, { url: 'https://a.test/', name: 'Other' }])).toEqual([
      ['b', 'B https://b.test/'],
      ['a', 'Other https://a.test/'],
    ]);
  });

  test('an unknown URL is new, also with an unknown id', () => {
    expect(match([{ url: 'https://c.test/' }, { id: 'strange', url: 'https://d.test/', name: 'D' }])).toEqual([
      [null, 'c.test https://c.test/'],
      [null, 'D https://d.test/'],
    ]);
  });

  test('two endpoints that exchange their URLs keep their ids', () => {
    const exchanged = [
      { id: 'a', url: 'https://b.test/' },
      { id: 'b', url: 'https://a.test/' },
    ];
    expect(match(exchanged)).toEqual([
      ['a', 'A https://b.test/'],
      ['b', 'B https://a.test/'],
    ]);
  });

  test('an id has priority over a URL: the other with that URL is new', () => {
    const given = [{ url: 'https://a.test/' }, { id: 'a', url: 'https://moved.test/' }];
    expect(match(given)).toEqual([
      [null, 'a.test https://a.test/'],
      ['a', 'A https://moved.test/'],
    ]);
  });

  test('names of Object’s prototype match no endpoint', () => {
    expect(match([{ id: 'constructor', url: 'https://c.test/' }])).toEqual([[null, 'c.test https://c.test/']]);
  });
});
