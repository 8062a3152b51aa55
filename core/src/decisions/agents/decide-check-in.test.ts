import { describe, expect, it } from 'vitest';
import type { CheckInInput, OwnerReport } from '../../contracts/calls/check-in.ts';
import { type AgentState, RECHECK_REQUESTED, type VerdictMemory } from '../../documents/agent.ts';
import { agentStateSample, CONDITION, NOW, reportSample, verdictSample } from '../../testing/samples.ts';
import type { Check } from '../../values/check.ts';
import { AGENT, LIMITS, RETENTION } from '../../values/limits.ts';
import { unpackChecks } from '../../values/pack.ts';
import { presentAt } from '../../values/presence.ts';
import { DAY_MS, HOUR_MS, hourStart, MINUTE_MS, WINDOW_MS, windowStart } from '../../values/time.ts';
import { type CheckInDecision, decideCheckIn, dropMemory } from './decide-check-in.ts';
import { dropFutureChecks } from './drop-future-checks.ts';

type Applied = Extract<CheckInDecision, { outcome: 'applied' }>;

const WINDOW = windowStart(NOW);
const LONG = NOW - 20 * MINUTE_MS;
const ABSTAINING = { ...CONDITION, abstaining: true };

function applied(state: Partial<AgentState>, report: Partial<CheckInInput>, nowMs = NOW): Applied {
  const decision = decideCheckIn(agentStateSample(state), reportSample(report), nowMs);
  if (decision.outcome !== 'applied') throw new Error(decision.outcome);
  return decision;
}

function check(changes: Partial<Check> = {}): Check {
  return { endpoint: 'a', at: WINDOW + MINUTE_MS, ms: 120, statusCode: 200, error: null, ...changes };
}

/** A part that reports endpoint `a` as up or down, with one check of it. */
function part(up: boolean, changes: Partial<OwnerReport> = {}): OwnerReport {
  return { generation: 3, checks: [check()], verdicts: { a: verdictSample({ up }) }, ...changes };
}

const KNOWN_UP: VerdictMemory = [1, WINDOW - MINUTE_MS, 90, 0];
const knows = (memory: VerdictMemory, generation = 3) => ({ owner: { generation, endpoints: { a: memory } } });

