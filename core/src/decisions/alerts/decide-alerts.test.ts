import { describe, expect, it } from 'vitest';
import type { Endpoint } from '../../documents/endpoint.ts';
import { type Alerted, type Incident, NOT_ALERTED } from '../../documents/incident.ts';
import type { NotificationSettings } from '../../documents/notification-settings.ts';
import { endpointSample, incidentSample, NOW, outageSample, voteSample } from '../../testing/samples.ts';
import type { Severity } from '../../values/severity.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../values/time.ts';
import { resolveIncident } from '../status/incident.ts';
import { decideAlerts } from './decide-alerts.ts';

const SETTINGS: NotificationSettings = {
  telegram: { enabled: true, botToken: 'token', chatId: '1', verified: true },
  thresholds: { severity: 'all', silencePeriod: 15 },
};
const FILTERED: NotificationSettings = { ...SETTINGS, thresholds: { severity: 'high', silencePeriod: 15 } };

type Options = {
  before?: Incident | null;
  endpoint?: Partial<Endpoint>;
  settings?: NotificationSettings;
  nowMs?: number;
};

function decide(incident: Incident, { before = null, endpoint = {}, settings = SETTINGS, nowMs = NOW }: Options = {}) {
  const outcome = decideAlerts({
    incidentId: 'inc',
    before,
    incident,
    endpoint: endpointSample(endpoint),
    settings,
    nowMs,
  });
  return { ...outcome, created: outcome.create.map(({ alert }) => alert), ids: outcome.create.map(({ id }) => id) };
}

const RECENTLY_ALERTED = { lastAlertAt: NOW - 5 * MINUTE_MS, lastAlertSeverity: 'critical' } as const;
const alertedWith = (severity: Severity, changes: Partial<Alerted> = {}): Alerted => ({
  severity,
  count: 1,
  deferredId: null,
  ...changes,
});

/** An incident with a running outage of that number. */
function down(severity: Severity = 'critical', alerted: Alerted = NOT_ALERTED, number = 1): Incident {
  return incidentSample({ severity, outage: outageSample({ number, startedAt: NOW, alerted }) });
}

/** The incident once the endpoint is up again, but kept open by one location. */
function upAgain({ outage, ...incident }: Incident, atMs = NOW): Incident {
  return { ...incident, severity: 'minor', downLocations: ['bd'], outage: outage && { ...outage, endedAt: atMs } };
}

