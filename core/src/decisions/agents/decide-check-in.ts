import { type CheckInInput, isTimely, type OwnerReport } from '../../contracts/calls/check-in.ts';
import { type AgentState, type OwnerMemory, RECHECK_REQUESTED, type VerdictMemory } from '../../documents/agent.ts';
import type { Liveness, ReportedVerdict, ReportedWithdrawal, VerdictChange } from '../../documents/verdict-change.ts';
import type { Check } from '../../values/check.ts';
import { MARK_HOUR_AFTER_MS, markHour } from '../../values/dirty-hours.ts';
import { RETENTION } from '../../values/limits.ts';
import { packChecks, withoutPhases } from '../../values/pack.ts';
import { markPresent } from '../../values/presence.ts';
import { hourStart, SECOND_MS } from '../../values/time.ts';
import { windowShares } from '../../values/window-share.ts';
import { dropFutureChecks } from './drop-future-checks.ts';
import { afterReport } from './report-budget.ts';

const MAX_PREVIOUS_SPOOLS = 5;
/** An agent's corrected clock may be off by so much. */
const CLOCK_SLACK_MS = 5 * SECOND_MS;

/**
 * What a report leads to. `isOwn`: what was taken before came of the same sender. `agentSeq`: its number among all that the agent made happen. `state.verdicts` holds only the
 * owners whose memory changes, each complete.
 */
export type CheckInDecision =
  | { outcome: 'replayed'; isOwn: boolean }
  | { outcome: 'refused'; expectedSeq: number }
  | { outcome: 'limited' }
  | {
      outcome: 'applied';
      agentSeq: number;
      state: Partial<AgentState>;
      verdictChange: Pick<VerdictChange, 'liveness' | 'verdicts'> | null;
      packed: Record<string, string>;
      /** Checks beyond an owner's share of the window, by owner. */
      dropped: Record<string, number>;
    };

/**
 * What a report changes (docs/agent.md, Check-in). It is applied once, in order of spool and seq. Verdicts that
 * differ from the memory, or are the first under their generation or revision, become a verdict change; a returning agent verdict changes
 * all that is down. A delayed live report brings only its checks, which have to be neither too old nor in the future.
 */
export function decideCheckIn(state: AgentState, told: CheckInInput, nowMs: number): CheckInDecision {
  const turn = turnOf(state, told);
  if (turn !== 'next') return turn;
  const budget = afterReport(state.budget, nowMs);
  if (!budget) return { outcome: 'limited' };
  const { report } = dropFutureChecks(told, nowMs);
  const agentSeq = state.agentSeq + 1;
  const timely = isTimely(report, nowMs);
  const isSignificantChange = timely || report.lane === 'backfill';
  const liveness = isSignificantChange ? livenessChange(state, report) : null;
  const memories = liveness === 'live' ? withoutFailures(state.verdicts) : {};
  const verdicts: VerdictChange['verdicts'] = {};
  for (const [ownerId, part] of Object.entries(report.owners)) {
    if (!timely || state.owners[ownerId] !== part.generation) continue;
    const { memory, flipped, withdrawn } = remember(
      memories[ownerId] ?? state.verdicts[ownerId],
      part,
      Math.min(report.windowAt, nowMs),
    );
    memories[ownerId] = memory;
    if (Object.keys(flipped).length + Object.keys(withdrawn).length === 0) continue;
    const taken = Object.keys(withdrawn).length > 0 ? { withdrawn } : {};
    verdicts[ownerId] = { generation: part.generation, endpoints: flipped, ...taken };
  }
  const verdictChange = liveness !== null || Object.keys(verdicts).length > 0 ? { liveness, verdicts } : null;
  const { packed, dropped, windowCounts } = keepChecks(state, report, nowMs);
  const isFilled = Object.keys(packed).length > 0;
  return {
    outcome: 'applied',
    agentSeq,
    verdictChange,
    packed,
    dropped,
    state: {
      ...nextState(state, report, agentSeq, nowMs),
      budget,
      ...(isSignificantChange ? { abstainingSince: abstainingSince(state, report, nowMs), lost: false } : {}),
      ...(isFilled ? { windowCounts, ...dirtyAfter(state, report.windowAt, agentSeq, nowMs) } : {}),
      ...trimPreviousOwners(state, nowMs),
      verdicts: memories,
    },
  };
}

type Applied = Extract<CheckInDecision, { outcome: 'applied' }>;

/**
 * The same decision for a state document that is full: what the report verdict changes is not remembered, so it needs no space
 * and is news again the next time.
 */
