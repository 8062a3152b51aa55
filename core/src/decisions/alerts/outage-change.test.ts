import { describe, expect, test } from 'vitest';
import type { EndpointStatus } from '../../values/status.ts';
import { findOutageChanges } from './outage-change.ts';

const AT = 1_700_000_000_000;

type Given = Record<string, [EndpointStatus, number]>;

const monitors = (given: Given) => [
  {
    id: 'm',
    name: 'Storefront',
    endpoints: Object.fromEntries(
      Object.entries(given).map(([id, [status, since]]) => [id, { name: id.toUpperCase(), status, since }]),
    ),
  },
];

/** The news as one state follows another; the first state is what was there already. */
function told(...states: Given[]): string[] {
  let running: ReturnType<typeof findOutageChanges>['running'] | null = null;
  return states.flatMap((state) => {
    const next = findOutageChanges(running, monitors(state));
    running = next.running;
    return next.news.map(({ kind, endpointId, since }) => `${kind} ${endpointId} ${since - AT}`);
  });
}

describe('what a browser tells of', () => {
  test.each<[string, Given[], string[]]>([
    ['nothing of what was down when it was opened', [{ a: ['down', AT] }], []],
    [
      'an outage and its end',
      [{ a: ['up', AT] }, { a: ['down', AT + 1] }, { a: ['up', AT + 2] }],
      ['down a 1', 'up a 2'],
    ],
    ['the end of an outage that was there already', [{ a: ['down', AT] }, { a: ['up', AT + 2] }], ['up a 2']],
    ['an outage once', [{ a: ['up', AT] }, { a: ['down', AT + 1] }, { a: ['down', AT + 1] }], ['down a 1']],
    [
      'the next outage again',
      [{ a: ['down', AT] }, { a: ['up', AT + 1] }, { a: ['down', AT + 2] }],
      ['up a 1', 'down a 2'],
    ],
    ['a new endpoint whose first check fails', [{}, { a: ['pending', AT] }, { a: ['down', AT + 1] }], ['down a 1']],
    ['nothing of a first check that succeeds', [{ a: ['pending', AT] }, { a: ['up', AT + 1] }], []],
    ['nothing while it is out of sight', [{ a: ['up', AT] }, { a: ['unknown', AT + 1] }, { a: ['up', AT + 2] }], []],
    [
      'one outage over a time out of sight',
      [
        { a: ['up', AT] },
        { a: ['down', AT + 1] },
        { a: ['unknown', AT + 2] },
        { a: ['down', AT + 3] },
        { a: ['up', AT + 4] },
      ],
      ['down a 1', 'up a 4'],
    ],
    ['nothing of one that was deleted while down', [{ a: ['down', AT] }, {}, { a: ['up', AT + 1] }], []],
    [
      'nothing of one whose URL was changed',
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
    expect(told(...states)).toEqual(expected);
  });

  test('with the names of endpoint and monitor', () => {
    const { running } = findOutageChanges(null, monitors({ a: ['up', AT] }));
    expect(findOutageChanges(running, monitors({ a: ['down', AT + 1] })).news).toEqual([
      { kind: 'down', endpointId: 'a', endpoint: 'A', monitor: 'Storefront', since: AT + 1 },
    ]);
  });
});