describe('an outage that starts', () => {
  it('is alerted in the same change as the incident', () => {
    const { incident, endpoint, created, ids } = decide(down());
    expect(incident.outage?.alerted).toEqual({ severity: 'critical', count: 1, deferredId: null });
    expect(endpoint).toEqual({ lastAlertAt: NOW, lastAlertSeverity: 'critical' });
    expect(ids).toEqual(['inc_1_0']);
    expect(created).toMatchObject([
      {
        kind: 'outage',
        severity: 'critical',
        incidentId: 'inc',
        outage: 1,
        state: 'waiting',
        nextAt: NOW,
        values: { endpoint: 'Shop', monitor: 'Shops', locations: ['tw'], occurredAt: NOW, statusCode: 500 },
      },
    ]);
  });

  it.each<{ rule: string; failedMsAgo: number[]; heldMs: number }>([
    { rule: 'waits for the rechecks of the others', failedMsAgo: [0, 1_000], heldMs: 8_000 },
    { rule: 'waits for less time if the first failure is older', failedMsAgo: [4_500, 0], heldMs: 5_500 },
    { rule: 'does not wait if the first failure is much older', failedMsAgo: [11_000, 0], heldMs: 0 },
    { rule: 'ignores a location that was down before', failedMsAgo: [MINUTE_MS, 0], heldMs: 8_000 },
  ])('if some locations are up: $rule', ({ failedMsAgo, heldMs }) => {
    const [tw, th] = failedMsAgo.map((ms) => voteSample({ up: false, since: NOW - ms }));
    const votes = { ...(tw && { tw }), ...(th && { th }), bd: voteSample() };
    expect(decide(down('major'), { endpoint: { votes } }).created).toMatchObject([{ nextAt: NOW + heldMs }]);
  });

  it.each([
    { rule: 'a location that has not voted', votes: { tw: voteSample({ up: false, since: NOW }) }, heldMs: 8_000 },
    {
      rule: 'a location whose vote does not count, as during a handover',
      votes: { tw: voteSample({ up: false, since: NOW }), th: voteSample() },
      heldMs: 8_000,
    },
    {
      rule: 'no location, as all are down',
      votes: { tw: voteSample({ up: false, since: NOW }), th: voteSample({ up: false }) },
      heldMs: 0,
    },
  ])('if all counting votes are down: waits for $rule', ({ votes, heldMs }) => {
    const { created } = decide(down(), { endpoint: { locations: ['tw', 'th'], votes } });
    expect(created).toMatchObject([{ severity: 'critical', nextAt: NOW + heldMs }]);
  });

  it('is deferred to the end of the silence period, and does not count as an alert of the endpoint', () => {
    const { created, ids, incident, endpoint } = decide(down(), { endpoint: RECENTLY_ALERTED });
    expect(created).toMatchObject([{ state: 'deferred', nextAt: NOW + 10 * MINUTE_MS }]);
    expect(incident.outage?.alerted).toEqual(alertedWith('critical', { deferredId: ids[0] ?? null }));
    expect(endpoint).toEqual(RECENTLY_ALERTED);
  });

  it('changes nothing if the filter excludes it', () => {
    const incident = incidentSample({ severity: 'minor' });
    expect(decide(incident, { endpoint: RECENTLY_ALERTED, settings: FILTERED })).toMatchObject({
      incident,
      endpoint: RECENTLY_ALERTED,
      create: [],
      drop: [],
    });
  });

  it('is alerted again if it becomes more severe, with the time of the change', () => {
    const minorLast = { ...RECENTLY_ALERTED, lastAlertSeverity: 'major' } as const;
    const incident = down('critical', alertedWith('major'));
    const update = { event: 'widened', status: 'active', severity: 'critical', locations: [], createdAt: NOW } as const;
    const wider: Incident = { ...incident, updates: [...incident.updates, { ...update, locations: ['tw'] }] };
    const { ids, created, incident: after } = decide(wider, { before: incident, endpoint: minorLast });
    expect(ids).toEqual(['inc_1_1']);
    expect(created).toMatchObject([{ state: 'waiting', nextAt: NOW, values: { occurredAt: NOW } }]);
    expect(after.outage?.alerted).toMatchObject({ severity: 'critical', count: 2 });
  });

  it('replaces its deferred alert', () => {
    const incident = down('critical', alertedWith('major', { deferredId: 'inc_1_0' }));
    const {
      drop,
      created,
      incident: after,
    } = decide(incident, {
      before: incident,
      endpoint: { ...RECENTLY_ALERTED, lastAlertSeverity: 'major' },
    });
    expect(drop).toEqual([{ id: 'inc_1_0', by: 'more_severe' }]);
    expect(created).toMatchObject([{ state: 'waiting' }]);
    expect(after.outage?.alerted.deferredId).toBeNull();
  });

  it('is not alerted again with the same or a lower severity', () => {
    const incident = down('major', alertedWith('critical'));
    expect(decide(incident, { before: incident })).toMatchObject({ create: [], drop: [] });
  });
});

