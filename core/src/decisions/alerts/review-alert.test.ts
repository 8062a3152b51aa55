import { describe, expect, it } from 'vitest';
import type { Alert, AlertState } from '../../documents/alert.ts';
import type { Incident } from '../../documents/incident.ts';
import { alertSample, alertValuesSample, incidentSample, NOW, outageSample } from '../../testing/samples.ts';
import type { SeverityFilter } from '../../values/severity-filter.ts';
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

function review(alert: Alert, incident: Incident | null, others: QueuedAlert[] = [], filter: SeverityFilter = 'high') {
  return reviewAlert({ id: 'this', alert }, { incident, others, filter });
}

describe('an outage alert that is due', () => {
  it('is sent with its current severity and locations, and covers the other waiting ones', () => {
    const result = review(major, running(), [other('more_severe', alertSample())]);
    expect(result).toMatchObject({
      content: { kind: 'outage', severity: 'critical', values: { locations: ['tw', 'th', 'bd'] } },
      ids: ['this', 'more_severe'],
    });
  });

  it('is sent in one message with its recovery if that is waiting too', () => {
    expect(review(major, running(), [other('end', recovery)])).toMatchObject({
      content: { kind: 'short_outage', values: { durationMs: 6_000 } },
      ids: ['this', 'end'],
    });
  });

  it.each<{ rule: string; incident: Incident | null; others?: QueuedAlert[]; filter?: SeverityFilter; drop: string }>([
    {
      rule: 'its incident was closed because the endpoint is no longer monitored',
      incident: running({ status: 'resolved' }),
      drop: 'over',
    },
    { rule: 'its incident is gone', incident: null, drop: 'over' },
    { rule: 'it is over', incident: running({ outage: outageSample({ endedAt: NOW }) }), drop: 'over' },
    { rule: 'the next outage is running', incident: running({ outage: outageSample({ number: 2 }) }), drop: 'over' },
    {
      rule: 'the filter no longer admits it',
      incident: running({ severity: 'major' }),
      filter: 'critical',
      drop: 'filter',
    },
    {
      rule: 'a more severe alert was sent',
      incident: running(),
      others: [other('more_severe', alertSample(), 'sent')],
      drop: 'more_severe',
    },
  ])('is dropped if $rule', ({ incident, others, filter, drop }) => {
    expect(review(major, incident, others, filter)).toEqual({ drop });
  });

  it('is sent after a less severe one', () => {
    expect(review(alertSample(), running(), [other('lessSevere', major, 'sent')])).toMatchObject({ ids: ['this'] });
  });
});

it('sends a partial failure again if it outlasts an outage whose recovery covered it', () => {
  const incident = running({
    severity: 'minor',
    outage: outageSample({ endedAt: NOW }),
    alerted: { severity: 'minor', count: 2, deferredId: null, recovered: 1 },
  });
  const before = other('before', { ...partial, createdAt: NOW - 1 }, 'sent');
  expect(review({ ...partial, createdAt: NOW + 1 }, incident, [before], 'all')).toMatchObject({ ids: ['this'] });
  const after = other('after', { ...partial, createdAt: NOW + 1 }, 'sent');
  expect(review(partial, incident, [after], 'all')).toEqual({ drop: 'more_severe' });
});

describe('a recovery that is due', () => {
  it.each<{ rule: string; others: QueuedAlert[]; expected: object }>([
    {
      rule: 'is sent if its outage was, however long ago',
      others: [other('outage', major, 'sent')],
      expected: { content: { kind: 'recovery' }, ids: ['this'] },
    },
    {
      rule: 'is sent together with its waiting outage',
      others: [other('outage', major), other('more_severe', alertSample())],
      expected: { content: { kind: 'short_outage' }, ids: ['outage', 'more_severe', 'this'] },
    },
    {
      rule: 'is dropped if its outage was not delivered',
      others: [other('outage', major, 'dead')],
      expected: { drop: 'not_sent' },
    },
    {
      rule: 'is dropped if its outage was dropped',
      others: [other('outage', major, 'dropped')],
      expected: { drop: 'not_sent' },
    },
    { rule: 'is dropped if its outage has no alert', others: [], expected: { drop: 'not_sent' } },
  ])('$rule', ({ others, expected }) => {
    expect(review(recovery, running(), others)).toMatchObject(expected);
  });
});

describe('a partial failure', () => {
  const minor = incidentSample({ severity: 'minor', downLocations: ['bd'] });
  it('is sent with its current locations', () => {
    expect(review(partial, minor, [], 'all')).toMatchObject({
      content: { kind: 'partial', values: { locations: ['bd'] } },
    });
  });

  it('is dropped once it is an outage, which has its own alert', () => {
    expect(review(partial, running(), [], 'all')).toEqual({ drop: 'over' });
  });

  it('is sent as a short one if it is already over', () => {
    const end = { ...recovery, outage: 0 };
    expect(review(partial, { ...minor, status: 'resolved' }, [other('end', end)], 'all')).toMatchObject({
      content: { kind: 'short_partial' },
    });
  });
});

it('sends a certificate alert while its incident is active', () => {
  const alert = alertSample({ kind: 'certificate', severity: 'informational', outage: 0 });
  const incident = incidentSample({ type: 'certificate', severity: 'informational' });
  expect(review(alert, incident, [], 'all')).toMatchObject({ content: { kind: 'certificate' }, ids: ['this'] });
  expect(review(alert, { ...incident, status: 'resolved' }, [], 'all')).toEqual({ drop: 'over' });
});

it('sends a notice unchanged', () => {
  const alert = alertSample({ kind: 'coverage_gap', incidentId: null, endpointId: null, outage: null });
  expect(review(alert, null)).toEqual({ content: alert, ids: ['this'] });
});