describe('a report is applied once and in order, by spool and seq', () => {
  const state = { spool: 'spool-aaaa', seq: 7, previousSpools: ['spool-old1'] };
  it.each<{ rule: string; state?: Partial<AgentState>; spool: string; seq: number; outcome: object }>([
    { rule: 'the next one is applied', spool: 'spool-aaaa', seq: 8, outcome: { outcome: 'applied' } },
    {
      rule: 'the last one again is a replay',
      spool: 'spool-aaaa',
      seq: 7,
      outcome: { outcome: 'replayed', isOwn: false },
    },
    { rule: 'any older one is a replay', spool: 'spool-aaaa', seq: 1, outcome: { outcome: 'replayed', isOwn: false } },
    {
      rule: 'a gap is refused with the expected seq',
      spool: 'spool-aaaa',
      seq: 9,
      outcome: { outcome: 'refused', expectedSeq: 8 },
    },
    { rule: 'a new spool starts at one', spool: 'spool-bbbb', seq: 1, outcome: { outcome: 'applied' } },
    {
      rule: 'a new spool that starts later is refused',
      spool: 'spool-bbbb',
      seq: 8,
      outcome: { outcome: 'refused', expectedSeq: 1 },
    },
    {
      rule: 'an old seq of a previous spool is a replay',
      spool: 'spool-old1',
      seq: 1,
      outcome: { outcome: 'replayed', isOwn: false },
    },
    {
      rule: 'a new seq of a previous spool is a replay',
      spool: 'spool-old1',
      seq: 8,
      outcome: { outcome: 'replayed', isOwn: false },
    },
    {
      rule: 'the very first report',
      state: { spool: null, seq: 0, previousSpools: [] },
      spool: 'spool-aaaa',
      seq: 1,
      outcome: { outcome: 'applied' },
    },
    {
      rule: 'the very first report cannot be the second',
      state: { spool: null, seq: 0, previousSpools: [] },
      spool: 'spool-aaaa',
      seq: 2,
      outcome: { outcome: 'refused', expectedSeq: 1 },
    },
  ])('$rule', ({ state: given, spool, seq, outcome }) => {
    expect(decideCheckIn(agentStateSample(given ?? state), reportSample({ spool, seq }), NOW)).toMatchObject(outcome);
  });

  it('a report that was applied is a replay from then on', () => {
    const before = agentStateSample();
    const { state } = applied({}, { owners: { owner: part(false) } });
    expect(decideCheckIn({ ...before, ...state }, reportSample(), NOW)).toEqual({ outcome: 'replayed', isOwn: false });
  });

  it.each([
    { rule: 'the same process', first: 'process-1', again: 'process-1', isOwn: true },
    { rule: 'another process, from a copied folder', first: 'process-1', again: 'process-2', isOwn: false },
    { rule: 'the sender is unknown', first: undefined, again: undefined, isOwn: false },
  ])('a replay is recognized by its sender: $rule', ({ first, again, isOwn }) => {
    const sentBy = (sender: string | undefined) => reportSample(sender === undefined ? {} : { sender });
    const decision = decideCheckIn(agentStateSample(), sentBy(first), NOW);
    if (decision.outcome !== 'applied') throw new Error(decision.outcome);
    const after = { ...agentStateSample(), ...decision.state };
    expect(decideCheckIn(after, sentBy(again), NOW)).toEqual({ outcome: 'replayed', isOwn });
  });

  it.each([
    { rule: 'in the same spool', before: {}, previousSpools: [] },
    { rule: 'after the very first', before: { spool: null, seq: 0 }, previousSpools: [] },
    { rule: 'after a new spool’s first', before: { spool: 'spool-old1', seq: 40 }, previousSpools: ['spool-old1'] },
  ])('consecutive reports are applied: $rule', ({ before, previousSpools }) => {
    const seq = 'spool' in before ? 1 : 8;
    const { state } = applied(before, { seq });
    expect(state.previousSpools).toEqual(previousSpools);
    expect(applied({ ...before, ...state }, { seq: seq + 1 }).state.seq).toBe(seq + 1);
  });

  it('agentSeq grows by one with each report, across spools', () => {
    expect(applied({}, {})).toMatchObject({ agentSeq: 21, state: { agentSeq: 21, seq: 8, spool: 'spool-aaaa' } });
    const changed = applied({}, { spool: 'spool-bbbb', seq: 1 });
    expect(changed).toMatchObject({ agentSeq: 21, state: { agentSeq: 21, seq: 1, spool: 'spool-bbbb' } });
    expect(changed.state.previousSpools).toEqual(['spool-aaaa']);
  });

  it('only the last previous spools are kept', () => {
    const previousSpools = ['spool-0001', 'spool-0002', 'spool-0003', 'spool-0004', 'spool-0005'];
    const { state } = applied({ previousSpools }, { spool: 'spool-bbbb', seq: 1 });
    expect(state.previousSpools).toEqual([...previousSpools.slice(1), 'spool-aaaa']);
  });
});

