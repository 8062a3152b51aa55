import { describe, expect, it } from 'vitest';
import type { ChannelEvent } from '../../documents/channel.ts';
import type { Acknowledgement } from '../../documents/incident.ts';
import { incident, minutes, NotifiedChannel, resolved, seconds } from '../../testing/notified-channel.ts';
import { NOW } from '../../testing/samples.ts';
import { MINUTE_MS } from '../../values/time.ts';
import { coversAll, coversMonitor } from './channel-policy.ts';

const RECOVERIES: ChannelEvent[] = ['recovery'];
const DOWN = incident({ outages: [{ startedAt: NOW }] });
const PARTIAL = incident({ severity: 'minor', down: ['tw'] });
const UP = resolved(DOWN, minutes(40));
const BY = { name: 'Ann', channelName: null };
const acknowledgement: Acknowledgement = { at: minutes(1), by: BY, severity: 'critical' };

describe('a channel that gets only recoveries', () => {
  it('gets no failure, and with the recovery how long it was', () => {
    const channel = new NotifiedChannel({ events: RECOVERIES });
    expect(channel.at(minutes(1), DOWN)).toBe('nothing');
    expect(channel.at(minutes(40), UP)).toBe('short_outage critical 1 [1]');
    expect(channel.content?.values).toMatchObject({ occurredAt: minutes(40), durationMs: 40 * MINUTE_MS });
    expect(channel.at(minutes(41), UP)).toBe('nothing');
  });

  it('gets the end of a failure from some locations', () => {
    const channel = new NotifiedChannel({ events: RECOVERIES });
    expect(channel.at(minutes(1), PARTIAL)).toBe('nothing');
    expect(channel.at(minutes(3), resolved(PARTIAL, minutes(3)))).toBe('short_partial minor 0 [0]');
  });

  it('waits for the locations that recover a little later, and names those that do not', () => {
    const ended = { startedAt: NOW, endedAt: minutes(5) };
    const mixed = incident({ severity: 'minor', down: ['tw'], outages: [ended], changedAt: minutes(5) });
    const channel = new NotifiedChannel({ events: RECOVERIES });
    expect(channel.at(minutes(5), mixed, false)).toBe('wait 8 s');
    expect(channel.at(minutes(5) + 8_000, mixed)).toBe('short_outage minor 1 [1] still tw');
    expect(channel.at(minutes(9), resolved(mixed, minutes(9)))).toBe('partial_over minor 0 [0]');
  });

  it.each([
    ['acknowledged', { acknowledgement }],
    ['snoozed', { snoozedUntil: minutes(90) }],
  ])('gets the recovery of what was %s', (_, held) => {
    const channel = new NotifiedChannel({ events: RECOVERIES });
    expect(channel.at(minutes(2), { ...DOWN, ...held })).toBe('nothing');
    expect(channel.at(minutes(40), { ...UP, ...held })).toBe('short_outage critical 1 [1]');
  });

  it('gets no reminder, nothing of a flapping endpoint until it is stable, and logs what its delay held', () => {
    const reminded = new NotifiedChannel({ events: RECOVERIES, reminderMs: 5 * MINUTE_MS });
    expect(reminded.at(minutes(30), DOWN)).toBe('nothing');
    const flapping = { ...DOWN, flapping: { since: NOW, outages: 7, until: null } };
    expect(reminded.at(minutes(31), flapping)).toBe('nothing');
    const stable = { ...UP, downLocations: [], flapping: { since: NOW, outages: 7, until: minutes(40) } };
    expect(reminded.at(minutes(70), stable)).toBe('stable critical 1 []');
    const delayed = new NotifiedChannel({ events: RECOVERIES, delayMs: 60 * MINUTE_MS });
    expect(delayed.at(minutes(40), UP)).toBe('delay: short_outage critical 1 [1]');
  });

  it('that got failures before gets the recovery of what it announced', () => {
    const channel = new NotifiedChannel();
    expect(channel.at(minutes(1), DOWN)).toBe('outage critical 1 []');
    channel.policy = { ...channel.policy, events: RECOVERIES };
    expect(channel.at(minutes(2), { ...DOWN, severity: 'critical' })).toBe('nothing');
    expect(channel.at(minutes(40), UP)).toBe('recovery critical 1 [1]');
  });
});

describe('a channel that gets only failures', () => {
  it('logs each recovery, and gets the next outage', () => {
    const channel = new NotifiedChannel({ events: ['failure'] });
    expect(channel.at(seconds(30), DOWN)).toBe('outage critical 1 []');
    expect(channel.at(minutes(40), UP)).toBe('events: recovery critical 1 [1]');
    expect(channel.at(minutes(41), UP)).toBe('nothing');
    const again = { ...incident({ outages: [{ startedAt: minutes(50) }] }), triggeredAt: minutes(50) };
    expect(channel.look([{ id: 'next', incident: again }], minutes(51))).toBe('outage critical 1 []');
  });

  it('gets what was over before it could be announced', () => {
    const channel = new NotifiedChannel({ events: ['failure'] });
    expect(channel.at(minutes(40), UP)).toBe('short_outage critical 1 [1]');
  });

  it('logs what works again from some locations, and that an endpoint is stable', () => {
    const channel = new NotifiedChannel({ events: ['failure'] });
    expect(channel.at(minutes(1), PARTIAL)).toBe('partial minor 0 []');
    expect(channel.at(minutes(3), resolved(PARTIAL, minutes(3)))).toBe('events: partial_over minor 0 [0]');
    const flapped = new NotifiedChannel({ events: ['failure'] });
    const flapping = { ...DOWN, flapping: { since: NOW, outages: 7, until: null } };
    expect(flapped.at(minutes(1), flapping)).toBe('flapping critical 1 []');
    const stable = { ...UP, downLocations: [], flapping: { since: NOW, outages: 7, until: minutes(40) } };
    expect(flapped.at(minutes(70), stable)).toBe('events: stable critical 1 []');
  });
});

describe('a certificate that expires', () => {
  const expiring = {
    ...incident({ severity: 'major' }),
    type: 'certificate' as const,
    details: { ...DOWN.details, certificateEndsAt: minutes(24 * 60) },
  };

  it.each<[ChannelEvent[], string]>([
    [['expiry'], 'certificate major 0 []'],
    [['failure', 'recovery'], 'nothing'],
  ])('is announced only to a channel that gets it: %j', (events, expected) => {
    expect(new NotifiedChannel({ events }).at(minutes(1), expiring)).toBe(expected);
  });
});

describe('a channel covers', () => {
  const shop = { id: 'shop', tags: ['Live', 'eu'] };

  it.each<[string, { monitors: string[] | null; tags: string[] | null }, boolean]>([
    ['everything without a filter', { monitors: null, tags: null }, true],
    ['a monitor that it names', { monitors: ['shop'], tags: null }, true],
    ['a monitor with one of its tags, however spelled', { monitors: null, tags: ['live', 'us'] }, true],
    ['a monitor that it names, with tags that it lacks', { monitors: ['shop'], tags: ['us'] }, true],
    ['a monitor with a tag, next to others that it names', { monitors: ['docs'], tags: ['EU'] }, true],
    ['no monitor without its tags', { monitors: null, tags: ['us'] }, false],
    ['no monitor that it neither names nor tags', { monitors: ['docs'], tags: ['us'] }, false],
  ])('%s', (_, channel, expected) => {
    expect(coversMonitor(channel, shop)).toBe(expected);
    expect(coversAll(channel)).toBe(channel.monitors === null && channel.tags === null);
  });
});
