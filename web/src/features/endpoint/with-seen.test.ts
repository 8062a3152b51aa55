import { type AddressInput, addressOf } from '@farwatch/core/api/call';
import { endpointCalls } from '@farwatch/core/api/endpoints';
import { expect, it } from 'vitest';
import { withSeen } from './with-seen.ts';

const SEEN = { known: 3, knownSince: '2026-01-02T03:04:05.678Z' };
const QUERY = 'known=3&knownSince=2026-01-02T03%3A04%3A05.678Z';
const params = { id: 'a' };

it.each([
  [null, '/api/endpoints/a/history'],
  [SEEN, `/api/endpoints/a/history?${QUERY}`],
])('the hours, having seen %o, are asked for at %s', (seen, address) => {
  const input: AddressInput<typeof endpointCalls.history> = { params };
  expect(addressOf(endpointCalls.history, withSeen(input, seen))).toBe(address);
});

it('the checks too, besides what is asked anyway', () => {
  const input = { params, query: { userTimezone: 'Asia/Taipei' } };
  const address = `/api/endpoints/a/checks?userTimezone=Asia%2FTaipei&${QUERY}`;
  expect(addressOf(endpointCalls.checks, withSeen(input, SEEN))).toBe(address);
});