describe('outages of one incident that a blocked location keeps open', () => {
  const first = down('critical', alertedWith('critical'));

  it('sends the recovery of one with the locations that still fail', () => {
    const votes = { tw: voteSample(), bd: voteSample({ up: false, since: NOW - 30 * 24 * HOUR_MS }) };
    const { created, ids } = decide(upAgain(first, NOW + MINUTE_MS), {
      before: first,
      endpoint: { ...RECENTLY_ALERTED, votes },
      settings: FILTERED,
    });
    expect(ids).toEqual(['inc_1_recovery']);
    expect(created).toMatchObject([
      {
        kind: 'recovery',
        severity: 'critical',
        outage: 1,
        state: 'waiting',
        values: { durationMs: MINUTE_MS, occurredAt: NOW + MINUTE_MS, stillFailing: ['bd'] },
      },
    ]);
  });

  it('does not list a location that is about to recover too', () => {
    const votes = { tw: voteSample(), bd: voteSample({ up: false, since: NOW }) };
    const { created } = decide(upAgain(first), { before: first, endpoint: { votes }, settings: FILTERED });
    expect(created).toMatchObject([{ values: { stillFailing: [] } }]);
  });

  it('alerts the next outage', () => {
    const before = upAgain(first, NOW - HOUR_MS);
    const { ids, incident } = decide(down('critical', NOT_ALERTED, 2), {
      before,
      endpoint: { ...RECENTLY_ALERTED, lastAlertAt: NOW - 7 * 24 * HOUR_MS },
    });
    expect(ids).toEqual(['inc_2_0']);
    expect(incident.outage).toMatchObject({ number: 2, alerted: { severity: 'critical' } });
  });

  it('alerts a partial failure once for the incident, a minute after an outage', () => {
    const { created, incident } = decide(upAgain(first), { before: first, endpoint: {} });
    expect(created.map(({ kind }) => kind)).toEqual(['recovery', 'partial']);
    expect(created[1]).toMatchObject({ severity: 'minor', outage: 0, state: 'deferred', nextAt: NOW + MINUTE_MS });
    expect(decide(incident, { before: incident }).created).toEqual([]);
  });

  it.each<{ rule: string; alerted: Alerted }>([
    { rule: 'was alerted before', alerted: alertedWith('minor') },
    { rule: 'was not sent, as the outage started while it waited', alerted: alertedWith('minor', { count: 2 }) },
  ])('alerts a partial failure that outlasts the outage and $rule', ({ alerted }) => {
    const before = { ...first, alerted };
    const over = decide(upAgain(before), { before, endpoint: RECENTLY_ALERTED });
    expect(over.ids).toEqual(['inc_1_recovery', `inc_0_${alerted.count}`]);
    expect(over.created[1]).toMatchObject({ kind: 'partial', state: 'deferred' });
    expect(over.endpoint).toEqual(RECENTLY_ALERTED);
  });

  it('sends no second recovery when the last location is up again too', () => {
    const before = { ...first, alerted: alertedWith('minor') };
    const over = decide(upAgain(before), { before, endpoint: RECENTLY_ALERTED });
    const end = decide(resolveIncident(over.incident, 'recovered', NOW + SECOND_MS), { before: over.incident });
    expect(end).toMatchObject({ created: [], drop: [{ id: 'inc_0_1', by: 'over' }] });
  });

  it('sends a recovery for a location that the first recovery listed', () => {
    const votes = { tw: voteSample(), bd: voteSample({ up: false, since: NOW - HOUR_MS }) };
    const before = { ...first, alerted: alertedWith('minor') };
    const over = decide(upAgain(before), { before, endpoint: { ...RECENTLY_ALERTED, votes } });
    expect(over.ids).toEqual(['inc_1_recovery']);
    const end = decide(resolveIncident(over.incident, 'recovered', NOW + SECOND_MS), { before: over.incident });
    expect(end.ids).toEqual(['inc_0_recovery']);
  });

  it('sends a recovery for a partial failure alerted after an outage', () => {
    const before = { ...first, alerted: alertedWith('minor') };
    const { incident } = decide(upAgain(before), { before, endpoint: RECENTLY_ALERTED });
    const released = { ...incident, alerted: { ...incident.alerted, deferredId: null } };
    const end = decide(resolveIncident(released, 'recovered', NOW + HOUR_MS), { before: released });
    expect(end.ids).toEqual(['inc_0_recovery']);
  });

  it('drops the deferred alert of the incident itself when an outage starts', () => {
    const before = incidentSample({ severity: 'minor', alerted: alertedWith('minor', { deferredId: 'inc_0_0' }) });
    const after = { ...down(), alerted: before.alerted };
    const { drop, incident } = decide(after, { before });
    expect(drop).toEqual([{ id: 'inc_0_0', by: 'more_severe' }]);
    // It was never sent, so it is alerted after the outage if it still fails there.
    const { ids } = decide(upAgain(incident), { before: incident, endpoint: RECENTLY_ALERTED });
    expect(ids).toEqual(['inc_1_recovery', 'inc_0_1']);
  });
});

