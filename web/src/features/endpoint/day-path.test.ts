import { expect, it } from 'vitest';
import { withSeen } from './day-path.ts';

const SEEN = { known: 3, knownSince: '2026-01-02T03:04:05.678Z' };
const QUERY = 'known=3&knownSince=2026-01-02T03%3A04%3A05.678Z';

it.each([
  ['/endpoints/a/history', null, '/endpoints/a/history'],
  ['/endpoints/a/history', SEEN, `/endpoints/a/history?${QUERY}`],
  ['/endpoints/a/checks?userTimezone=UTC', SEEN, `/endpoints/a/checks?userTimezone=UTC&${QUERY}`],
])('%s, having seen %o, is asked for as %s', (path, seen, asked) => {
  expect(withSeen(path, seen)).toBe(asked);
});
