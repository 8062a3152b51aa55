import { describe, expect, it } from 'vitest';
import { incident, minutes, NotifiedChannel, resolved, seconds } from '../../testing/notified-channel.ts';
import { NOW } from '../../testing/samples.ts';
import type { EndpointStatus } from '../../values/status.ts';
import { type CauseOutage, causeOutagesOf, type Policy } from './subject.ts';

const DOWN = incident({ outages: [{ startedAt: NOW }] });

/** A channel about a monitor of whose cause these are the outages. */
function dependent(causeOutages: CauseOutage[], changes: Partial<Policy> = {}): NotifiedChannel {
  const channel = new NotifiedChannel(changes);
  channel.causeOutages = causeOutages;
  return channel;
}

describe('a failure of what depends on something', () => {
  it('waits 10 s for its cause, and is announced without one', () => {
    const channel = dependent([]);
    expect(channel.at(NOW, DOWN)).toBe('wait 10 s');
    expect(channel.at(seconds(10), DOWN)).toBe('outage critical 1 []');
    expect(channel.at(minutes(2), resolved(DOWN, minutes(2)))).toBe('recovery critical 1 [1]');
  });

  it('is announced though it is over before that, unless the cause failed', () => {
    const over = resolved(DOWN, seconds(9));
    expect(dependent([]).at(seconds(10), over)).toBe('short_outage critical 1 [1]');
    expect(dependent([{ startsAt: seconds(5), endsAt: null }]).at(seconds(10), over)).toBe(
      'dependency: short_outage critical 1 [1]',
    );
  });

  it.each([
    ['before it', -30],
    ['with it', 0],
    ['10 s after it', 10],
  ])('is held while the cause, which was noticed %s, is down, and only logged', (_when, afterSec) => {
    const startsAt = seconds(afterSec);
    const channel = dependent([{ startsAt, endsAt: null }]);
    for (const at of [15, 60, 3600]) expect(channel.at(seconds(at), DOWN)).toBe('wait 300 s');
    channel.causeOutages = [{ startsAt, endsAt: minutes(90) }];
    expect(channel.at(minutes(90), DOWN)).toBe('wait 75 s');
    expect(channel.at(minutes(91), resolved(DOWN, minutes(91)))).toBe('dependency: short_outage critical 1 [1]');
    expect(channel.at(minutes(92), resolved(DOWN, minutes(91)))).toBe('nothing');
  });

  it('is announced if it continues after the cause has recovered', () => {
    const channel = dependent([{ startsAt: NOW, endsAt: minutes(10) }]);
    expect(channel.at(minutes(11), DOWN)).toBe('wait 15 s');
    expect(channel.at(minutes(11.25), DOWN)).toBe('outage critical 1 []');
    expect(channel.content?.values.occurredAt).toBe(NOW);
    expect(channel.at(minutes(12), resolved(DOWN, minutes(12)))).toBe('recovery critical 1 [1]');
  });

  it('is announced if it ended long after the cause', () => {
    const channel = dependent([{ startsAt: NOW, endsAt: minutes(2) }]);
    expect(channel.at(minutes(9), resolved(DOWN, minutes(8)))).toBe('short_outage critical 1 [1]');
  });

  it('waits for its cause though it is over already, which may be noticed after that', () => {
    const channel = dependent([]);
    const over = resolved(DOWN, seconds(4));
    expect(channel.at(seconds(5), over)).toBe('wait 5 s');
    channel.causeOutages = [{ startsAt: seconds(6), endsAt: null }];
    expect(channel.at(seconds(10), over)).toBe('dependency: short_outage critical 1 [1]');
  });

  it('from some locations, that is over, waits for its cause as well', () => {
    const partial = incident({ severity: 'minor', down: ['th'] });
    const channel = dependent([]);
    const over = resolved(partial, seconds(4));
    expect(channel.at(seconds(5), over)).toBe('wait 5 s');
    expect(channel.at(seconds(10), over)).toBe('short_partial minor 0 [0]');
  });

  it('waits for its cause also if it flaps, as its cause may do', () => {
    const flapping = { ...DOWN, flapping: { since: minutes(-50), outages: 5, until: null }, stableAt: minutes(30) };
    const channel = dependent([]);
    expect(channel.at(NOW, flapping)).toBe('wait 10 s');
    channel.causeOutages = [{ startsAt: seconds(3), endsAt: null }];
    expect(channel.at(seconds(10), flapping)).toBe('wait 300 s');
    expect(dependent([]).at(seconds(10), flapping)).toBe('flapping critical 1 []');
  });

  it('of which people know is never left without its end', () => {
    const channel = dependent([]);
    channel.at(seconds(15), DOWN);
    channel.causeOutages = [{ startsAt: minutes(1), endsAt: null }];
    expect(channel.at(minutes(2), resolved(DOWN, minutes(2)))).toBe('recovery critical 1 [1]');
  });

  it('is not repeated by reminders while the cause is down', () => {
    const channel = dependent([], { reminderMs: 60_000 });
    channel.at(seconds(15), DOWN);
    channel.causeOutages = [{ startsAt: minutes(1), endsAt: null }];
    expect(channel.at(minutes(3), DOWN)).toBe('wait 300 s');
    channel.causeOutages = [{ startsAt: minutes(1), endsAt: minutes(4) }];
    expect(channel.at(minutes(6), DOWN)).toBe('reminder critical 1 []');
  });

  it('counts for the delay of a channel from when its cause no longer holds it', () => {
    const channel = dependent([{ startsAt: NOW, endsAt: null }], { delayMs: 30 * 60_000 });
    expect(channel.at(minutes(60), DOWN)).toBe('wait 300 s');
    channel.causeOutages = [
      { startsAt: NOW, endsAt: minutes(60) },
      { startsAt: minutes(61), endsAt: minutes(90) },
    ];
    expect(channel.at(minutes(91.25), DOWN)).toBe('wait 30 min');
    expect(channel.at(minutes(121.25), DOWN)).toBe('outage critical 1 []');
  });

  it('counts for the delay from its beginning, if its cause failed later', () => {
    const channel = dependent([{ startsAt: minutes(5), endsAt: minutes(10) }], { delayMs: 30 * 60_000 });
    expect(channel.at(minutes(12), DOWN)).toBe('wait 18 min');
    expect(channel.at(minutes(30), DOWN)).toBe('outage critical 1 []');
  });

  it('does not hold certificates', () => {
    const channel = dependent([{ startsAt: minutes(-5), endsAt: null }]);
    expect(channel.at(NOW, { ...incident({}), type: 'certificate' })).not.toContain('wait');
  });
});