export function dropMemory(decision: Applied): Applied {
  const { verdictChange, state } = decision;
  const kept = Object.entries(state.verdicts ?? {}).map(([ownerId, { generation, endpoints, withdrawn = {} }]) => {
    const { endpoints: flipped = {}, withdrawn: gone = {} } = verdictChange?.verdicts[ownerId] ?? {};
    return [ownerId, memoryWith(generation, without(endpoints, flipped), without(withdrawn, gone))];
  });
  return { ...decision, state: { ...state, verdicts: Object.fromEntries(kept) } };
}

/** The same decision for a window that is nearly full: its checks come without their phases. */
export function dropPhases(decision: Applied): Applied {
  const bare = Object.entries(decision.packed).map(([ownerId, checks]) => [ownerId, withoutPhases(checks)]);
  return { ...decision, packed: Object.fromEntries(bare) };
}

type Turn = 'next' | Extract<CheckInDecision, { outcome: 'replayed' | 'refused' }>;

function turnOf(state: AgentState, { spool, seq, sender }: CheckInInput): Turn {
  const replayed: Turn = { outcome: 'replayed', isOwn: sender !== undefined && sender === state.appliedBy };
  if (state.previousSpools.includes(spool)) return replayed;
  const last = spool === state.spool ? state.seq : 0;
  if (seq === last + 1) return 'next';
  return seq <= last ? replayed : { outcome: 'refused', expectedSeq: last + 1 };
}

function isOrWasAssigned(state: AgentState, ownerId: string, generation: number): boolean {
  return state.owners[ownerId] === generation || state.previousOwners[ownerId]?.generation === generation;
}

/** The checks that fit into the window, without those of unknown owners and those that come too late. */
function keepChecks(state: AgentState, { owners, lane, windowAt }: CheckInInput, nowMs: number) {
  const parts = Object.entries(owners).filter(
    ([ownerId, { generation, checks }]) =>
      checks.length > 0 && windowAt > nowMs - RETENTION.lateMs && isOrWasAssigned(state, ownerId, generation),
  );
  const arriving = new Map(parts.map(([ownerId, { checks }]) => [ownerId, checks.length]));
  const { counts, taken } = windowShares(state.windowCounts[lane], windowAt, arriving);
  const packed: Record<string, string> = {};
  const dropped: Record<string, number> = {};
  for (const [ownerId, { checks }] of parts) {
    const share = taken.get(ownerId) ?? 0;
    if (share > 0) packed[ownerId] = packChecks(checks.slice(0, share), windowAt);
    if (share < checks.length) dropped[ownerId] = checks.length - share;
  }
  return { packed, dropped, windowCounts: { ...state.windowCounts, [lane]: counts } };
}

function abstainingSince(state: AgentState, { condition }: CheckInInput, nowMs: number): number | null {
  return condition.abstaining ? (state.abstainingSince ?? nowMs) : null;
}

function nextState(state: AgentState, report: CheckInInput, agentSeq: number, nowMs: number): Partial<AgentState> {
  const left = state.spool === null || state.spool === report.spool ? [] : [state.spool];
  return {
    spool: report.spool,
    previousSpools: [...state.previousSpools, ...left].slice(-MAX_PREVIOUS_SPOOLS),
    seq: report.seq,
    ...(report.sender === undefined ? {} : { appliedBy: report.sender }),
    agentSeq,
    presence: markPresent(state.presence, nowMs),
  };
}

/** Late checks come within days. Owners given away longer ago are forgotten, or the state would grow without end. */
function trimPreviousOwners({ previousOwners }: AgentState, nowMs: number): Partial<AgentState> {
  const entries = Object.entries(previousOwners);
  const kept = entries.filter(([, { endedAt }]) => endedAt > nowMs - RETENTION.windowMs);
  return kept.length < entries.length ? { previousOwners: Object.fromEntries(kept) } : {};
}

function livenessChange(state: AgentState, report: CheckInInput): Liveness | null {
  const before: Liveness = state.lost ? 'lost' : state.abstainingSince !== null ? 'abstaining' : 'live';
  const after: Liveness = report.condition.abstaining ? 'abstaining' : 'live';
  return before === after ? null : after;
}

/**
 * The memories that hold a failure, without it. While the agent's votes did not count the endpoints may have been taken
 * for up, so what it still sees down must be reported again.
 */
function withoutFailures(verdicts: AgentState['verdicts']): Record<string, OwnerMemory> {
  const failing = Object.entries(verdicts).filter(([, { endpoints }]) => Object.values(endpoints).some(([up]) => !up));
  return Object.fromEntries(
    failing.map(([ownerId, memory]) => {
      const kept = Object.entries(memory.endpoints).filter(([, [up]]) => up);
      return [ownerId, { ...memory, endpoints: Object.fromEntries(kept) }];
    }),
  );
}

function dirtyAfter(state: AgentState, windowAtMs: number, agentSeq: number, nowMs: number): Partial<AgentState> {
  const hour = hourStart(windowAtMs);
  if (nowMs < hour + MARK_HOUR_AFTER_MS) return {};
  return { dirtyHours: markHour(state.dirtyHours, hour, agentSeq), dirtyAt: state.dirtyAt ?? nowMs };
}

