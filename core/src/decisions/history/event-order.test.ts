import { expect, it } from 'vitest';
import type { StatusEvent } from '../../documents/endpoint.ts';
import { NOW } from '../../testing/samples.ts';
import { transitionsOf } from './event-order.ts';

const event = (
  changedAt: number,
  previous: StatusEvent['previous'],
  next: StatusEvent['next'],
  previousDurationMs = 0,
) => ({
  ownerId: 'owner',
  changedAt,
  previous,
  next,
  locations: [],
  previousDurationMs,
});

it.each<[string, StatusEvent[], string]>([
  ['the oldest first', [event(NOW + 2, 'down', 'up'), event(NOW, 'up', 'down')], 'up down, down up'],
  ['of the same time in sequence', [event(NOW, 'down', 'up'), event(NOW, 'up', 'down', 9)], 'up down, down up'],
  [
    'three of the same time after another',
    [
      event(NOW, 'unknown', 'down'),
      event(NOW, 'down', 'up'),
      event(NOW, 'up', 'unknown', 5),
      event(NOW - 5, 'pending', 'up'),
    ],
    'pending up, up unknown, unknown down, down up',
  ],
  [
    'the end of slowness, then an outage at the same time',
    [event(NOW, 'up', 'down', 9), { ...event(NOW, 'up', 'up', 9), wasSlow: true }, event(NOW - 9, 'down', 'up')],
    'down up, up up, up down',
  ],
  ['none', [], ''],
])('%s', (_, events, expected) => {
  expect(
    transitionsOf(events)
      .map(({ from, to }) => `${from} ${to}`)
      .join(', '),
  ).toBe(expected);
});
