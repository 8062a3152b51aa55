import { describe, expect, it } from 'vitest';
import type { Command } from '../../documents/command.ts';
import { NOW, voteSample } from '../../testing/samples.ts';
import { SECOND_MS } from '../../values/time.ts';
import { decideRecheck, fingerprintOf } from './decide-recheck.ts';

const UP = 'up tw1.1';
const at = (secondsAgo: number) => NOW - secondsAgo * SECOND_MS;

function decide(command: Partial<Command>, ids: string[], nowMs = NOW, standing = UP) {
  const endpoints = new Map(ids.map((id) => [id, standing]));
  return decideRecheck({ syncAt: null, checkNow: {}, ...command }, { ownerId: 'owner', endpoints }, nowMs);
}

/** The documents left by asking for these before. */
const asked = (secondsAgo: number, ids: string[], of = UP): Partial<Command> => ({
  checkNow: Object.fromEntries(ids.map((id) => [id, at(secondsAgo)])),
  asked: Object.fromEntries(ids.map((id) => [id, { at: at(secondsAgo), of }])),
});

it.each<{
  rule: string;
  command: Partial<Command>;
  ids: string[];
  gets: string[];
  recent: string[];
  waits: number | null;
}>([
  { rule: 'what never was asked for', command: {}, ids: ['a', 'b'], gets: ['a', 'b'], recent: [], waits: null },
  { rule: 'what just was', command: asked(1.9, ['a']), ids: ['a'], gets: ['a'], recent: [], waits: null },
  {
    rule: 'not what was within half a minute',
    command: asked(2, ['a']),
    ids: ['a'],
    gets: [],
    recent: ['a'],
    waits: 28,
  },
  { rule: 'to the end', command: asked(29.9, ['a']), ids: ['a'], gets: [], recent: ['a'], waits: 0.1 },
  { rule: 'what was half a minute ago', command: asked(30, ['a']), ids: ['a'], gets: ['a'], recent: [], waits: null },
  {
    rule: 'what has changed since',
    command: asked(5, ['a'], 'down tw1.2'),
    ids: ['a'],
    gets: ['a'],
    recent: [],
    waits: null,
  },
  {
    rule: 'what only the server asked for',
    command: { checkNow: { a: at(5) } },
    ids: ['a'],
    gets: ['a'],
    recent: [],
    waits: null,
  },
  { rule: 'the others', command: asked(10, ['a']), ids: ['a', 'b'], gets: ['b'], recent: ['a'], waits: 20 },
  {
    rule: 'what others were asked for is no matter',
    command: asked(10, ['z']),
    ids: ['a'],
    gets: ['a'],
    recent: [],
    waits: null,
  },
])('an owner is granted $rule', ({ command, ids, gets, recent, waits }) => {
  const decision = decide(command, ids);
  expect(decision).toMatchObject({ endpointIds: gets, recent, isOverBudget: false });
  expect(decision.retryAfterMs).toBe(waits === null ? null : waits * SECOND_MS);
});

describe('an owner’s budget', () => {
  const all = Array.from({ length: 200 }, (_, index) => `e${index}`);
  const spent = decide({}, all);
  const after = { syncAt: null, ...spent.change } as Command;

  it('is all of an account at once', () => {
    expect(spent.endpointIds).toHaveLength(200);
    expect(Object.keys(after.checkNow)).toHaveLength(200);
    expect(after.budgets).toEqual({ owner: { tokens: 0, at: NOW } });
  });

  it('and then one endpoint a second, those asked for longest ago first', () => {
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

  it('spent, it says when there is more, and writes nothing', () => {
    const none = decide(after, ['new'], NOW + 200);
    expect(none).toMatchObject({ endpointIds: [], isOverBudget: true, retryAfterMs: SECOND_MS, change: null });
  });

  it('is not another’s', () => {
    const other = decideRecheck(after, { ownerId: 'other', endpoints: new Map([['x', UP]]) }, NOW);
    expect(other.endpointIds).toEqual(['x']);
    expect(other.change?.budgets).toMatchObject({ owner: { tokens: 0 }, other: { tokens: 199 } });
  });

  it('that is full again is forgotten, as what was asked for long ago', () => {
    const late = decide(after, ['new'], NOW + 200 * SECOND_MS);
    expect(late.change).toMatchObject({ budgets: { owner: { tokens: 199 } } });
    expect(Object.keys(late.change?.asked ?? {})).toEqual(['new']);
    const other = decideRecheck(after, { ownerId: 'other', endpoints: new Map([['x', UP]]) }, NOW + 200 * SECOND_MS);
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
