import { describe, expect, it } from 'vitest';
import type { Alert } from '../../documents/alert.ts';
import { alertSample, NOW } from '../../testing/samples.ts';
import { ALERT } from '../../values/limits.ts';
import { MINUTE_MS } from '../../values/time.ts';
import { nextStep, type QueuedAlert } from './queue.ts';

function queued(id: string, changes: Partial<Alert> = {}): QueuedAlert {
  return { id, alert: alertSample(changes) };
}

function stepFor(alerts: QueuedAlert[]): string[] | string {
  const next = nextStep(alerts, NOW);
  return next.step === 'send' ? next.queued.map((each) => each.id) : next.step;
}

function many(count: number): QueuedAlert[] {
  return Array.from({ length: count }, (_, index) => queued(`n${index}`, { createdAt: NOW - count + index }));
}

describe('the next step of a sender', () => {
  const later = { nextAt: NOW + MINUTE_MS };
  const failed = { attempts: 1, triedAt: NOW - 1 };
  it.each<{ rule: string; alerts: QueuedAlert[]; expected: string[] | string }>([
    { rule: 'nothing queued', alerts: [], expected: 'done' },
    { rule: 'one is due', alerts: [queued('a')], expected: ['a'] },
    {
      rule: 'the oldest first',
      alerts: [queued('b'), queued('a', { createdAt: NOW - 1 })],
      expected: ['a'],
    },
    { rule: 'by id if created at the same time', alerts: [queued('b'), queued('a')], expected: ['a'] },
    { rule: 'nothing due yet', alerts: [queued('a', later)], expected: 'done' },
    {
      rule: 'a failed one blocks those created before its attempt',
      alerts: [queued('a', { ...later, ...failed, createdAt: NOW - 2 }), queued('b', { createdAt: NOW - 1 })],
      expected: 'done',
    },
    {
      rule: 'a failed one is retried for a newer one',
      alerts: [queued('a', { ...later, ...failed, createdAt: NOW - 2 }), queued('b')],
      expected: ['a'],
    },
    {
      rule: 'those that failed together do not retry each other',
      alerts: [queued('a', { ...later, ...failed }), queued('b', { ...later, ...failed })],
      expected: 'done',
    },
    {
      rule: 'one that waits for rechecks blocks nothing',
      alerts: [queued('a', { ...later, createdAt: NOW - 1 }), queued('b')],
      expected: ['b'],
    },
    {
      rule: 'a deferred one that is not due blocks nothing',
      alerts: [queued('a', { ...later, state: 'deferred', createdAt: NOW - 1 }), queued('b')],
      expected: ['b'],
    },
    {
      rule: 'a deferred one that is due is released before anything is sent',
      alerts: [queued('a', { createdAt: NOW - 1 }), queued('b', { state: 'deferred' })],
      expected: 'release',
    },
    { rule: 'five are sent one by one', alerts: many(5), expected: ['n0'] },
    { rule: 'six are sent as one message, in order', alerts: many(6), expected: ['n0', 'n1', 'n2', 'n3', 'n4', 'n5'] },
    {
      rule: 'only due ones count towards the six',
      alerts: [...many(5), queued('last', { ...later, createdAt: NOW + 1 })],
      expected: ['n0'],
    },
  ])('$rule', ({ alerts, expected }) => {
    expect(stepFor(alerts)).toEqual(expected);
  });

  it('returns when the next untried alert is due', () => {
    const wakeAt = (...alerts: QueuedAlert[]) => nextStep(alerts, NOW);
    expect(wakeAt(queued('a', later), queued('b', { nextAt: NOW + 5 }))).toEqual({ step: 'done', wakeAt: NOW + 5 });
    expect(wakeAt()).toEqual({ step: 'done', wakeAt: null });
    expect(wakeAt(queued('a', { ...later, ...failed }))).toEqual({ step: 'done', wakeAt: null });
  });

  it('limits the size of a message', () => {
    expect(stepFor(many(200))).toHaveLength(ALERT.digestMost);
  });
});
