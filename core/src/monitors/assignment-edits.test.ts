import { describe, expect, test } from 'vitest';
import type { LocationCode } from '../locations.ts';
import { assignmentEdits, type WatchedMonitor } from './assignment-edits.ts';

function watched(locations: LocationCode[], urls: Record<string, string>, name = 'Shop'): WatchedMonitor {
  const endpoints = Object.entries(urls).map(([id, url]) => [id, { url, name: id }] as const);
  return { name, locations, endpoints: Object.fromEntries(endpoints) };
}

/** Each location's edit in short: ids put, removed and forgotten. */
function edits(before: WatchedMonitor, after: WatchedMonitor) {
  const entries = [...assignmentEdits('m', before, after)];
  return Object.fromEntries(
    entries.map(([location, { put, remove, forget }]) => [location, [Object.keys(put), remove, forget]]),
  );
}

describe('assignmentEdits', () => {
  const two = { a: 'u1', b: 'u2' };
  test.each<[string, WatchedMonitor, WatchedMonitor, Record<string, unknown>]>([
    ['a new monitor', null, watched(['tw', 'th'], two), { tw: [['a', 'b'], [], []], th: [['a', 'b'], [], []] }],
    ['a deleted monitor', watched(['tw'], two), null, { tw: [[], ['a', 'b'], ['a', 'b']] }],
    ['nothing', watched(['tw'], two), watched(['tw'], two), {}],
    ['an endpoint more', watched(['tw'], { a: 'u1' }), watched(['tw'], two), { tw: [['b'], [], []] }],
    ['an endpoint less', watched(['tw'], two), watched(['tw'], { a: 'u1' }), { tw: [[], ['b'], ['b']] }],
    ['another URL', watched(['bd'], two), watched(['bd'], { a: 'u1', b: 'u3' }), { bd: [['b'], [], ['b']] }],
    ['another name', watched(['tw'], two), watched(['tw'], two, 'Store'), { tw: [['a', 'b'], [], []] }],
    [
      'a location for another',
      watched(['tw', 'th'], two),
      watched(['th', 'bd'], two),
      { tw: [[], ['a', 'b'], ['a', 'b']], bd: [['a', 'b'], [], ['a', 'b']] },
    ],
  ])('%s', (_, before, after, expected) => {
    expect(edits(before, after)).toEqual(expected);
  });

  test('the agent is told URL, name and group', () => {
    expect(assignmentEdits('m', null, watched(['tw'], { a: 'u1' })).get('tw')?.put).toEqual({
      a: { url: 'u1', name: 'a', group: 'Shop', monitorId: 'm' },
    });
  });
});
