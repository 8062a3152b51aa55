import { describe, expect, it } from 'vitest';
import type { Command } from '../../documents/command.ts';
import { NOW, voteSample } from '../../testing/samples.ts';
import { SECOND_MS } from '../../values/time.ts';
import { decideRecheck, fingerprintOf } from './decide-recheck.ts';

const UP = 'up tw1.1';
const at = (secondsAgo: number) => NOW - secondsAgo * SECOND_MS;

function decide(command: Partial<Command>, ids: string[], nowMs = NOW, fingerprint = UP, maxEndpoints = 200) {
  const endpoints = new Map(ids.map((id) => [id, fingerprint]));
  return decideRecheck(
    { syncAt: null, checkNow: {}, ...command },
    { ownerId: 'owner', maxEndpoints, endpoints },
    nowMs,
  );
}

/** The command after these were requested. */
const requested = (secondsAgo: number, ids: string[], fingerprint = UP): Partial<Command> => ({
  checkNow: Object.fromEntries(ids.map((id) => [id, at(secondsAgo)])),
  requested: Object.fromEntries(ids.map((id) => [id, { at: at(secondsAgo), fingerprint }])),
});

it.each<{
  rule: string;
  command: Partial<Command>;
  ids: string[];
  granted: string[];
  recent: string[];
  waits: number | null;
}>([
  { rule: 'a first request', command: {}, ids: ['a', 'b'], granted: ['a', 'b'], recent: [], waits: null },
  {
    rule: 'a request repeated within two seconds',
    command: requested(1.9, ['a']),
    ids: ['a'],
    granted: ['a'],
    recent: [],
    waits: null,
  },
  {
    rule: 'nothing within 30 s of the last request',
    command: requested(2, ['a']),
    ids: ['a'],
    granted: [],
    recent: ['a'],
    waits: 28,
  },
  {
    rule: 'nothing just before the 30 s are over',
    command: requested(29.9, ['a']),
    ids: ['a'],
    granted: [],
    recent: ['a'],
    waits: 0.1,
  },
  { rule: 'a request after 30 s', command: requested(30, ['a']), ids: ['a'], granted: ['a'], recent: [], waits: null },
  {
    rule: 'an endpoint that has changed since',
    command: requested(5, ['a'], 'down tw1.2'),
    ids: ['a'],
    granted: ['a'],
    recent: [],
    waits: null,
  },
  {
    rule: 'an endpoint that only the server requested',
    command: { checkNow: { a: at(5) } },
    ids: ['a'],
    granted: ['a'],
    recent: [],
    waits: null,
  },
  {
    rule: 'only the endpoints not requested lately',
    command: requested(10, ['a']),
    ids: ['a', 'b'],
    granted: ['b'],
    recent: ['a'],
    waits: 20,
  },
  {
    rule: 'an endpoint while others were requested lately',
    command: requested(10, ['z']),
    ids: ['a'],
    granted: ['a'],
    recent: [],
    waits: null,
  },
])('an owner is granted $rule', ({ command, ids, granted, recent, waits }) => {
  const decision = decide(command, ids);
  expect(decision).toMatchObject({ endpointIds: granted, recent, isOverBudget: false });
  expect(decision.retryAfterMs).toBe(waits === null ? null : waits * SECOND_MS);
});

describe('an owner’s budget', () => {
  const all = Array.from({ length: 200 }, (_, index) => `e${index}`);
  const first = decide({}, all);
  const after = { syncAt: null, ...first.change } as Command;

  it('allows all endpoints of an account in one request', () => {
    expect(first.endpointIds).toHaveLength(200);
    expect(Object.keys(after.checkNow)).toHaveLength(200);
    expect(after.budgets).toEqual({ owner: { tokens: 0, at: NOW } });
  });

  it('then allows one endpoint a second, those requested longest ago first', () => {
    const laterMs = NOW + 40 * SECOND_MS;
    const part = decide(after, all.slice(0, 50), laterMs);
    expect(part).toMatchObject({
      endpointIds: all.slice(0, 40),
      recent: [],
      isOverBudget: true,
      retryAfterMs: SECOND_MS,
    });
    const next = decide({ ...after, ...part.change }, all.slice(0, 50), laterMs + 10 * SECOND_MS);
    expect(next.endpointIds).toEqual(all.slice(40, 50));
  });

  it('returns when to retry and writes nothing once it is used up', () => {
    const none = decide(after, ['new'], NOW + 200);
    expect(none).toMatchObject({ endpointIds: [], isOverBudget: true, retryAfterMs: SECOND_MS, change: null });
  });

  it('is counted for each owner', () => {
    const other = decideRecheck(after, { ownerId: 'other', maxEndpoints: 200, endpoints: new Map([['x', UP]]) }, NOW);
    expect(other.endpointIds).toEqual(['x']);
    expect(other.change?.budgets).toMatchObject({ owner: { tokens: 0 }, other: { tokens: 199 } });
  });

  it('is removed once it is full again, as are old requests', () => {
    const late = decide(after, ['new'], NOW + 200 * SECOND_MS);
    expect(late.change).toMatchObject({ budgets: { owner: { tokens: 199 } } });
    expect(Object.keys(late.change?.requested ?? {})).toEqual(['new']);
    const other = decideRecheck(
      after,
      { ownerId: 'other', maxEndpoints: 200, endpoints: new Map([['x', UP]]) },
      NOW + 2000 * SECOND_MS,
    );
    expect(Object.keys(other.change?.budgets ?? {})).toEqual(['other']);
  });
});

it.each([
  ['another status', { status: 'down' as const, votes: { tw: voteSample() } }, false],
  ['another vote', { status: 'up' as const, votes: { tw: voteSample({ agentSeq: 2 }) } }, false],
  ['a vote more', { status: 'up' as const, votes: { tw: voteSample(), th: voteSample() } }, false],
  ['the same again', { status: 'up' as const, votes: { tw: voteSample() } }, true],
])('%s: the same %s', (_, endpoint, isSame) => {
  expect(fingerprintOf(endpoint) === fingerprintOf({ status: 'up', votes: { tw: voteSample() } })).toBe(isSame);
});
