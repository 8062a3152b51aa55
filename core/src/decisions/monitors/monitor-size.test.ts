import { expect, it } from 'vitest';
import type { Monitor } from '../../documents/monitor.ts';
import { monitorEndpointSample, monitorSample } from '../../testing/samples.ts';
import { LIMITS } from '../../values/limits.ts';
import { LOCATION_CODES } from '../../values/locations.ts';
import type { Vote } from '../../values/vote.ts';
import { isMonitorTooLarge, VOTE_BYTES } from './monitor-size.ts';

/** A monitor of so many endpoints from three locations, with names and URLs of these lengths. */
function monitorOf(count: number, { url = 60, name = 20 }: { url?: number; name?: number } = {}): Monitor {
  const order = Array.from({ length: count }, (_, index) => `endpoint${index}`.padEnd(20, 'x'));
  const own = monitorEndpointSample({ url: 'https://farwatch.test/'.padEnd(url, 'u'), name: '名'.repeat(name) });
  return {
    ...monitorSample(),
    locations: [...LOCATION_CODES],
    order,
    endpoints: Object.fromEntries(order.map((id) => [id, own])),
  };
}

const NOW = Date.UTC(2026, 10, 29);
const LONGEST = { url: LIMITS.urlLength, name: LIMITS.nameLength };

it.each<[string, Monitor | null, Monitor, boolean]>([
  ['500 ordinary endpoints', null, monitorOf(500), false],
  ['one more', monitorOf(500), monitorOf(501), true],
  ['as many as before, though too many', monitorOf(501), monitorOf(501), false],
  ['200 of the longest texts', null, monitorOf(200, LONGEST), false],
  ['more of the longest texts than fit', null, monitorOf(250, LONGEST), true],
  ['fewer of them than before, though too many', monitorOf(260, LONGEST), monitorOf(250, LONGEST), false],
  ['500 with URLs of 300 and names of 60 characters', null, monitorOf(500, { url: 300, name: 60 }), false],
  ['500 with URLs of 600 and names of 100 characters', null, monitorOf(500, { url: 600, name: 100 }), true],
])('%s', (_, before, after, expected) => {
  expect(isMonitorTooLarge(before, after)).toBe(expected);
});

it('a vote with everything is as large as assumed', () => {
  const vote: Vote = {
    ...{ up: false, generation: 9_999, agentSeq: 9_999_999, since: NOW, statusCode: 503, certificateEndsAt: NOW },
    ...{ slow: { since: NOW, ms: 30_000 }, withdrawn: 'refused-address' },
  };
  // With the comma before the next one; the braces around all are the endpoint's.
  const bytes = JSON.stringify({ tw: vote }).length - 1;
  expect(bytes).toBeLessThanOrEqual(VOTE_BYTES);
  expect(bytes).toBeGreaterThan(0.9 * VOTE_BYTES);
});
