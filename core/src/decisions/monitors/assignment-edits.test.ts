import { describe, expect, test } from 'vitest';
import { endpointFieldsSample, monitorContentSample } from '../../testing/samples.ts';
import type { LocationCode } from '../../values/locations.ts';
import { type AssignedMonitor, assignmentEdits } from './assignment-edits.ts';

function watched(locations: LocationCode[], urls: Record<string, string>, name = 'Shop'): AssignedMonitor {
  const endpoints = Object.entries(urls).map(
    ([id, url]) => [id, { ...endpointFieldsSample({ url, name: id }), rev: 0, slowLimits: {} }] as const,
  );
  return { ...monitorContentSample({ name, locations }), endpoints: Object.fromEntries(endpoints) };
}

function pausedMonitor(monitor: AssignedMonitor): AssignedMonitor {
  return monitor && { ...monitor, paused: true };
}

/** Each location's edit: the ids put, removed, to forget and to confirm. */
function edits(before: AssignedMonitor, after: AssignedMonitor) {
  const entries = [...assignmentEdits('m', before, after)];
  return Object.fromEntries(
    entries.map(([location, { put, remove, forget, confirm }]) => [
      location,
      [Object.keys(put), remove, forget, confirm],
    ]),
  );
}

describe('assignmentEdits', () => {
  const two = { a: 'u1', b: 'u2' };
  test.each<[string, AssignedMonitor, AssignedMonitor, Record<string, unknown>]>([
    ['a new monitor', null, watched(['tw', 'th'], two), { tw: [['a', 'b'], [], [], []], th: [['a', 'b'], [], [], []] }],
    ['a deleted monitor', watched(['tw'], two), null, { tw: [[], ['a', 'b'], ['a', 'b'], []] }],
    ['nothing', watched(['tw'], two), watched(['tw'], two), {}],
    ['an endpoint more', watched(['tw'], { a: 'u1' }), watched(['tw'], two), { tw: [['b'], [], [], []] }],
    ['an endpoint less', watched(['tw'], two), watched(['tw'], { a: 'u1' }), { tw: [[], ['b'], ['b'], []] }],
    ['another URL', watched(['bd'], two), watched(['bd'], { a: 'u1', b: 'u3' }), { bd: [['b'], [], ['b'], []] }],
    ['another name', watched(['tw'], two), watched(['tw'], two, 'Store'), { tw: [['a', 'b'], [], [], []] }],
    ['a pause', watched(['tw'], two), pausedMonitor(watched(['tw'], two)), { tw: [[], ['a', 'b'], ['a', 'b'], []] }],
    [
      'a pause that ends, with a location more',
      pausedMonitor(watched(['tw'], two)),
      watched(['tw', 'th'], two),
      { tw: [['a', 'b'], [], ['a', 'b'], []], th: [['a', 'b'], [], ['a', 'b'], ['a', 'b']] },
    ],
    [
      'a location for another',
      watched(['tw', 'th'], two),
      watched(['th', 'bd'], two),
      {
        tw: [[], ['a', 'b'], ['a', 'b'], []],
        th: [[], [], ['a', 'b'], ['a', 'b']],
        // If a location is added again soon, its agent may still know the endpoints and would not check by itself.
        bd: [['a', 'b'], [], ['a', 'b'], ['a', 'b']],
      },
    ],
    [
      'a location less: the others report all again',
      watched(['tw', 'th'], two),
      watched(['th'], two),
      { tw: [[], ['a', 'b'], ['a', 'b'], []], th: [[], [], ['a', 'b'], ['a', 'b']] },
    ],
    [
      'a location less, with another name: no agent rechecks for the name',
      watched(['tw', 'th'], two),
      watched(['th'], two, 'Store'),
      { tw: [[], ['a', 'b'], ['a', 'b'], []], th: [['a', 'b'], [], ['a', 'b'], ['a', 'b']] },
    ],
    [
      'a location more, with another URL, another name and a new endpoint',
      watched(['tw'], { a: 'u1', b: 'u2' }),
      watched(['tw', 'th'], { a: 'u3', b: 'u2', c: 'u4' }),
      { tw: [['a', 'c'], [], ['a', 'b'], ['b']], th: [['a', 'b', 'c'], [], ['a', 'b'], ['b']] },
    ],
  ])('%s', (_, before, after, expected) => {
    expect(edits(before, after)).toEqual(expected);
  });

  test.each([
    ['a number', 800, { tw: 800, th: 800 }],
    ['auto, where it has a value', 'auto', { tw: 350, th: undefined }],
    ['none', null, { tw: undefined, th: undefined }],
  ] as const)('the agent gets the limit of its location: %s', (_, slowMs, expected) => {
    const a = { ...endpointFieldsSample({ slowMs }), rev: 0, slowLimits: { tw: 350 } };
    const after: AssignedMonitor = { ...monitorContentSample({ locations: ['tw', 'th'] }), endpoints: { a } };
    const given = [...assignmentEdits('m', null, after)].map(([code, { put }]) => [code, put.a?.slowMs]);
    expect(Object.fromEntries(given)).toEqual(expected);
  });

  test('the agent gets URL, revision, name and group', () => {
    const a = { ...endpointFieldsSample({ url: 'u1', name: 'a', description: 'internal' }), rev: 3, slowLimits: {} };
    const after: AssignedMonitor = { ...monitorContentSample({ name: 'Shop' }), endpoints: { a } };
    expect(assignmentEdits('m', null, after).get('tw')?.put).toEqual({
      a: { url: 'u1', name: 'a', group: 'Shop', monitorId: 'm', rev: 3 },
    });
  });
});