/**
 * The memory with the report's verdicts, without endpoints that are no longer checked, or it would grow with every
 * edit.
 */
function remember(
  known: OwnerMemory | undefined,
  part: OwnerReport,
  windowAtMs: number,
): { memory: OwnerMemory; flipped: Record<string, ReportedVerdict>; withdrawn: Record<string, ReportedWithdrawal> } {
  const before = known?.generation === part.generation ? known.endpoints : {};
  const latest = latestChecks(part.checks);
  const kept = Object.entries(before).filter(([, [, lastAtMs]]) => lastAtMs > windowAtMs - RETENTION.verdictMemoryMs);
  const after: Record<string, VerdictMemory> = Object.fromEntries(kept);
  const flipped: Record<string, ReportedVerdict> = {};
  for (const [endpoint, verdict] of Object.entries(part.verdicts)) {
    const remembered = before[endpoint];
    if (remembered && isStillRequested(remembered, verdict, latest.get(endpoint))) continue;
    const current = memoryOf(verdict, latest.get(endpoint), remembered);
    if (!remembered || isSignificantChange(remembered, current)) flipped[endpoint] = verdict;
    after[endpoint] = current;
  }
  const knownGone = known?.generation === part.generation ? (known.withdrawn ?? {}) : {};
  const { gone, withdrawn } = withdraw(knownGone, part, windowAtMs);
  return { memory: memoryWith(part.generation, without(after, gone), gone), flipped, withdrawn };
}

type GoneMemory = NonNullable<OwnerMemory['withdrawn']>;

/** The withdrawn verdicts, and which of them are news. A verdict ends a withdrawal; old ones are forgotten. */
function withdraw(known: GoneMemory, { verdicts, withdrawn: told = {} }: OwnerReport, windowAtMs: number) {
  const lately = Object.entries(known).filter(([, [, , sinceMs]]) => sinceMs > windowAtMs - RETENTION.verdictMemoryMs);
  const gone: GoneMemory = without(Object.fromEntries(lately), verdicts);
  const withdrawn: Record<string, ReportedWithdrawal> = {};
  for (const [endpoint, withdrawal] of Object.entries(without(told, verdicts))) {
    const [reason, rev] = gone[endpoint] ?? [];
    if (reason !== withdrawal.reason || rev !== withdrawal.rev) withdrawn[endpoint] = withdrawal;
    gone[endpoint] = [withdrawal.reason, withdrawal.rev, withdrawal.since];
  }
  return { gone, withdrawn };
}

function memoryWith(generation: number, endpoints: OwnerMemory['endpoints'], withdrawn: GoneMemory): OwnerMemory {
  return { generation, endpoints, ...(Object.keys(withdrawn).length > 0 ? { withdrawn } : {}) };
}

function without<T>(all: Record<string, T>, gone: Record<string, unknown>): Record<string, T> {
  return Object.fromEntries(Object.entries(all).filter(([id]) => !Object.hasOwn(gone, id)));
}

/**
 * Whether the verdict is wanted anew and no check confirms it: the newest may have waited on the agent's disk, or raise
 * a doubt.
 */
function isStillRequested(
  [, requestedAtMs, , certificateEndsAt]: VerdictMemory,
  { up }: ReportedVerdict,
  check: Check | undefined,
): boolean {
  if (certificateEndsAt !== RECHECK_REQUESTED) return false;
  return !check || check.at < requestedAtMs - CLOCK_SLACK_MS || (check.error === null) !== up;
}

/** A verdict of another revision is news even if it says the same: it is about another URL. */
function isSignificantChange([up, , , certificateEndsAt, rev = 0]: VerdictMemory, current: VerdictMemory): boolean {
  const [isUp, , , endsAt, currentRev = 0] = current;
  return isUp !== up || endsAt !== certificateEndsAt || currentRev !== rev;
}

function memoryOf(
  verdict: ReportedVerdict,
  check: Check | undefined,
  remembered: VerdictMemory | undefined,
): VerdictMemory {
  const [, checkedAt = verdict.since, durationMs = 0] = remembered ?? [];
  return [
    verdict.up ? 1 : 0,
    check?.at ?? checkedAt,
    check?.ms ?? durationMs,
    verdict.certificateEndsAt ?? 0,
    ...(verdict.rev === 0 ? ([] as const) : ([verdict.rev] as const)),
  ];
}

function latestChecks(checks: readonly Check[]): Map<string, Check> {
  const latest = new Map<string, Check>();
  for (const check of checks) {
    const known = latest.get(check.endpoint);
    if (!known || check.at > known.at) latest.set(check.endpoint, check);
  }
  return latest;
}
