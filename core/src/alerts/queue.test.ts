import { describe, expect, it } from 'vitest';
import type { Alert } from '../documents/alert.ts';
import { ALERT } from '../limits.ts';
import { incidentSample, NOW } from '../testing/samples.ts';
import { MINUTE_MS } from '../time.ts';
import { nextStep, type QueuedAlert } from './queue.ts';

function queued(id: string, changes: Partial<Alert> = {}): QueuedAlert {
  const { endpoint, monitor, locations, details, triggeredAt } = incidentSample();
  const alert: Alert = {
    ownerId: 'owner',
    endpointId: 'endpoint',
    incidentId: 'inc',
    kind: 'outage',
    severity: 'critical',
    values: {
      endpoint: endpoint.name,
      url: endpoint.url,
      monitor: monitor.name,
      locations,
      occurredAt: triggeredAt,
      durationMs: null,
      statusCode: details.actualStatus,
      error: details.error,
      certificateEndsAt: null,
    },
    state: 'waiting',
    attempts: 0,
    nextAt: NOW,
    lastError: null,
    messageId: null,
    createdAt: NOW,
    finishedAt: null,
    expireAt: null,
  };
  return { id, alert: { ...alert, ...changes } };
}

function sent(alerts: QueuedAlert[]): string[] | string {
  const next = nextStep(alerts, NOW);
  return next.step === 'send' ? next.queued.map((each) => each.id) : next.step;
}

function many(count: number): QueuedAlert[] {
  return Array.from({ length: count }, (_, index) => queued(`n${index}`, { createdAt: NOW - count + index }));
}

describe('what a sender does next (design 6)', () => {
  const later = { nextAt: NOW + MINUTE_MS };
  it.each<{ rule: string; alerts: QueuedAlert[]; does: string[] | string }>([
    { rule: 'nothing there', alerts: [], does: 'done' },
    { rule: 'one is due', alerts: [queued('a')], does: ['a'] },
    {
      rule: 'the older first',
      alerts: [queued('b'), queued('a', { createdAt: NOW - 1 })],
      does: ['a'],
    },
    { rule: 'of one moment always in the same order', alerts: [queued('b'), queued('a')], does: ['a'] },
    { rule: 'nothing due yet', alerts: [queued('a', later)], does: 'done' },
    {
      rule: 'one that must wait holds back what was made after it',
      alerts: [queued('a', { ...later, createdAt: NOW - 1 }), queued('b')],
      does: 'done',
    },
    {
      rule: 'a held-back one whose time has not come holds back nothing',
      alerts: [queued('a', { ...later, state: 'deferred', createdAt: NOW - 1 }), queued('b')],
      does: ['b'],
    },
    {
      rule: 'a held-back one whose time has come is released before anything is sent',
      alerts: [queued('a', { createdAt: NOW - 1 }), queued('b', { state: 'deferred' })],
      does: 'release',
    },
    { rule: 'five go one by one', alerts: many(5), does: ['n0'] },
    { rule: 'six go as one message, in order', alerts: many(6), does: ['n0', 'n1', 'n2', 'n3', 'n4', 'n5'] },
    {
      rule: 'only what is due counts for that',
      alerts: [...many(5), queued('last', { ...later, createdAt: NOW + 1 })],
      does: ['n0'],
    },
  ])('$rule', ({ alerts, does }) => {
    expect(sent(alerts)).toEqual(does);
  });

  it('one message takes only so many', () => {
    expect(sent(many(200))).toHaveLength(ALERT.digestMost);
  });
});
