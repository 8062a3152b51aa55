import { describe, expect, test } from 'vitest';
import type { Monitor } from '../../documents/monitor.ts';
import type { EndpointStatus } from '../../values/status.ts';
import { findOutageChanges } from './outage-change.ts';

const AT = 1_700_000_000_000;

type Statuses = Record<string, [EndpointStatus, number]>;

const monitors = (statuses: Statuses) => [
  {
    id: 'm',
    name: 'Storefront',
    maintenance: [{ id: 'w', name: 'Backup', startsAt: AT + 100, endsAt: AT + 200 }],
    incidents: FLAPPING,
    endpoints: Object.fromEntries(
      Object.entries(statuses).map(([id, [status, since]]) => [id, { name: id.toUpperCase(), status, since }]),
    ),
  },
];

/** The changes between successive states; the first is the state when the browser opens. */
function changesOf(...states: Statuses[]): string[] {
  return changesAt(states.map((state) => [AT, state]));
}

/** The same with the time of each state. */
function changesAt(states: [number, Statuses][]): string[] {
  let running: ReturnType<typeof findOutageChanges>['running'] | null = null;
  return states.flatMap(([nowMs, state]) => {
    const next = findOutageChanges(running, monitors(state), nowMs);
    running = next.running;
    return next.changes.map(({ kind, endpointId, since }) => `${kind} ${endpointId} ${since - AT}`);
  });
}

/** Endpoint `f` flaps. */
const FLAPPING: Monitor['incidents'] = [
  { at: AT, location: 'tw', endpoint: 'f', endedAt: null, flapping: { since: AT, outages: 5 } },
];

describe('changes reported to the browser', () => {
  test.each<[string, Statuses[], string[]]>([
    ['none for an endpoint that is already down', [{ a: ['down', AT] }], []],
    [
      'an outage and its end',
      [{ a: ['up', AT] }, { a: ['down', AT + 1] }, { a: ['up', AT + 2] }],
      ['down a 1', 'up a 2'],
    ],
    ['the end of an outage that was already running', [{ a: ['down', AT] }, { a: ['up', AT + 2] }], ['up a 2']],
    ['an outage once', [{ a: ['up', AT] }, { a: ['down', AT + 1] }, { a: ['down', AT + 1] }], ['down a 1']],
    [
      'the next outage again',
      [{ a: ['down', AT] }, { a: ['up', AT + 1] }, { a: ['down', AT + 2] }],
      ['up a 1', 'down a 2'],
    ],
    ['a new endpoint whose first check fails', [{}, { a: ['pending', AT] }, { a: ['down', AT + 1] }], ['down a 1']],
    [
      'none while it flaps',
      [{ f: ['down', AT] }, { f: ['up', AT + 1] }, { f: ['down', AT + 2] }, { f: ['up', AT + 3] }],
      [],
    ],
    ['none for a first check that succeeds', [{ a: ['pending', AT] }, { a: ['up', AT + 1] }], []],
    ['none while the status is unknown', [{ a: ['up', AT] }, { a: ['unknown', AT + 1] }, { a: ['up', AT + 2] }], []],
    [
      'one outage across an unknown status',
      [
        { a: ['up', AT] },
        { a: ['down', AT + 1] },
        { a: ['unknown', AT + 2] },
        { a: ['down', AT + 3] },
        { a: ['up', AT + 4] },
      ],
      ['down a 1', 'up a 4'],
    ],
    ['none for an endpoint deleted while down', [{ a: ['down', AT] }, {}, { a: ['up', AT + 1] }], []],
    [
      'none for an endpoint whose URL was changed',
      [{ a: ['down', AT] }, { a: ['pending', AT + 1] }, { a: ['up', AT + 2] }],
      [],
    ],
    [
      'each of several',
      [
        { a: ['up', AT], b: ['down', AT] },
        { a: ['down', AT + 1], b: ['up', AT + 2] },
      ],
      ['down a 1', 'up b 2'],
    ],
  ])('%s', (_what, states, expected) => {
    expect(changesOf(...states)).toEqual(expected);
  });

  const UP: Statuses = { a: ['up', AT] };
  const DOWN: Statuses = { a: ['down', AT + 110] };
  const DOWN_BEFORE: Statuses = { a: ['down', AT + 1] };
  test.each<[string, [number, Statuses][], string[]]>([
    [
      'none for an outage in maintenance',
      [
        [AT, UP],
        [AT + 110, DOWN],
        [AT + 120, UP],
        [AT + 200, UP],
      ],
      [],
    ],
    [
      'an outage in maintenance at its end',
      [
        [AT, UP],
        [AT + 110, DOWN],
        [AT + 200, DOWN],
        [AT + 210, DOWN],
      ],
      ['down a 110'],
    ],
    [
      'an outage before it once, with its end',
      [
        [AT, UP],
        [AT + 1, DOWN_BEFORE],
        [AT + 110, DOWN_BEFORE],
        [AT + 120, UP],
      ],
      ['down a 1', 'up a 0'],
    ],
  ])('%s', (_what, states, expected) => {
    expect(changesAt(states)).toEqual(expected);
  });

  test('include the names of endpoint and monitor', () => {
    const { running } = findOutageChanges(null, monitors({ a: ['up', AT] }), AT);
    expect(findOutageChanges(running, monitors({ a: ['down', AT + 1] }), AT).changes).toEqual([
      { kind: 'down', endpointId: 'a', endpoint: 'A', monitor: 'Storefront', since: AT + 1 },
    ]);
  });
});
