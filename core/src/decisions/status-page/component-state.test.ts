import { describe, expect, it, test } from 'vitest';
import { monitorEndpointSample, monitorSample, NOW, voteSample } from '../../testing/samples.ts';
import { MINUTE_MS } from '../../values/time.ts';
import { componentState, isVisibleChange } from './component-state.ts';

const at = (minutes: number) => NOW - minutes * MINUTE_MS;
const up = monitorEndpointSample({ status: 'up', since: at(60), votes: { tw: voteSample() } });
const down = monitorEndpointSample({ status: 'down', since: at(10) });
const downLater = monitorEndpointSample({ status: 'down', since: at(5) });
const partial = monitorEndpointSample({
  status: 'up',
  since: at(60),
  votes: { tw: voteSample(), th: voteSample({ up: false, since: at(7) }) },
});
const pending = monitorEndpointSample({ status: 'pending', since: at(90) });
const unknown = monitorEndpointSample({ status: 'unknown', since: at(20) });
const paused = monitorEndpointSample({ status: 'paused', since: at(30) });

const ALL = { endpointId: null };
const stateOf = (...endpoints: (typeof up)[]) =>
  componentState(monitorSample({ endpoints: Object.fromEntries(endpoints.entries()) }), ALL, null, true, NOW);

test.each([
  ['all up', [up, up], 'up', 60],
  ['one down of two', [up, down], 'partial', 10],
  ['all down, since the last one', [down, downLater], 'down', 5],
  ['one fails from a location, since it does', [up, partial], 'partial', 7],
  ['one down and one partial, since the first failure', [down, partial], 'partial', 10],
  ['pending and unknown ones do not count with known ones', [up, pending, unknown], 'up', 60],
  ['down with an unknown one', [downLater, unknown], 'down', 5],
  ['pending only', [pending], 'unknown', 90],
  ['unknown and paused', [unknown, paused], 'unknown', 20],
  ['all paused', [paused, paused], 'paused', 30],
  ['paused with one that is up', [up, paused], 'up', 60],
  ['no endpoints', [], 'unknown', 0],
] as const)('a monitor: %s', (_, endpoints, status, minutes) => {
  expect(stateOf(...endpoints)).toEqual({ status, since: at(minutes) });
});

describe('a component', () => {
  const monitor = monitorSample({ endpoints: { a: up, b: down } });

  it('can be one endpoint', () => {
    expect(componentState(monitor, { endpointId: 'b' }, null, true, NOW)).toEqual({ status: 'down', since: at(10) });
    expect(componentState(monitor, { endpointId: 'gone' }, null, true, NOW)).toEqual({ status: 'unknown', since: NOW });
  });

  it('of a monitor that is gone is unknown', () => {
    expect(componentState(null, ALL, null, true, NOW)).toEqual({ status: 'unknown', since: NOW });
  });

  it('keeps the start of its status', () => {
    const before = { status: 'partial' as const, since: at(500) };
    expect(componentState(monitor, ALL, before, true, NOW)).toEqual(before);
    expect(componentState(monitor, ALL, { ...before, status: 'up' }, true, NOW).since).toBe(at(10));
  });
});

test.each([
  ['another agent with the same verdict', { ...up, votes: { tw: voteSample({ generation: 2 }) } }, false],
  ['a location that fails', partial, true],
  ['another status', down, true],
])('a change is visible: %s', (_, after, isVisible) => {
  expect(isVisibleChange(monitorSample({ endpoints: { a: up } }), { a: after })).toBe(isVisible);
});
