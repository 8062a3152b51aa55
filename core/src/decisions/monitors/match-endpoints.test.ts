import { describe, expect, test } from 'vitest';
import { endpointFieldsSample } from '../../testing/samples.ts';
import { matchEndpoints } from './match-endpoints.ts';

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
  test('an id keeps its endpoint, whatever its URL is now', () => {
    expect(match([{ id: 'a', url: 'https://new.test/', name: 'N' }])).toEqual([['a', 'N https://new.test/']]);
  });

  test('without an id the URL keeps it, and its name stays when none is given; the order is the given one', () => {
    expect(match([{ url: 'https://b.test/' }, { url: 'https://a.test/', name: 'Other' }])).toEqual([
      ['b', 'B https://b.test/'],
      ['a', 'Other https://a.test/'],
    ]);
  });

  test('what is not known is new, also under an unknown id', () => {
    expect(match([{ url: 'https://c.test/' }, { id: 'strange', url: 'https://d.test/', name: 'D' }])).toEqual([
      [null, 'Endpoint 1 https://c.test/'],
      [null, 'D https://d.test/'],
    ]);
  });

  test('two that exchange their URLs stay who they are', () => {
    const exchanged = [
      { id: 'a', url: 'https://b.test/' },
      { id: 'b', url: 'https://a.test/' },
    ];
    expect(match(exchanged)).toEqual([
      ['a', 'A https://b.test/'],
      ['b', 'B https://a.test/'],
    ]);
  });

  test('an id goes before a URL: the other with that URL is new', () => {
    const given = [{ url: 'https://a.test/' }, { id: 'a', url: 'https://moved.test/' }];
    expect(match(given)).toEqual([
      [null, 'Endpoint 1 https://a.test/'],
      ['a', 'A https://moved.test/'],
    ]);
  });

  test('names of Object’s own do not pass for endpoints', () => {
    expect(match([{ id: 'constructor', url: 'https://c.test/' }])).toEqual([[null, 'Endpoint 1 https://c.test/']]);
  });
});