describe('the outages of causes', () => {
  const change = (endpoint: string, atMin: number, from: EndpointStatus, to: EndpointStatus) => {
    return { endpoint, at: minutes(atMin), from, to, locations: [] };
  };
  const causes = new Map([
    [
      'gateway',
      {
        order: ['lan', 'wan'],
        transitions: [
          change('lan', 0, 'up', 'down'),
          change('wan', 1, 'up', 'down'),
          // Fewer locations are down.
          change('lan', 2, 'down', 'down'),
          change('lan', 3, 'down', 'up'),
          change('gone', 4, 'up', 'down'),
          change('wan', 5, 'down', 'unknown'),
          change('lan', 6, 'up', 'down'),
        ],
      },
    ],
  ]);
  const lan = [
    { startsAt: NOW, endsAt: minutes(3) },
    { startsAt: minutes(6), endsAt: null },
  ];

  it.each([
    ['nothing', [], null],
    ['an endpoint', ['gateway/lan'], lan],
    ['a monitor: those of all its endpoints', ['gateway'], [...lan, { startsAt: minutes(1), endsAt: minutes(5) }]],
    ['what was deleted', ['none', 'none/a', 'gateway/gone'], null],
  ])('are known for %s', (_what, dependsOn, expected) => {
    expect(causeOutagesOf(dependsOn, causes)).toEqual(expected);
  });
});
