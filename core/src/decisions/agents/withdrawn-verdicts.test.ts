import { describe, expect, it } from 'vitest';
import type { CheckInInput, OwnerReport } from '../../contracts/calls/check-in.ts';
import { checkInInputSchema } from '../../contracts/calls/check-in.ts';
import type { AgentState } from '../../documents/agent.ts';
import type { ReportedWithdrawal } from '../../documents/verdict-change.ts';
import { agentStateSample, NOW, reportSample, verdictSample } from '../../testing/samples.ts';
import { RETENTION } from '../../values/limits.ts';
import { MINUTE_MS } from '../../values/time.ts';
import { decideCheckIn, dropMemory } from './decide-check-in.ts';

const GONE: ReportedWithdrawal = { reason: 'no-ipv6', since: NOW - 5 * MINUTE_MS, rev: 0 };

function withdrawnPart(changes: Partial<ReportedWithdrawal> = {}): OwnerReport {
  return { generation: 3, checks: [], verdicts: {}, withdrawn: { a: { ...GONE, ...changes } } };
}

function applied(state: Partial<AgentState>, owner: OwnerReport, report: Partial<CheckInInput> = {}) {
  const decision = decideCheckIn(agentStateSample(state), reportSample({ ...report, owners: { owner } }), NOW);
  if (decision.outcome !== 'applied') throw new Error(decision.outcome);
  return decision;
}

const remembering = (endpoints: object, withdrawn?: object, generation = 3) =>
  ({ verdicts: { owner: { generation, endpoints, ...(withdrawn && { withdrawn }) } } }) as Partial<AgentState>;
const KNOWN = ['no-ipv6', 0, GONE.since];

describe('a withdrawn verdict', () => {
  it.each<{
    rule: string;
    state: Partial<AgentState>;
    changes: Partial<ReportedWithdrawal>;
    isReported: boolean;
  }>([
    { rule: 'of an endpoint that never had one', state: {}, changes: {}, isReported: true },
    { rule: 'of one that was up', state: remembering({ a: [1, NOW, 5, 0] }), changes: {}, isReported: true },
    { rule: 'that is unchanged', state: remembering({}, { a: KNOWN }), changes: {}, isReported: false },
    {
      rule: 'for another reason',
      state: remembering({}, { a: KNOWN }),
      changes: { reason: 'sinkhole' },
      isReported: true,
    },
    { rule: 'of another URL', state: remembering({}, { a: KNOWN }), changes: { rev: 1 }, isReported: true },
    {
      rule: 'remembered under another generation',
      state: remembering({}, { a: KNOWN }, 2),
      changes: {},
      isReported: true,
    },
  ])('$rule is reported: $isReported', ({ state, changes, isReported }) => {
    const { verdictChange } = applied(state, withdrawnPart(changes));
    expect(verdictChange?.verdicts.owner ?? null).toEqual(
      isReported ? { generation: 3, endpoints: {}, withdrawn: { a: { ...GONE, ...changes } } } : null,
    );
  });

  it('replaces the verdict in the memory, and the next verdict replaces it', () => {
    const { state } = applied(remembering({ a: [1, NOW, 5, 0] }), withdrawnPart());
    expect(state.verdicts).toEqual({ owner: { generation: 3, endpoints: {}, withdrawn: { a: KNOWN } } });
    const up = { ...withdrawnPart(), verdicts: { a: verdictSample() }, withdrawn: {} };
    const after = applied({ verdicts: state.verdicts ?? {} }, up);
    expect(after.verdictChange?.verdicts.owner?.endpoints).toEqual({ a: verdictSample() });
    expect(after.state.verdicts?.owner).not.toHaveProperty('withdrawn');
  });

  it('is removed after days, so that the memory does not grow with every edit', () => {
    const longAgo = ['no-ipv6', 0, NOW - RETENTION.verdictMemoryMs - 20 * MINUTE_MS];
    const { state } = applied(remembering({}, { b: longAgo }), withdrawnPart());
    expect(Object.keys(state.verdicts?.owner?.withdrawn ?? {})).toEqual(['a']);
  });

  it('is not remembered when the state is full', () => {
    const decision = dropMemory(applied({}, withdrawnPart()), ['owner']);
    expect(decision.state.verdicts).toEqual({ owner: { generation: 3, endpoints: {} } });
    expect(decision.verdictChange?.verdicts.owner?.withdrawn).toEqual({ a: GONE });
  });
});

describe('agents and servers of different versions are compatible', () => {
  it('parses an unknown reason and problem as other', () => {
    const report = reportSample({ owners: { owner: withdrawnPart() } });
    const newer = {
      ...report,
      owners: { owner: { ...withdrawnPart(), withdrawn: { a: { ...GONE, reason: 'sunspots' } } } },
      condition: { ...report.condition, problems: ['sunspots', 'memory'] },
    };
    const parsed = checkInInputSchema.parse(newer);
    expect(parsed.owners.owner?.withdrawn?.a?.reason).toBe('other');
    expect(parsed.condition.problems).toEqual(['other', 'memory']);
  });

  it('accepts an older agent’s report without problems', () => {
    const { problems, uncheckedPercent, ...condition } = reportSample().condition;
    expect([problems, uncheckedPercent]).toEqual([undefined, undefined]);
    expect(checkInInputSchema.safeParse({ ...reportSample(), condition }).success).toBe(true);
  });

  it('refuses withdrawals in a backfill report', () => {
    const report = { ...reportSample({ lane: 'backfill' }), owners: { owner: withdrawnPart() } };
    expect(checkInInputSchema.safeParse(report).success).toBe(false);
  });
});