describe('verdicts become a verdict change', () => {
  const verdictChangeOf = (up: boolean, generation = 3) => ({
    liveness: null,
    verdicts: { owner: { generation, endpoints: { a: verdictSample({ up }) } } },
  });
  it.each<{ rule: string; state: Partial<AgentState>; report: Partial<CheckInInput>; verdictChange: object | null }>([
    {
      rule: 'the first one',
      state: {},
      report: { owners: { owner: part(true) } },
      verdictChange: verdictChangeOf(true),
    },
    {
      rule: 'one that changed',
      state: { verdicts: knows(KNOWN_UP) },
      report: { owners: { owner: part(false) } },
      verdictChange: verdictChangeOf(false),
    },
    {
      rule: 'not an unchanged one',
      state: { verdicts: knows(KNOWN_UP) },
      report: { owners: { owner: part(true) } },
      verdictChange: null,
    },
    {
      rule: 'the first of a new generation, though unchanged',
      state: { owners: { owner: 4 }, verdicts: knows(KNOWN_UP, 3) },
      report: { owners: { owner: part(true, { generation: 4 }) } },
      verdictChange: verdictChangeOf(true, 4),
    },
    {
      rule: 'not one of another generation',
      state: { owners: { owner: 4 } },
      report: { owners: { owner: part(false) } },
      verdictChange: null,
    },
    {
      rule: 'not one of an owner it is not assigned',
      state: { owners: {} },
      report: { owners: { owner: part(false) } },
      verdictChange: null,
    },
    {
      rule: 'not one of a previous owner',
      state: { owners: {}, previousOwners: { owner: { generation: 3, endedAt: NOW } } },
      report: { owners: { owner: part(false) } },
      verdictChange: null,
    },
    {
      rule: 'never in the backfill lane',
      state: {},
      report: { lane: 'backfill', owners: { owner: part(false) } },
      verdictChange: null,
    },
    {
      rule: 'not without verdicts',
      state: {},
      report: { owners: { owner: part(true, { verdicts: {} }) } },
      verdictChange: null,
    },
  ])('$rule', ({ state, report, verdictChange }) => {
    expect(applied(state, report).verdictChange).toEqual(verdictChange);
  });

  const ofRev = (up: boolean, rev: number) => part(up, { verdicts: { a: verdictSample({ up, rev }) } });
  const knownDown: VerdictMemory = [0, WINDOW - MINUTE_MS, 90, 0];
  it.each<{ rule: string; known: VerdictMemory; rev: number; isChange: boolean }>([
    { rule: 'of the first URL, unchanged', known: knownDown, rev: 0, isChange: false },
    { rule: 'of another URL, though unchanged', known: knownDown, rev: 1, isChange: true },
    { rule: 'of that URL, unchanged', known: [...knownDown.slice(0, 4), 1] as never, rev: 1, isChange: false },
    { rule: 'of the next URL', known: [...knownDown.slice(0, 4), 1] as never, rev: 2, isChange: true },
    { rule: 'of the first URL, late', known: [...knownDown.slice(0, 4), 1] as never, rev: 0, isChange: true },
  ])('a verdict $rule is a change: $isChange', ({ known, rev, isChange }) => {
    const { verdictChange } = applied({ verdicts: knows(known) }, { owners: { owner: ofRev(false, rev) } });
    expect(verdictChange?.verdicts.owner?.endpoints.a ?? null).toEqual(
      isChange ? verdictSample({ up: false, rev }) : null,
    );
  });

  it('a late verdict of the previous URL does not hide the next of the current one', () => {
    const late = applied(
      { verdicts: knows([...knownDown.slice(0, 4), 1] as never) },
      { owners: { owner: ofRev(false, 0) } },
    );
    const next = applied({ verdicts: late.state.verdicts ?? {} }, { owners: { owner: ofRev(false, 1) } });
    expect(next.verdictChange?.verdicts.owner?.endpoints.a?.rev).toBe(1);
  });

  it('a certificate that starts to warn is a change though the verdict stays', () => {
    const verdicts = { a: verdictSample({ certificateEndsAt: NOW + DAY_MS }) };
    const report = { owners: { owner: part(true, { verdicts }) } };
    const first = applied({ verdicts: knows(KNOWN_UP) }, report);
    expect(first.verdictChange?.verdicts.owner?.endpoints).toEqual(verdicts);
    expect(applied({ verdicts: first.state.verdicts ?? {} }, report).verdictChange).toBeNull();
  });

  it('slow responses and their end are changes though the verdict stays; not that it is not known', () => {
    const since = WINDOW - MINUTE_MS;
    let memory: AgentState['verdicts'] = knows(KNOWN_UP);
    const reported = [
      {},
      { slow: null },
      { slow: { since, ms: 900 } },
      { slow: { since, ms: 900 } },
      { slow: null },
      {},
    ].map((slow) => {
      const owners = { owner: part(true, { verdicts: { a: verdictSample(slow) } }) };
      const { verdictChange, state } = applied({ verdicts: memory }, { owners });
      memory = state.verdicts ?? {};
      return verdictChange !== null;
    });
    expect(reported).toEqual([false, false, true, false, false, true]);
  });

  it('after a handover the first verdict that is known is a change', () => {
    const owners = (slow: object) => ({ owner: part(true, { generation: 3, verdicts: { a: verdictSample(slow) } }) });
    const first = applied({}, { owners: owners({ slow: null }) });
    expect(first.verdictChange).not.toBeNull();
    expect(applied({ verdicts: first.state.verdicts ?? {} }, { owners: owners({}) }).verdictChange).not.toBeNull();
  });

  it('it has only the changed verdicts, by owner', () => {
    const state = { owners: { one: 3, two: 1 }, verdicts: { one: { generation: 3, endpoints: { a: KNOWN_UP } } } };
    const owners = {
      one: part(true, { verdicts: { a: verdictSample(), b: verdictSample() } }),
      two: part(true, { generation: 1, verdicts: { c: verdictSample({ up: false }) } }),
    };
    const { verdictChange } = applied(state, { owners });
    expect(verdictChange?.verdicts).toEqual({
      one: { generation: 3, endpoints: { b: verdictSample() } },
      two: { generation: 1, endpoints: { c: verdictSample({ up: false }) } },
    });
  });
});

