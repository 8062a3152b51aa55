import { describe, expect, it } from 'vitest';
import type { Alert } from '../../documents/alert.ts';
import { alertSample, NOW } from '../../testing/samples.ts';
import { ALERT } from '../../values/limits.ts';
import { MINUTE_MS } from '../../values/time.ts';
import { nextStep, type QueuedAlert } from './queue.ts';

function queued(id: string, changes: Partial<Alert> = {}): QueuedAlert {
  return { id, alert: alertSample(changes) };
}

function sent(alerts: QueuedAlert[]): string[] | string {
  const next = nextStep(alerts, NOW);
  return next.step === 'send' ? next.queued.map((each) => each.id) : next.step;
}

function many(count: number): QueuedAlert[] {
  return Array.from({ length: count }, (_, index) => queued(`n${index}`, { createdAt: NOW - count + index }));
}

describe('what a sender does next', () => {
  const later = { nextAt: NOW + MINUTE_MS };
  const failed = { attempts: 1, triedAt: NOW - 1 };
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
      rule: 'one that failed holds back what was made before it was tried',
      alerts: [queued('a', { ...later, ...failed, createdAt: NOW - 2 }), queued('b', { createdAt: NOW - 1 })],
      does: 'done',
    },
    {
      rule: 'one that failed is tried again for what was made since',
      alerts: [queued('a', { ...later, ...failed, createdAt: NOW - 2 }), queued('b')],
      does: ['a'],
    },
    {
      rule: 'what failed together is not tried for each other',
      alerts: [queued('a', { ...later, ...failed }), queued('b', { ...later, ...failed })],
      does: 'done',
    },
    {
      rule: 'one held for the word of other locations holds back nothing',
      alerts: [queued('a', { ...later, createdAt: NOW - 1 }), queued('b')],
      does: ['b'],
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

  it('tells when the next one that was not tried is due', () => {
    const wakeAt = (...alerts: QueuedAlert[]) => nextStep(alerts, NOW);
    expect(wakeAt(queued('a', later), queued('b', { nextAt: NOW + 5 }))).toEqual({ step: 'done', wakeAt: NOW + 5 });
    expect(wakeAt()).toEqual({ step: 'done', wakeAt: null });
    expect(wakeAt(queued('a', { ...later, ...failed }))).toEqual({ step: 'done', wakeAt: null });
  });

  it('one message takes only so many', () => {
    expect(sent(many(200))).toHaveLength(ALERT.digestMost);
  });
});
