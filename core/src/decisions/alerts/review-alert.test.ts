import { describe, expect, it } from 'vitest';
import type { Alert, AlertState } from '../../documents/alert.ts';
import type { Incident } from '../../documents/incident.ts';
import type { SeverityFilter } from '../../documents/notification-settings.ts';
import { alertSample, alertValuesSample, incidentSample, NOW, outageSample } from '../../testing/samples.ts';
import type { QueuedAlert } from './queue.ts';
import { reviewAlert } from './review-alert.ts';

const major = alertSample({ severity: 'major' });
const recovery = alertSample({
  kind: 'recovery',
  createdAt: NOW + 1,
  values: alertValuesSample({ durationMs: 6_000, occurredAt: NOW + 6_000 }),
});
const partial = alertSample({ kind: 'partial', severity: 'minor', outage: 0 });

const other = (id: string, alert: Alert, state: AlertState = 'waiting'): QueuedAlert => ({
  id,
  alert: { ...alert, state },
});
const running = (changes: Partial<Incident> = {}) =>
  incidentSample({ downLocations: ['tw', 'th', 'bd'], severity: 'critical', outage: outageSample(), ...changes });

function judge(alert: Alert, incident: Incident | null, others: QueuedAlert[] = [], filter: SeverityFilter = 'high') {
  return reviewAlert({ id: 'mine', alert }, { incident, others, filter });
}

describe('an outage whose turn has come', () => {
  it('is told as grave and as wide as it is now, with the other alerts of it that wait', () => {
    const judged = judge(major, running(), [other('more_severe', alertSample())]);
    expect(judged).toMatchObject({
      told: { kind: 'outage', severity: 'critical', values: { locations: ['tw', 'th', 'bd'] } },
      ids: ['mine', 'more_severe'],
    });
  });

  it('that has ended meanwhile is told in one message with its end', () => {
    expect(judge(major, running(), [other('end', recovery)])).toMatchObject({
      told: { kind: 'short_outage', values: { durationMs: 6_000 } },
      ids: ['mine', 'end'],
    });
  });

  it.each<{ rule: string; incident: Incident | null; others?: QueuedAlert[]; filter?: SeverityFilter; drop: string }>([
    { rule: 'its incident is closed as no longer watched', incident: running({ status: 'resolved' }), drop: 'over' },
    { rule: 'its incident is gone', incident: null, drop: 'over' },
    { rule: 'it is over', incident: running({ outage: outageSample({ endedAt: NOW }) }), drop: 'over' },
    { rule: 'the next one lasts', incident: running({ outage: outageSample({ number: 2 }) }), drop: 'over' },
    {
      rule: 'the filter admits it no longer',
      incident: running({ severity: 'major' }),
      filter: 'critical',
      drop: 'filter',
    },
    {
      rule: 'a moreSevere alert has said it all',
      incident: running(),
      others: [other('more_severe', alertSample(), 'sent')],
      drop: 'more_severe',
    },
  ])('is not told where $rule', ({ incident, others, filter, drop }) => {
    expect(judge(major, incident, others, filter)).toEqual({ drop });
  });

  it('is told though a lessSevere one was sent', () => {
    expect(judge(alertSample(), running(), [other('lessSevere', major, 'sent')])).toMatchObject({ ids: ['mine'] });
  });
});

it('what outlasts an outage is told though it was told before the outage, whose recovery settled that', () => {
  const incident = running({
    severity: 'minor',
    outage: outageSample({ endedAt: NOW }),
    alerted: { severity: 'minor', alerts: 2, deferredId: null, closed: 1 },
  });
  const before = other('before', { ...partial, createdAt: NOW - 1 }, 'sent');
  expect(judge({ ...partial, createdAt: NOW + 1 }, incident, [before], 'all')).toMatchObject({ ids: ['mine'] });
  const after = other('after', { ...partial, createdAt: NOW + 1 }, 'sent');
  expect(judge(partial, incident, [after], 'all')).toEqual({ drop: 'more_severe' });
});

describe('a recovery whose turn has come', () => {
  it.each<{ rule: string; others: QueuedAlert[]; judged: object }>([
    {
      rule: 'is told where its outage was sent, however long ago',
      others: [other('outage', major, 'sent')],
      judged: { told: { kind: 'recovery' }, ids: ['mine'] },
    },
    {
      rule: 'takes the outage with it that still waits',
      others: [other('outage', major), other('more_severe', alertSample())],
      judged: { told: { kind: 'short_outage' }, ids: ['outage', 'more_severe', 'mine'] },
    },
    {
      rule: 'is not told where the outage could not be',
      others: [other('outage', major, 'dead')],
      judged: { drop: 'not_sent' },
    },
    {
      rule: 'is not told where the outage was silenced',
      others: [other('outage', major, 'silenced')],
      judged: { drop: 'not_sent' },
    },
    { rule: 'is not told where nothing is known of it', others: [], judged: { drop: 'not_sent' } },
  ])('$rule', ({ others, judged }) => {
    expect(judge(recovery, running(), others)).toMatchObject(judged);
  });
});

describe('what fails at some locations', () => {
  const minor = incidentSample({ severity: 'minor', downLocations: ['bd'] });
  it('is told as it is now', () => {
    expect(judge(partial, minor, [], 'all')).toMatchObject({
      told: { kind: 'partial', values: { locations: ['bd'] } },
    });
  });

  it('is not told once it has become an outage, which has its own alert', () => {
    expect(judge(partial, running(), [], 'all')).toEqual({ drop: 'over' });
  });

  it('that was over before it could be told is told as short', () => {
    const end = { ...recovery, outage: 0 };
    expect(judge(partial, { ...minor, status: 'resolved' }, [other('end', end)], 'all')).toMatchObject({
      told: { kind: 'short_partial' },
    });
  });
});

it('a certificate is told while its incident lasts', () => {
  const alert = alertSample({ kind: 'certificate', severity: 'informational', outage: 0 });
  const incident = incidentSample({ kind: 'certificate', severity: 'informational' });
  expect(judge(alert, incident, [], 'all')).toMatchObject({ told: { kind: 'certificate' }, ids: ['mine'] });
  expect(judge(alert, { ...incident, status: 'resolved' }, [], 'all')).toEqual({ drop: 'over' });
});

it('a notice is told as it is', () => {
  const alert = alertSample({ kind: 'coverage_gap', incidentId: null, endpointId: null, outage: null });
  expect(judge(alert, null)).toEqual({ told: alert, ids: ['mine'] });
});