describe('a verdict for which a recheck is requested', () => {
  const requestedAt = WINDOW + MINUTE_MS;
  const REQUESTED: VerdictMemory = [1, requestedAt, 0, RECHECK_REQUESTED];
  const failed = { statusCode: 503, error: 'status' } as const;
  it.each<{ rule: string; up: boolean; checks: Check[]; isReported: boolean }>([
    { rule: 'up by a check since then', up: true, checks: [check({ at: requestedAt })], isReported: true },
    {
      rule: 'down by a check since then',
      up: false,
      checks: [check({ at: requestedAt, ...failed })],
      isReported: true,
    },
    {
      rule: 'up by a check from before',
      up: true,
      checks: [check({ at: requestedAt - MINUTE_MS })],
      isReported: false,
    },
    {
      rule: 'up, contradicted by a check',
      up: true,
      checks: [check({ at: requestedAt, ...failed })],
      isReported: false,
    },
    { rule: 'up without a check', up: true, checks: [], isReported: false },
    {
      rule: 'up by a clock that is slightly behind',
      up: true,
      checks: [check({ at: requestedAt - 4_000 })],
      isReported: true,
    },
  ])('$rule: $isReported', ({ up, checks, isReported }) => {
    const { verdictChange, state } = applied(
      { verdicts: knows(REQUESTED) },
      { owners: { owner: part(up, { checks }) } },
    );
    expect(Object.keys(verdictChange?.verdicts.owner?.endpoints ?? {})).toEqual(isReported ? ['a'] : []);
    expect(state.verdicts?.owner?.endpoints.a?.[3]).toBe(isReported ? 0 : RECHECK_REQUESTED);
  });
});

