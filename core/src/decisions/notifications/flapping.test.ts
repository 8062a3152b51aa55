import { describe, expect, it } from 'vitest';
import type { Incident } from '../../documents/incident.ts';
import { incident, minutes, NotifiedChannel, resolved } from '../../testing/notified-channel.ts';
import { NOW } from '../../testing/samples.ts';
import { MINUTE_MS } from '../../values/time.ts';

const BY = { name: 'Ann', channelName: null };

/** An incident that has been flapping since ten minutes before NOW, and is in its third outage. */
const DOWN: Incident = {
  ...incident({
    outages: [
      { startedAt: NOW, endedAt: minutes(1) },
      { startedAt: minutes(2), endedAt: minutes(3) },
      { startedAt: minutes(4) },
    ],
  }),
  flapping: { since: minutes(-10), outages: 7, until: null },
  stableAt: minutes(34),
};
const UP: Incident = {
  ...DOWN,
  downLocations: [],
  outage: DOWN.outage && { ...DOWN.outage, endedAt: minutes(5) },
  stableAt: minutes(35),
};
const until = (from: Incident, atMs: number): Incident => ({
  ...from,
  flapping: from.flapping && { ...from.flapping, until: atMs },
  stableAt: null,
});
const OVER = resolved(until(UP, minutes(5)), minutes(5));

describe('an endpoint that flaps', () => {
  it('is announced once, and once it is stable', () => {
    const channel = new NotifiedChannel({ reminderMs: 10 * MINUTE_MS });
    expect(channel.at(minutes(4), DOWN)).toBe('flapping critical 3 []');
    expect(channel.content?.values).toMatchObject({ count: 7, occurredAt: minutes(-10) });
    expect(channel.at(minutes(5), UP)).toBe('nothing');
    expect(channel.at(minutes(20), DOWN)).toBe('nothing');
    expect(channel.at(minutes(35), OVER)).toBe('stable critical 3 []');
    expect(channel.content?.values).toMatchObject({ count: 7, occurredAt: minutes(5), durationMs: 15 * MINUTE_MS });
    expect(channel.announced).toMatchObject({ state: 'over', isClosed: true });
    expect(channel.at(minutes(36), OVER)).toBe('nothing');
  });

  it('is announced while it is up, and after an outage that was', () => {
    const channel = new NotifiedChannel();
    channel.at(NOW, incident({ outages: [{ startedAt: NOW }] }));
    expect(channel.at(minutes(5), UP)).toBe('flapping critical 3 []');
  });

  it('is down once it has been so for half an hour', () => {
    const channel = new NotifiedChannel();
    channel.at(minutes(4), DOWN);
    const outage = {
      number: 9,
      startedAt: minutes(20),
      endedAt: null,
      locations: DOWN.locations,
      severity: 'critical',
    } as const;
    const down = { ...until(DOWN, minutes(20)), earlierOutages: [], outage };
    expect(channel.at(minutes(50), down)).toBe('outage critical 9 []');
    expect(channel.at(minutes(60), resolved(down, minutes(60)))).toBe('recovery critical 9 [9]');
  });

  it('is stable where one location is blocked', () => {
    const channel = new NotifiedChannel();
    channel.at(minutes(4), DOWN);
    const partial = { ...until(UP, minutes(5)), severity: 'minor', downLocations: ['bd'] } as const;
    expect(channel.at(minutes(35), { ...partial, downLocations: ['bd'] })).toBe('stable critical 3 [] still bd');
  });

  it.each<[string, Incident, string]>([
    ['paused', { ...resolved(DOWN, minutes(9), 'unmonitored'), stableAt: null }, 'forget'],
    ['acknowledged', { ...UP, acknowledgement: { at: minutes(6), by: BY, severity: 'critical' } }, 'nothing'],
    [
      'acknowledged, and stable since',
      { ...OVER, acknowledgement: { at: minutes(6), by: BY, severity: 'critical' } },
      'stable critical 3 []',
    ],
  ])('is known and then %s', (_, then, expected) => {
    const channel = new NotifiedChannel();
    channel.at(minutes(4), DOWN);
    expect(channel.at(minutes(36), then)).toBe(expected);
  });

  it.each<[string, Partial<NotifiedChannel['policy']>, Partial<Incident>, string, string]>([
    ['a silence period', { silenceMs: 60 * MINUTE_MS }, {}, 'wait 56 min', 'wait 25 min'],
    [
      'an acknowledgement',
      {},
      { acknowledgement: { at: NOW, by: BY, severity: 'critical' } },
      'nothing',
      'acknowledged: stable critical 3 []',
    ],
    ['a snooze', {}, { snoozedUntil: minutes(64) }, 'wait 60 min', 'snoozed: stable critical 3 []'],
    ['a delay', { delayMs: 64 * MINUTE_MS }, {}, 'wait 60 min', 'delay: stable critical 3 []'],
    ['a filter', { filter: 'critical' }, { severity: 'major', peakSeverity: 'major' }, 'nothing', 'nothing'],
  ])('is held by %s, also once it is over', (what, policy, held, going, over) => {
    const channel = new NotifiedChannel(policy);
    if (what.includes('silence')) {
      const before = { ...incident({ outages: [{ startedAt: NOW }] }), triggeredAt: minutes(-5) };
      channel.look([{ id: 'before', incident: before }], NOW);
      channel.look([{ id: 'before', incident: resolved(before, NOW) }], NOW);
    }
    expect(channel.at(minutes(4), { ...DOWN, ...held })).toBe(going);
    expect(channel.at(minutes(35), { ...OVER, ...held })).toBe(over);
  });

  it('is held by maintenance', () => {
    const channel = new NotifiedChannel();
    channel.maintenance = [{ startsAt: minutes(-30), endsAt: minutes(30) }];
    expect(channel.at(minutes(4), DOWN)).toBe('wait 26 min');
    expect(channel.at(minutes(35), OVER)).toBe('maintenance: stable critical 3 []');
  });
});
