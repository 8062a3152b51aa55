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
