import { describe, expect, it } from 'vitest';
import type { Channel } from '../../documents/channel.ts';
import type { Incident } from '../../documents/incident.ts';
import { DEFAULT_NOTIFICATION_SETTINGS } from '../../documents/notification-settings.ts';
import type { Announced } from '../../documents/outbox.ts';
import { incident, minutes, NotifiedChannel, resolved } from '../../testing/notified-channel.ts';
import { NOW } from '../../testing/samples.ts';
import { IMMEDIATE } from '../../values/channel-timing.ts';
import { DAY_MS, HOUR_MS } from '../../values/time.ts';
import { incidentSilence } from './silent-reason.ts';
import type { CauseOutage, MaintenancePeriod } from './subject.ts';

const CHANNEL: Channel = {
  type: 'slack',
  name: 'Team',
  enabled: true,
  settings: {},
  verifiedAt: 5,
  severity: null,
  monitors: null,
  tags: null,
  events: null,
  alsoSlow: false,
  language: null,
  timing: IMMEDIATE,
  createdAt: 3,
};
const DOWN = incident({ outages: [{ startedAt: NOW }] });
const PARTIAL = incident({ severity: 'minor', down: ['th'] });
const ALWAYS = { from: '00:00', to: '23:59', days: [1, 2, 3, 4, 5, 6, 7], timeZone: 'UTC', passesCritical: false };

type Given = {
  found?: Incident;
  channel?: Partial<Channel>;
  nowMs?: number;
  announced?: Record<string, Announced>;
  maintenance?: MaintenancePeriod[];
  causeOutages?: CauseOutage[];
  startedAt?: number;
  failing?: boolean;
};

function reasonFor({
  found = DOWN,
  channel = {},
  nowMs = minutes(1),
  maintenance = [],
  causeOutages = [],
  ...given
}: Given): string {
  const failure = { code: 'unreachable', reason: '', at: NOW, since: NOW, tries: 1 } as const;
  const { announced = {}, startedAt = NOW - DAY_MS, failing = false } = given;
  const { reason, untilMs } = incidentSilence(
    'team',
    { ...CHANNEL, ...channel },
    DEFAULT_NOTIFICATION_SETTINGS,
    {
      tags: ['live'],
      subject: { id: 'i', incident: found, maintenance, causeOutages },
      deliveries: { announced, startedAt, failure: failing ? failure : null, stopped: null },
    },
    nowMs,
  );
  return untilMs === null ? reason : `${reason} until ${(untilMs - NOW) / 60_000} min`;
}

const timing = (changes: Partial<Channel['timing']>) => ({ timing: { ...IMMEDIATE, ...changes } });
const acknowledgement = { at: NOW, by: { name: 'Ann', channelName: null }, note: '', severity: 'critical' } as const;

describe('why a channel got nothing of an incident', () => {
  it.each<[string, Given, string]>([
    ['off', { channel: { enabled: false } }, 'off'],
    ['not verified', { channel: { verifiedAt: null } }, 'unverified'],
    ['for another monitor', { channel: { monitors: ['other'] } }, 'monitor'],
    ['for other tags', { channel: { tags: ['us'] } }, 'monitor'],
    ['for one of its tags, and waits for a send', { channel: { tags: ['Live'] } }, 'sending'],
    ['only recoveries, while it is down', { channel: { events: ['recovery'] } }, 'events'],
    ['only recoveries, once it is up', { found: resolved(DOWN, NOW), channel: { events: ['recovery'] } }, 'sending'],
    ['only failures, of an expiry', { found: { ...DOWN, type: 'domain' }, channel: { events: ['failure'] } }, 'events'],
    ['a minor failure by the default filter', { found: PARTIAL }, 'severity'],
    [
      'an expiry by the narrowest filter',
      { found: { ...PARTIAL, type: 'domain' }, channel: { severity: 'critical' } },
      'severity',
    ],
    ['an expiry by the default filter', { found: { ...PARTIAL, type: 'domain' } }, 'sending'],
    ['within the delay', { channel: timing({ delayMin: 15 }) }, 'delay until 15 min'],
    ['after the delay', { channel: timing({ delayMin: 15 }), nowMs: minutes(16) }, 'sending'],
    [
      'over within the delay',
      { found: resolved(DOWN, minutes(5)), channel: timing({ delayMin: 15 }), nowMs: minutes(60) },
      'delay until 15 min',
    ],
    ['acknowledged', { found: { ...DOWN, acknowledgement } }, 'acknowledged'],
    ['snoozed', { found: { ...DOWN, snoozedUntil: minutes(30) } }, 'snoozed until 30 min'],
    ['in maintenance', { maintenance: [{ startsAt: NOW - HOUR_MS, endsAt: minutes(20) }] }, 'maintenance until 20 min'],
    ['while its cause is down', { causeOutages: [{ startsAt: NOW, endsAt: null }] }, 'dependency'],
    [
      'while its cause is down, over before',
      { found: resolved(DOWN, minutes(5)), causeOutages: [{ startsAt: NOW, endsAt: null }], nowMs: minutes(60) },
      'dependency',
    ],
    ['after its cause', { causeOutages: [{ startsAt: NOW, endsAt: minutes(0.75) }] }, 'dependency until 2 min'],
    ['of a service that fails', { failing: true }, 'failing'],
    [
      'over before it was ready',
      { found: resolved(DOWN, minutes(5)), startedAt: minutes(6), nowMs: minutes(7) },
      'notReady',
    ],
    ['that was paused meanwhile', { found: resolved(DOWN, minutes(5), 'unmonitored'), nowMs: minutes(7) }, 'unwatched'],
    ['long ago', { found: resolved(DOWN, minutes(5)), nowMs: NOW + 40 * DAY_MS, startedAt: 0 }, 'forgotten'],
  ])('%s: %s', (_what, given, reason) => {
    expect(reasonFor(given)).toBe(reason);
  });

  it('the quiet hours and the silence period, with their ends', () => {
    expect(reasonFor({ channel: timing({ quietHours: ALWAYS }) })).toMatch(/^quietHours until \d+ min$/);
    const known = new NotifiedChannel();
    known.at(NOW - HOUR_MS / 6, incident({ outages: [{ startedAt: NOW - HOUR_MS / 6 }] }));
    const announced = known.announced && { ...known.announced, incidentId: 'before', isClosed: true };
    expect(reasonFor({ announced: announced ? { e_endpoint: { ...announced, incidentAt: NOW - HOUR_MS } } : {} })).toBe(
      'silence until 5 min',
    );
  });
});
