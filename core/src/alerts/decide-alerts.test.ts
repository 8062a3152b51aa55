import { describe, expect, it } from 'vitest';
import type { Endpoint } from '../documents/endpoint.ts';
import type { Incident } from '../documents/incident.ts';
import type { NotificationSettings } from '../documents/notification-settings.ts';
import { resolved } from '../status/incident.ts';
import { endpointSample, incidentSample, NOW } from '../testing/samples.ts';
import { HOUR_MS, MINUTE_MS } from '../time.ts';
import { decideAlerts } from './decide-alerts.ts';

const SETTINGS: NotificationSettings = {
  telegram: { enabled: true, bot_token: 'token', chat_id: '1', verified: true },
  thresholds: { severity: 'all', silence_period: 15 },
};

function decide(incident: Incident, endpoint: Partial<Endpoint> = {}, settings = SETTINGS, nowMs = NOW) {
  return decideAlerts({ incidentId: 'inc', incident, endpoint: endpointSample(endpoint), settings, nowMs });
}

const TOLD = { lastAlertAt: NOW - 5 * MINUTE_MS, lastAlertSeverity: 'critical' } as const;

describe('an outage that opens', () => {
  it('is told at once, in the same change as the incident', () => {
    const outcome = decide(incidentSample({ severity: 'major', downLocations: ['th', 'bd'] }));
    expect(outcome.incident).toMatchObject({ toldSeverity: 'major', alertCount: 1, deferredAlertId: null });
    expect(outcome.endpoint).toEqual({ lastAlertAt: NOW, lastAlertSeverity: 'major' });
    expect(outcome.create?.alert).toMatchObject({
      kind: 'outage',
      severity: 'major',
      incidentId: 'inc',
      state: 'waiting',
      nextAt: NOW,
      values: { endpoint: 'Shop', monitor: 'Shops', locations: ['th', 'bd'], occurredAt: NOW, statusCode: 500 },
    });
  });

  it('within the silence is held back to its end and counts as no alert', () => {
    const outcome = decide(incidentSample({ severity: 'major' }), TOLD);
    expect(outcome.create?.alert).toMatchObject({ state: 'deferred', nextAt: NOW + 10 * MINUTE_MS });
    expect(outcome.incident).toMatchObject({ alertCount: 0, deferredAlertId: outcome.create?.id });
    expect(outcome.endpoint).toEqual(TOLD);
  });

  it('that the filter holds back leaves no trace', () => {
    const incident = incidentSample({ severity: 'minor' });
    const filtered: NotificationSettings = { ...SETTINGS, thresholds: { severity: 'high', silence_period: 15 } };
    expect(decide(incident, TOLD, filtered)).toEqual({ incident, endpoint: TOLD, create: null, silence: null });
  });
});

describe('an outage that widens', () => {
  const triggeredAt = NOW - 3 * HOUR_MS;
  const widened = (changes: Partial<Incident>) => {
    const open = incidentSample({ severity: 'critical', triggeredAt, ...changes });
    const update = {
      event: 'widened',
      status: 'active',
      severity: 'critical',
      locations: ['tw'],
      createdAt: NOW,
    } as const;
    return { ...open, updates: [...open.updates, { ...update, locations: [...update.locations] }] };
  };

  it('over what was told is told anew, by another alert, as of now', () => {
    const outcome = decide(widened({ toldSeverity: 'minor', alertCount: 1 }), { ...TOLD, lastAlertSeverity: 'minor' });
    expect(outcome.create?.id).not.toBe(decide(incidentSample({ severity: 'minor' })).create?.id);
    expect(outcome.create?.alert).toMatchObject({ state: 'waiting', values: { occurredAt: NOW } });
    expect(outcome.incident).toMatchObject({ toldSeverity: 'critical', alertCount: 2 });
  });

  it('replaces what was held back', () => {
    const outcome = decide(widened({ toldSeverity: 'minor', deferredAlertId: 'inc_minor' }), {
      ...TOLD,
      lastAlertSeverity: 'minor',
    });
    expect(outcome).toMatchObject({ silence: 'inc_minor', create: { alert: { state: 'waiting' } } });
    expect(outcome.incident.deferredAlertId).toBeNull();
  });

  it('not over what was told is not told', () => {
    expect(decide(widened({ toldSeverity: 'critical', alertCount: 1 }))).toMatchObject({ create: null, silence: null });
  });
});

describe('a recovery is told exactly when its outage was', () => {
  const end = (changes: Partial<Incident>, event: 'recovered' | 'unwatched' = 'recovered') =>
    resolved(incidentSample({ triggeredAt: NOW - HOUR_MS, ...changes }), event, NOW - MINUTE_MS);

  it('told: the recovery goes out at once, silence or not, with how long it took', () => {
    const outcome = decide(end({ alertCount: 1, toldSeverity: 'critical' }), TOLD);
    expect(outcome.create?.alert).toMatchObject({
      kind: 'recovery',
      state: 'waiting',
      nextAt: NOW,
      values: { occurredAt: NOW - MINUTE_MS, durationMs: 59 * MINUTE_MS, locations: ['tw'] },
    });
    expect(outcome.endpoint).toEqual(TOLD);
  });

  it.each([0, MINUTE_MS])('goes out after its outage and before the next, even by a clock %i ms behind', (behindMs) => {
    const outage = decide(incidentSample({}));
    const later = (incident: Incident) => decide(incident, outage.endpoint, SETTINGS, NOW - behindMs);
    const recovery = later(end({ alertCount: 1, toldSeverity: 'critical' }));
    const next = later(incidentSample({}));
    const [first = 0, second = 0, third = 0] = [outage, recovery, next].map(({ create }) => create?.alert.createdAt);
    expect(first).toBeLessThan(second);
    expect(second).toBeLessThan(third);
  });

  it.each<{ rule: string; incident: Incident; silence: string | null }>([
    { rule: 'never told', incident: end({}), silence: null },
    {
      rule: 'held back: the outage is silenced, the recovery not told',
      incident: end({ toldSeverity: 'critical', deferredAlertId: 'inc_critical' }),
      silence: 'inc_critical',
    },
    { rule: 'no longer watched', incident: end({ alertCount: 1 }, 'unwatched'), silence: null },
    { rule: 'a certificate renewed', incident: end({ alertCount: 1, kind: 'certificate' }), silence: null },
  ])('$rule: no message', ({ incident, silence }) => {
    expect(decide(incident)).toMatchObject({ create: null, silence, incident: { deferredAlertId: null } });
  });

  it('a graver alert held back on top of a told one is silenced, and the recovery told', () => {
    const incident = end({ alertCount: 1, toldSeverity: 'critical', deferredAlertId: 'inc_critical' });
    expect(decide(incident)).toMatchObject({ create: { alert: { kind: 'recovery' } }, silence: 'inc_critical' });
  });
});

it('a certificate that ends soon is told as such', () => {
  const ends = NOW + 10 * HOUR_MS;
  const incident = incidentSample({ kind: 'certificate', severity: 'informational' });
  const outcome = decide({ ...incident, details: { ...incident.details, certificateEndsAt: ends } });
  expect(outcome.create?.alert).toMatchObject({ kind: 'certificate', values: { certificateEndsAt: ends } });
});
