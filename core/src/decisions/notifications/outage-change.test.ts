import { describe, expect, test } from 'vitest';
import type { EndpointStatus } from '../../values/status.ts';
import { findOutageChanges } from './outage-change.ts';

const AT = 1_700_000_000_000;

type Statuses = Record<string, [EndpointStatus, number]>;

const monitors = (statuses: Statuses) => [
  {
    id: 'm',
    name: 'Storefront',
    endpoints: Object.fromEntries(
      Object.entries(statuses).map(([id, [status, since]]) => [id, { name: id.toUpperCase(), status, since }]),
    ),
  },
];

/** The changes between successive states; the first is the state when the browser opens. */
function changesOf(...states: Statuses[]): string[] {
  let running: ReturnType<typeof findOutageChanges>['running'] | null = null;
  return states.flatMap((state) => {
    const next = findOutageChanges(running, monitors(state));
    running = next.running;
    return next.changes.map(({ kind, endpointId, since }) => `${kind} ${endpointId} ${since - AT}`);
  });
}

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

  test('include the names of endpoint and monitor', () => {
    const { running } = findOutageChanges(null, monitors({ a: ['up', AT] }));
    expect(findOutageChanges(running, monitors({ a: ['down', AT + 1] })).changes).toEqual([
      { kind: 'down', endpointId: 'a', endpoint: 'A', monitor: 'Storefront', since: AT + 1 },
    ]);
  });
});