describe('a recovery', () => {
  const end = (open: Incident, event: 'recovered' | 'unmonitored' = 'recovered') => {
    const before = { ...open, triggeredAt: NOW - HOUR_MS };
    return { before, incident: resolveIncident(before, event, NOW - MINUTE_MS) };
  };
  const outage = (alerted: Alerted) => incidentSample({ outage: outageSample({ startedAt: NOW - HOUR_MS, alerted }) });

  it('is sent immediately, even within the silence period, with the duration', () => {
    const { before, incident } = end(outage(alertedWith('critical')));
    const { created, endpoint } = decide(incident, { before, endpoint: RECENTLY_ALERTED });
    expect(created).toMatchObject([
      {
        kind: 'recovery',
        state: 'waiting',
        nextAt: created[0]?.createdAt,
        values: { occurredAt: NOW - MINUTE_MS, durationMs: 59 * MINUTE_MS, locations: ['tw'] },
      },
    ]);
    expect(endpoint).toEqual(RECENTLY_ALERTED);
  });

  it.each([0, MINUTE_MS])(
    'is sent after its outage and before the next, even with a clock %i ms behind',
    (behindMs) => {
      const first = decide(down());
      const later = (incident: Incident, before: Incident | null) =>
        decide(incident, { before, endpoint: first.endpoint, nowMs: NOW - behindMs });
      const { before, incident } = end(first.incident);
      const recovery = later(incident, before);
      const next = later(down(), null);
      const [one = 0, two = 0, three = 0] = [first, recovery, next].map(({ created }) => created[0]?.createdAt);
      expect(one).toBeLessThan(two);
      expect(two).toBeLessThan(three);
    },
  );

  it.each<{ rule: string; open: Incident; event?: 'unmonitored'; droppedIds: string[] }>([
    { rule: 'outage never alerted', open: outage(NOT_ALERTED), droppedIds: [] },
    {
      rule: 'outage deferred: it is dropped',
      open: outage(alertedWith('critical', { deferredId: 'inc_1_0' })),
      droppedIds: ['inc_1_0'],
    },
    {
      rule: 'endpoint no longer monitored',
      open: outage(alertedWith('critical')),
      event: 'unmonitored',
      droppedIds: [],
    },
    {
      rule: 'certificate renewed',
      open: incidentSample({ type: 'certificate', alerted: alertedWith('informational') }),
      droppedIds: [],
    },
  ])('is not created: $rule', ({ open, event, droppedIds }) => {
    const { before, incident } = end(open, event);
    const { created, drop } = decide(incident, { before });
    expect(created).toEqual([]);
    expect(drop).toEqual(droppedIds.map((id) => ({ id, by: 'over' })));
  });

  it('is sent if an alert was sent, and a deferred one is dropped', () => {
    const { before, incident } = end(outage(alertedWith('critical', { count: 2, deferredId: 'inc_1_1' })));
    expect(decide(incident, { before })).toMatchObject({
      created: [{ kind: 'recovery' }],
      drop: [{ id: 'inc_1_1', by: 'over' }],
    });
  });

  it('of a partial failure is sent once all locations are up', () => {
    const { before, incident } = end(incidentSample({ severity: 'minor', alerted: alertedWith('minor') }));
    expect(decide(incident, { before })).toMatchObject({
      ids: ['inc_0_recovery'],
      created: [{ kind: 'recovery', outage: 0, values: { durationMs: 59 * MINUTE_MS } }],
    });
  });

  it('is created once if an outage and its incident end together', () => {
    const { before, incident } = end({ ...outage(alertedWith('critical')), alerted: alertedWith('minor') });
    expect(decide(incident, { before }).ids).toEqual(['inc_1_recovery']);
  });
});

it('alerts a certificate that expires soon', () => {
  const ends = NOW + 10 * HOUR_MS;
  const incident = incidentSample({ type: 'certificate', severity: 'informational' });
  const { created } = decide({ ...incident, details: { ...incident.details, certificateEndsAt: ends } });
  expect(created).toMatchObject([{ kind: 'certificate', nextAt: NOW, values: { certificateEndsAt: ends } }]);
});