describe('the memory of a verdict', () => {
  const memoryOf = (state: Partial<AgentState>, owner: OwnerReport) =>
    applied(state, { owners: { owner } }).state.verdicts?.owner;

  it('has up or down, time and ms of its latest check, and the certificate’s end if it warns', () => {
    const checks = [
      check({ at: WINDOW + 2, ms: 7 }),
      check({ at: WINDOW + 9, ms: 8 }),
      check({ at: WINDOW + 5, ms: 9 }),
    ];
    const verdicts = { a: verdictSample({ up: false, certificateEndsAt: 77 }) };
    expect(memoryOf({}, { generation: 3, checks, verdicts })).toEqual({
      generation: 3,
      endpoints: { a: [0, WINDOW + 9, 8, 77] },
    });
    const revised = { a: verdictSample({ up: false, rev: 4 }) };
    expect(memoryOf({}, { generation: 3, checks, verdicts: revised })?.endpoints.a).toEqual([0, WINDOW + 9, 8, 0, 4]);
  });

  it('keeps endpoints that are not in the report', () => {
    const verdicts = { owner: { generation: 3, endpoints: { b: KNOWN_UP } } };
    expect(memoryOf({ verdicts }, part(true))?.endpoints).toMatchObject({
      b: KNOWN_UP,
      a: [1, WINDOW + MINUTE_MS, 120, 0],
    });
  });

  it('starts over with a new generation', () => {
    const verdicts = { owner: { generation: 2, endpoints: { b: KNOWN_UP } } };
    expect(Object.keys(memoryOf({ verdicts }, part(true))?.endpoints ?? {})).toEqual(['a']);
  });

  it('drops endpoints that were not checked for days', () => {
    const verdicts = {
      owner: {
        generation: 3,
        endpoints: { removed: [1, WINDOW - 3 * DAY_MS, 90, 0] satisfies VerdictMemory, b: KNOWN_UP },
      },
    };
    expect(Object.keys(memoryOf({ verdicts }, part(true))?.endpoints ?? {}).sort()).toEqual(['a', 'b']);
  });

  it('does not touch owners without verdicts in the report', () => {
    const state = {
      owners: { owner: 3, other: 1 },
      verdicts: { other: { generation: 1, endpoints: { z: KNOWN_UP } } },
    };
    expect(Object.keys(applied(state, { owners: { owner: part(true) } }).state.verdicts ?? {})).toEqual(['owner']);
  });
});

describe('checks are stored in the window', () => {
  it.each<{ rule: string; state: Partial<AgentState>; lane: 'live' | 'backfill'; kept: boolean }>([
    { rule: 'of an assigned owner', state: {}, lane: 'live', kept: true },
    { rule: 'in the backfill lane', state: {}, lane: 'backfill', kept: true },
    {
      rule: 'of a previous owner, with their generation',
      state: { owners: {}, previousOwners: { owner: { generation: 3, endedAt: NOW } } },
      lane: 'backfill',
      kept: true,
    },
    {
      rule: 'of an owner assigned again, late ones with the previous generation',
      state: { owners: { owner: 5 }, previousOwners: { owner: { generation: 3, endedAt: NOW } } },
      lane: 'backfill',
      kept: true,
    },
    { rule: 'not of another generation', state: { owners: { owner: 4 } }, lane: 'live', kept: false },
    { rule: 'not of an unknown owner', state: { owners: {} }, lane: 'live', kept: false },
  ])('$rule', ({ state, lane, kept }) => {
    const { packed } = applied(state, { lane, owners: { owner: part(true, { verdicts: {} }) } });
    expect(packed.owner ? unpackChecks(packed.owner, WINDOW) : []).toEqual(kept ? [check()] : []);
  });

  it('drops previous owners once their windows have expired, and keeps the others', () => {
    const previousOwners = {
      long: { generation: 1, endedAt: NOW - 10 * DAY_MS },
      late: { generation: 2, endedAt: NOW - 8 * DAY_MS },
    };
    expect(applied({ previousOwners }, {}).state.previousOwners).toEqual({ late: previousOwners.late });
    expect(applied({ previousOwners: { late: previousOwners.late } }, {}).state.previousOwners).toBeUndefined();
  });

  const many = (count: number) => Array.from({ length: count }, (_, index) => check({ at: WINDOW + index }));
  const filled = (owners: Record<string, number>, windowAt = WINDOW) => ({
    owners: { owner: 3, other: 1 },
    windowCounts: { live: { windowAt, owners }, backfill: null },
  });

  it('limits an owner’s share of a window: further checks of that owner are dropped, verdicts are not', () => {
    const owners = { owner: part(false, { checks: many(30) }), other: part(true, { generation: 1 }) };
    const decision = applied(filled({ owner: LIMITS.checksPerWindow - 10 }), { owners });
    expect(unpackChecks(decision.packed.owner ?? '', WINDOW)).toHaveLength(10);
    expect(unpackChecks(decision.packed.other ?? '', WINDOW)).toHaveLength(1);
    expect(decision.dropped).toEqual({ owner: 20 });
    expect(decision.verdictChange?.verdicts.owner?.endpoints.a?.up).toBe(false);
    const full = applied({ ...filled({ owner: LIMITS.checksPerWindow }) }, { owners });
    expect(Object.keys(full.packed)).toEqual(['other']);
    expect(full.verdictChange?.verdicts.owner?.endpoints.a?.up).toBe(false);
  });

  it('counts each window and lane separately', () => {
    const owners = { owner: part(true, { checks: many(30) }) };
    const full = { owner: LIMITS.checksPerWindow };
    expect(applied(filled(full, WINDOW - WINDOW_MS), { owners }).dropped).toEqual({});
    const state = applied(filled(full), {
      lane: 'backfill',
      owners: { owner: part(true, { checks: many(30), verdicts: {} }) },
    }).state;
    expect(state.windowCounts).toEqual({
      ...filled(full).windowCounts,
      backfill: { windowAt: WINDOW, owners: { owner: 30 } },
    });
  });

  it('stores nothing for an owner without checks', () => {
    expect(applied({}, { owners: { owner: part(true, { checks: [] }) } }).packed).toEqual({});
  });
});

