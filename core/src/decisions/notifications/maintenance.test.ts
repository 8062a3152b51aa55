import { describe, expect, it } from 'vitest';
import type { Incident } from '../../documents/incident.ts';
import { incident, minutes, NotifiedChannel, resolved } from '../../testing/notified-channel.ts';
import { NOW } from '../../testing/samples.ts';
import { MINUTE_MS, SECOND_MS } from '../../values/time.ts';
import { downtimeOf } from '../incidents/incident-downtime.ts';
import { maintenanceEnd, type Policy } from './subject.ts';

const DOWN = incident({ outages: [{ startedAt: NOW }] });

/** A channel of a monitor with maintenance from 10 minutes ago for half an hour. */
function maintained(changes: Partial<Policy> = {}): NotifiedChannel {
  const channel = new NotifiedChannel(changes);
  channel.maintenance = [{ startsAt: minutes(-10), endsAt: minutes(20) }];
  return channel;
}

describe('maintenance', () => {
  it('holds an outage; what still fails is announced as starting at its end', () => {
    const channel = maintained();
    expect(channel.at(NOW, DOWN)).toBe('wait 20 min');
    expect(channel.at(minutes(20), DOWN)).toBe('outage critical 1 []');
    expect(channel.content?.values).toMatchObject({ occurredAt: minutes(20) });
    // The monitor does not remember an occurrence for ever.
    channel.maintenance = [];
    expect(channel.at(minutes(25), resolved(DOWN, minutes(25)))).toBe('recovery critical 1 [1]');
    expect(channel.content?.values).toMatchObject({ durationMs: 5 * MINUTE_MS });
  });

  it('logs what was over by then, with its whole length', () => {
    const channel = maintained();
    expect(channel.at(minutes(15), resolved(DOWN, minutes(15)))).toBe('maintenance: short_outage critical 1 [1]');
    expect(channel.content?.values).toMatchObject({ durationMs: 15 * MINUTE_MS });
    expect(channel.at(minutes(15), resolved(DOWN, minutes(15)))).toBe('nothing');
  });

  it('announces what ended after it, for the time since', () => {
    const channel = maintained();
    expect(channel.at(minutes(26), resolved(DOWN, minutes(25)))).toBe('short_outage critical 1 [1]');
    expect(channel.content?.values).toMatchObject({ durationMs: 5 * MINUTE_MS });
  });

  it('lets the recovery of what was announced before it pass', () => {
    const channel = new NotifiedChannel();
    channel.at(minutes(-15), DOWN);
    channel.maintenance = maintained().maintenance;
    expect(channel.at(minutes(5), resolved(DOWN, minutes(5)))).toBe('recovery critical 1 [1]');
  });

  it('has the delay of a channel count from its end', () => {
    const channel = maintained({ delayMs: 15 * MINUTE_MS });
    expect(channel.at(minutes(20), DOWN)).toBe('wait 15 min');
    expect(channel.at(minutes(35), DOWN)).toBe('outage critical 1 []');
  });
});

/** The first outage lasts a minute; the second starts five seconds later, in maintenance of half an hour, and goes on. */
describe('maintenance of an outage that soon follows another', () => {
  const work = { startsAt: NOW + MINUTE_MS, endsAt: NOW + 31 * MINUTE_MS };
  const first = { startedAt: NOW, endedAt: NOW + MINUTE_MS };
  const secondAt = NOW + MINUTE_MS + 5 * SECOND_MS;
  const planned = { ...work, id: 'w', name: 'Move' };
  const both = (endedAt: number | null) =>
    ({ ...incident({ outages: [first, { startedAt: secondAt, endedAt }] }), maintenance: planned }) satisfies Incident;

  it.each([
    ['before it recovered', NOW + 10 * SECOND_MS],
    ['when the second had started, which was not known yet', NOW + 90 * SECOND_MS],
  ])('leaves its time out if the first was announced %s', (_when, announcedAt) => {
    const channel = new NotifiedChannel();
    expect(channel.at(announcedAt, DOWN)).toBe('outage critical 1 []');
    channel.maintenance = [work];
    const over = resolved(both(minutes(45)), minutes(45));
    expect(channel.at(minutes(46), over)).toBe('recovery critical 2 [1,2]');
    const downMs = MINUTE_MS + 14 * MINUTE_MS;
    expect(channel.content?.values).toMatchObject({ durationMs: downMs, count: 2 });
    expect(downtimeOf([over], { fromMs: 0, toMs: null }, minutes(46))).toMatchObject({ downMs, outages: 2 });
  });

  it('counts the second from its end where it is announced then', () => {
    const channel = new NotifiedChannel();
    channel.at(NOW + 90 * SECOND_MS, DOWN);
    channel.maintenance = [work];
    expect(channel.at(minutes(5), both(null))).toBe('wait 26 min');
    expect(channel.at(minutes(31), both(null))).toBe('down_again critical 2 [1]');
    expect(channel.content?.values).toMatchObject({ occurredAt: work.endsAt });
    channel.maintenance = [];
    expect(channel.at(minutes(45), resolved(both(minutes(45)), minutes(45)))).toBe('recovery critical 2 [2]');
    expect(channel.content?.values).toMatchObject({ durationMs: 14 * MINUTE_MS });
  });

  it('leaves nothing of it if it recovers within', () => {
    const channel = new NotifiedChannel();
    channel.at(NOW + 90 * SECOND_MS, DOWN);
    channel.maintenance = [work];
    const over = resolved(both(minutes(20)), minutes(20));
    expect(channel.at(minutes(20), over)).toBe('recovery critical 2 [1,2]');
    expect(channel.content?.values).toMatchObject({ durationMs: MINUTE_MS });
    expect(downtimeOf([over], { fromMs: 0, toMs: null }, minutes(46)).downMs).toBe(MINUTE_MS);
  });

  it('counts whole where the maintenance starts after it', () => {
    const channel = new NotifiedChannel();
    channel.at(NOW + 90 * SECOND_MS, DOWN);
    channel.maintenance = [{ startsAt: minutes(10), endsAt: minutes(40) }];
    const over = { ...resolved(both(minutes(45)), minutes(45)), maintenance: null };
    expect(channel.at(minutes(46), over)).toBe('recovery critical 2 [1,2]');
    const { downMs } = downtimeOf([over], { fromMs: 0, toMs: null }, minutes(46));
    expect(channel.content?.values).toMatchObject({ durationMs: downMs });
  });
});

it.each([
  { rule: 'ends', periods: [{ startsAt: 10, endsAt: 20 }], at: 10, end: 20 },
  { rule: 'does not include its end', periods: [{ startsAt: 10, endsAt: 20 }], at: 20, end: null },
  {
    rule: 'continues with the next',
    periods: [
      { startsAt: 20, endsAt: 30 },
      { startsAt: 10, endsAt: 20 },
    ],
    at: 15,
    end: 30,
  },
  {
    rule: 'joins what overlaps',
    periods: [
      { startsAt: 10, endsAt: 40 },
      { startsAt: 12, endsAt: 20 },
      { startsAt: 30, endsAt: 50 },
    ],
    at: 15,
    end: 50,
  },
  {
    rule: 'ends before a gap',
    periods: [
      { startsAt: 10, endsAt: 20 },
      { startsAt: 21, endsAt: 30 },
    ],
    at: 15,
    end: 20,
  },
])('maintenance $rule', ({ periods, at, end }) => {
  expect(maintenanceEnd(periods, at)).toBe(end);
});