describe('the agent’s own state', () => {
  it.each<{ rule: string; state: Partial<AgentState>; report: Partial<CheckInInput>; liveness: string | null }>([
    { rule: 'unchanged', state: {}, report: {}, liveness: null },
    { rule: 'starts to abstain', state: {}, report: { condition: ABSTAINING }, liveness: 'abstaining' },
    { rule: 'still abstains', state: { abstainingSince: LONG }, report: { condition: ABSTAINING }, liveness: null },
    { rule: 'stops abstaining', state: { abstainingSince: LONG }, report: {}, liveness: 'live' },
    { rule: 'returns after it was lost', state: { lost: true }, report: {}, liveness: 'live' },
    { rule: 'returns, late checks first', state: { lost: true }, report: { lane: 'backfill' }, liveness: 'live' },
    { rule: 'returns and abstains', state: { lost: true }, report: { condition: ABSTAINING }, liveness: 'abstaining' },
    {
      rule: 'returns after it was lost while abstaining',
      state: { lost: true, abstainingSince: LONG },
      report: {},
      liveness: 'live',
    },
  ])('$rule: $liveness', ({ state, report, liveness }) => {
    const { verdictChange, state: next } = applied(state, report);
    expect(verdictChange?.liveness ?? null).toBe(liveness);
    const since = report.condition?.abstaining ? (state.abstainingSince ?? NOW) : null;
    expect(next).toMatchObject({ lost: false, abstainingSince: since });
  });

  it('one verdict change has both its return and its verdicts', () => {
    const { verdictChange } = applied({ lost: true }, { owners: { owner: part(false) } });
    expect(verdictChange).toMatchObject({ liveness: 'live', verdicts: { owner: { generation: 3 } } });
  });

  it('each report marks the agent as present now, whenever its checks were', () => {
    const { state } = applied({}, { lane: 'backfill', windowAt: WINDOW - DAY_MS });
    expect(presentAt(state.presence ?? null, 0, NOW, NOW)).toBe(true);
    expect(presentAt(state.presence ?? null, 0, NOW - DAY_MS, NOW)).toBe(false);
  });
});

describe('hours that were already rolled up are marked', () => {
  const hour = hourStart(NOW);
  const late = (
    windowAt: number,
    nowMs: number,
    state: Partial<AgentState> = {},
    changes: Partial<CheckInInput> = {},
  ) => {
    const checks = [check({ at: windowAt + MINUTE_MS })];
    return applied(
      state,
      { lane: 'backfill', windowAt, owners: { owner: { generation: 3, checks, verdicts: {} } }, ...changes },
      nowMs,
    ).state;
  };

  it.each([
    { rule: 'not the current hour', windowAt: windowStart(NOW), nowMs: NOW, dirty: false },
    {
      rule: 'not the hour before, before its roll-up',
      windowAt: hour - WINDOW_MS,
      nowMs: hour + 3 * MINUTE_MS,
      dirty: false,
    },
    {
      rule: 'the hour before, from its roll-up on',
      windowAt: hour - WINDOW_MS,
      nowMs: hour + 5 * MINUTE_MS,
      dirty: true,
    },
    { rule: 'an hour of yesterday', windowAt: WINDOW - DAY_MS, nowMs: NOW, dirty: true },
  ])('$rule', ({ windowAt, nowMs, dirty }) => {
    const state = late(windowAt, nowMs);
    expect(state.dirtyHours ?? {}).toEqual(dirty ? { [hourStart(windowAt)]: { agentSeq: 21, leaseUntil: null } } : {});
    expect(state.dirtyAt ?? null).toBe(dirty ? nowMs : null);
  });

  it('a mark has the newest report for its hour, and dirtyAt stays that of the first mark', () => {
    const [yesterday, before] = [hourStart(WINDOW - DAY_MS), hourStart(WINDOW - 2 * DAY_MS)];
    const marked = { dirtyHours: { [yesterday]: { agentSeq: 9, leaseUntil: NOW + 1 } }, dirtyAt: NOW - HOUR_MS };
    const again = late(WINDOW - DAY_MS, NOW, marked);
    expect(again.dirtyHours).toEqual({ [yesterday]: { agentSeq: 21, leaseUntil: NOW + 1 } });
    const more = late(WINDOW - 2 * DAY_MS, NOW, marked);
    expect(more.dirtyHours).toEqual({ ...marked.dirtyHours, [before]: { agentSeq: 21, leaseUntil: null } });
    expect(more.dirtyAt).toBe(NOW - HOUR_MS);
  });

  it('a late report without accepted checks marks nothing', () => {
    expect(late(WINDOW - DAY_MS, NOW, { owners: {} }).dirtyHours).toBeUndefined();
  });
});

describe('a delayed live report', () => {
  const late = WINDOW + WINDOW_MS + AGENT.liveLaneMs;
  const report = { lane: 'live' as const, windowAt: WINDOW, owners: { owner: part(false) } };
  const state = { verdicts: knows(KNOWN_UP), lost: true };

  it('still changes verdicts and the agent’s state at the end of the live lane', () => {
    const { verdictChange } = applied(state, report, late);
    expect(verdictChange?.liveness).toBe('live');
    expect(verdictChange?.verdicts.owner?.endpoints.a?.up).toBe(false);
  });

  it('contributes only its checks after that, so that old verdicts raise no alarm', () => {
    const { verdictChange, packed, state: next } = applied(state, report, late + 1);
    expect(verdictChange).toBeNull();
    expect(next.lost).toBeUndefined();
    expect(next.verdicts).toEqual({});
    expect(Object.keys(packed)).toEqual(['owner']);
  });
});

describe('times in the future', () => {
  const ENDS = WINDOW + WINDOW_MS;
  const at = (atMs: number) => ({ lane: 'live' as const, windowAt: windowStart(atMs), atMs });
  const reportOf = ({ lane, windowAt, atMs }: ReturnType<typeof at>, changes: Partial<OwnerReport> = {}) => ({
    lane,
    windowAt,
    owners: { owner: part(false, { checks: [check({ at: atMs })], ...changes }) },
  });

  it.each<{ rule: string; atMs: number; nowMs?: number; kept: boolean }>([
    { rule: 'a current check', atMs: NOW, kept: true },
    { rule: 'one as far ahead as clocks may be', atMs: NOW + AGENT.aheadMs, kept: true },
    { rule: 'one further ahead, in the current window', atMs: NOW + AGENT.aheadMs + 1, kept: false },
    { rule: 'one a little ahead, in the next window', atMs: ENDS, nowMs: ENDS - AGENT.aheadMs, kept: true },
    { rule: 'one too far ahead, in the next window', atMs: ENDS, nowMs: ENDS - AGENT.aheadMs - 1, kept: false },
    { rule: 'one three hours ahead', atMs: NOW + 3 * HOUR_MS, kept: false },
    { rule: 'one thirty years ahead', atMs: NOW + 30 * 365 * DAY_MS, kept: false },
  ])('$rule is kept: $kept', ({ atMs, nowMs = NOW, kept }) => {
    const { packed, state } = applied({}, reportOf(at(atMs)), nowMs);
    expect(Object.keys(packed)).toEqual(kept ? ['owner'] : []);
    expect(dropFutureChecks(reportSample(reportOf(at(atMs))), nowMs).futureChecks).toBe(kept ? 0 : 1);
    if (!kept) expect(state).not.toHaveProperty('windowCounts');
  });

  it('drops future checks and keeps the others, also in the backfill lane', () => {
    const checks = [check({ at: NOW }), check({ at: NOW + AGENT.aheadMs + 1 }), check({ at: NOW + 4 * MINUTE_MS })];
    const report = { lane: 'backfill' as const, owners: { owner: part(true, { checks, verdicts: {} }) } };
    const { packed } = applied({}, report);
    expect(unpackChecks(packed.owner ?? '', WINDOW)).toEqual([check({ at: NOW })]);
    expect(dropFutureChecks(reportSample(report), NOW).futureChecks).toBe(2);
  });

  it('applies the rest of the report: its verdicts, dated now at the latest, and the agent’s state', () => {
    const future = NOW + 3 * HOUR_MS;
    const verdicts = { a: verdictSample({ up: false, since: future, certificateEndsAt: future }) };
    const decision = applied({ lost: true }, reportOf(at(future), { verdicts }));
    expect(decision.verdictChange).toMatchObject({
      liveness: 'live',
      verdicts: { owner: { endpoints: { a: { up: false, since: NOW, certificateEndsAt: future } } } },
    });
    expect(decision.state).toMatchObject({ seq: 8, lost: false });
    expect(decision.state.verdicts?.owner?.endpoints.a?.[1]).toBe(NOW);
  });

  it('does not change the date of an earlier verdict', () => {
    const verdicts = { a: verdictSample({ up: false, since: NOW - 1 }) };
    const { verdictChange } = applied({}, reportOf(at(NOW), { verdicts }));
    expect(verdictChange?.verdicts.owner?.endpoints.a?.since).toBe(NOW - 1);
  });

  it('keeps recent verdicts when a window is years ahead', () => {
    const verdicts = { owner: { generation: 3, endpoints: { b: KNOWN_UP } } };
    const { state } = applied({ verdicts }, reportOf(at(NOW + 365 * DAY_MS)));
    expect(Object.keys(state.verdicts?.owner?.endpoints ?? {}).sort()).toEqual(['a', 'b']);
  });
});

describe('checks that are days late', () => {
  const report = (windowAt: number) => ({
    lane: 'backfill' as const,
    windowAt,
    owners: { owner: part(true, { checks: [check({ at: windowAt })], verdicts: {} }) },
  });

  it('are accepted while all windows of their hour exist', () => {
    expect(Object.keys(applied({}, report(WINDOW - RETENTION.lateMs + WINDOW_MS)).packed)).toEqual(['owner']);
  });

  it('are refused once a window of their hour may have expired: the roll-up stays as it is', () => {
    const { packed, state } = applied({}, report(WINDOW - RETENTION.lateMs - WINDOW_MS));
    expect(packed).toEqual({});
    expect(state.dirtyHours).toBeUndefined();
  });
});

describe('a state that is full', () => {
  const full = { owners: { owner: 3 }, verdicts: knows(KNOWN_UP) };
  const both = part(false, { verdicts: { a: verdictSample({ up: false }), b: verdictSample({ up: true }) } });

  it('does not remember reported changes, which are reported again the next time', () => {
    const decision = dropMemory(applied(full, { owners: { owner: both } }), ['owner']);
    expect(Object.keys(decision.verdictChange?.verdicts.owner?.endpoints ?? {})).toEqual(['a', 'b']);
    expect(decision.state.verdicts).toEqual({ owner: { generation: 3, endpoints: {} } });
    const again = applied({ ...full, ...decision.state, seq: 8 }, { seq: 9, owners: { owner: part(true) } });
    expect(again.verdictChange?.verdicts.owner?.endpoints.a?.up).toBe(true);
  });

  it('still remembers confirmed verdicts', () => {
    const decision = applied(full, { owners: { owner: part(true) } });
    expect(dropMemory(decision, ['owner'])).toEqual(decision);
  });
});
