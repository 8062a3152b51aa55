import { type CheckInInput, isTimely, type OwnerReport } from '../../contracts/calls/check-in.ts';
import {
  type AgentState,
  type OwnerMemory,
  RECHECK_REQUESTED,
  SLOW_UNKNOWN,
  type VerdictMemory,
} from '../../documents/agent.ts';
import type { Liveness, ReportedVerdict, ReportedWithdrawal, VerdictChange } from '../../documents/verdict-change.ts';
import type { Check } from '../../values/check.ts';
import { MARK_HOUR_AFTER_MS, markHour } from '../../values/dirty-hours.ts';
import { RETENTION } from '../../values/limits.ts';
import { packChecks, withoutPhases } from '../../values/pack.ts';
import { markPresent } from '../../values/presence.ts';
import { hourStart, SECOND_MS } from '../../values/time.ts';
import { windowShares } from '../../values/window-share.ts';
import { attachmentsOf, fitAttachments, withoutAttachments } from './attachments.ts';
import { dropFutureChecks } from './drop-future-checks.ts';
import { takeReport } from './report-budget.ts';

const MAX_PREVIOUS_SPOOLS = 5;
/** How far an agent's corrected clock may be off. */
const CLOCK_SLACK_MS = 5 * SECOND_MS;

/**
 * What a report leads to. `isOwn`: the sender of the replay also sent the applied report. `agentSeq`: the report's
 * number among all of the agent's reports and losses. `state.verdicts` has only the owners whose memory changes, each
 * complete.
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

type Applied = Extract<CheckInDecision, { outcome: 'applied' }>;

/**
 * Decides what a report changes (docs/agent.md, Check-in). It is applied once, in order of spool and seq. Verdicts
 * that differ from the memory, or are the first of their generation or revision, become a verdict change; a returning
 * agent reports again all that is down. A delayed live report contributes only its checks.
 */
export function decideCheckIn(state: AgentState, input: CheckInInput, nowMs: number): CheckInDecision {
  const turn = turnOf(state, input);
  if (turn !== 'next') return turn;
  const budget = takeReport(state.budget, nowMs);
  if (!budget) return { outcome: 'limited' };
  const { report } = dropFutureChecks(input, nowMs);
  const agentSeq = state.agentSeq + 1;
  const isCurrent = isTimely(report, nowMs) || report.lane === 'backfill';
  const liveness = isCurrent ? livenessChange(state, report) : null;
  const { memories, verdicts } = compareVerdicts(state, report, liveness, nowMs);
  const { packed, dropped, windowCounts } = acceptChecks(state, report, nowMs);
  const hasChecks = Object.keys(packed).length > 0;
  return {
    outcome: 'applied',
    agentSeq,
    verdictChange: liveness !== null || Object.keys(verdicts).length > 0 ? { liveness, verdicts } : null,
    packed,
    dropped,
    state: {
      ...nextState(state, report, agentSeq, nowMs),
      budget,
      ...(isCurrent ? { abstainingSince: abstainingSince(state, report, nowMs), lost: false } : {}),
      ...(hasChecks ? { windowCounts, ...markLateHour(state, report.windowAt, agentSeq, nowMs) } : {}),
      ...trimPreviousOwners(state, nowMs),
      verdicts: memories,
    },
  };
}

/**
 * Returns the decision for a state document that is full: the changes it reports are not remembered, so they take no
 * space and are reported again the next time.
 */
export function dropMemory(decision: Applied, ownerIds: readonly string[]): Applied {
  const { verdictChange, state } = decision;
  const kept = Object.entries(state.verdicts ?? {}).map(([ownerId, memory]) => {
    return [ownerId, ownerIds.includes(ownerId) ? omitChanges(memory, verdictChange?.verdicts[ownerId]) : memory];
  });
  return { ...decision, state: { ...state, verdicts: Object.fromEntries(kept) } };
}

/** Returns the same decision without the checks of these owners. */
export function dropChecks(decision: Applied, ownerIds: readonly string[]): Applied {
  return { ...decision, packed: pickOwners(decision.packed, (ownerId) => !ownerIds.includes(ownerId)) };
}

/** Returns the decision for a window that is nearly full: its checks come without their phases. */
export function dropPhases(decision: Applied): Applied {
  const packed = Object.entries(decision.packed).map(([ownerId, checks]) => [ownerId, withoutPhases(checks)]);
  return { ...decision, packed: Object.fromEntries(packed) };
}

/** Returns the same decision without what agents quote of these owners' services. */
export function dropAttachments(decision: Applied, ownerIds: readonly string[]): Applied {
  const { verdictChange } = decision;
  if (!verdictChange) return decision;
  const bare = withoutAttachments(pickOwners(verdictChange.verdicts, (ownerId) => ownerIds.includes(ownerId)));
  return { ...decision, verdictChange: { ...verdictChange, verdicts: { ...verdictChange.verdicts, ...bare } } };
}

/** Returns the same decision without everything of these owners; their verdicts are reported again the next time. */
export function dropOwners(decision: Applied, ownerIds: readonly string[]): Applied {
  const isKept = (ownerId: string) => !ownerIds.includes(ownerId);
  const { verdictChange, packed, state } = decision;
  const verdicts = pickOwners(verdictChange?.verdicts ?? {}, isKept);
  const isEmpty = !verdictChange || (verdictChange.liveness === null && Object.keys(verdicts).length === 0);
  return {
    ...decision,
    packed: pickOwners(packed, isKept),
    state: { ...state, verdicts: pickOwners(state.verdicts ?? {}, isKept) },
    verdictChange: isEmpty ? null : { ...verdictChange, verdicts },
  };
}

/** Returns the owners who have a part of a decision. */
export function ownersOf({ packed, state, verdictChange }: Applied): string[] {
  return [...new Set([packed, state.verdicts ?? {}, verdictChange?.verdicts ?? {}].flatMap(Object.keys))];
}

function pickOwners<T>(parts: Record<string, T>, isKept: (ownerId: string) => boolean): Record<string, T> {
  return Object.fromEntries(Object.entries(parts).filter(([ownerId]) => isKept(ownerId)));
}

type Turn = 'next' | Extract<CheckInDecision, { outcome: 'replayed' | 'refused' }>;

function turnOf(state: AgentState, { spool, seq, sender }: CheckInInput): Turn {
  const replayed: Turn = { outcome: 'replayed', isOwn: sender !== undefined && sender === state.appliedBy };
  if (state.previousSpools.includes(spool)) return replayed;
  const last = spool === state.spool ? state.seq : 0;
  if (seq === last + 1) return 'next';
  return seq <= last ? replayed : { outcome: 'refused', expectedSeq: last + 1 };
}

/** Returns the memories that change, and the verdicts that differ from them. */
function compareVerdicts(state: AgentState, report: CheckInInput, liveness: Liveness | null, nowMs: number) {
  const memories: Record<string, OwnerMemory> = liveness === 'live' ? dropFailures(state.verdicts) : {};
  const verdicts: VerdictChange['verdicts'] = {};
  if (!isTimely(report, nowMs)) return { memories, verdicts };
  for (const [ownerId, part] of Object.entries(report.owners)) {
    if (state.owners[ownerId] !== part.generation) continue;
    const known = memories[ownerId] ?? state.verdicts[ownerId];
    const { memory, changes } = updateMemory(known, part, Math.min(report.windowAt, nowMs));
    memories[ownerId] = memory;
    if (changes) verdicts[ownerId] = { generation: part.generation, ...changes };
  }
  return { memories, verdicts: fitAttachments(verdicts) };
}

function isOrWasAssigned(state: AgentState, ownerId: string, generation: number): boolean {
  return state.owners[ownerId] === generation || state.previousOwners[ownerId]?.generation === generation;
}

/** Packs the checks that fit into the window, without those of unknown owners and those that are too old. */
function acceptChecks(state: AgentState, { owners, lane, windowAt }: CheckInInput, nowMs: number) {
  const parts = Object.entries(owners).filter(
    ([ownerId, { generation, checks }]) =>
      checks.length > 0 && windowAt > nowMs - RETENTION.lateMs && isOrWasAssigned(state, ownerId, generation),
  );
  const arriving = new Map(parts.map(([ownerId, { checks }]) => [ownerId, checks.length]));
  const countOf = (ownerId: string) => Object.keys(state.verdicts[ownerId]?.endpoints ?? {}).length;
  const { counts, taken } = windowShares(state.windowCounts[lane], windowAt, arriving, countOf);
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
  const replaced = state.spool === null || state.spool === report.spool ? [] : [state.spool];
  return {
    spool: report.spool,
    previousSpools: [...state.previousSpools, ...replaced].slice(-MAX_PREVIOUS_SPOOLS),
    seq: report.seq,
    ...(report.sender === undefined ? {} : { appliedBy: report.sender }),
    agentSeq,
    presence: markPresent(state.presence, nowMs),
  };
}

/** Late checks come within days. Owners removed longer ago are dropped, or the state would grow without end. */
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

function markLateHour(state: AgentState, windowAtMs: number, agentSeq: number, nowMs: number): Partial<AgentState> {
  const hour = hourStart(windowAtMs);
  if (nowMs < hour + MARK_HOUR_AFTER_MS) return {};
  return { dirtyHours: markHour(state.dirtyHours, hour, agentSeq), dirtyAt: state.dirtyAt ?? nowMs };
}

type WithdrawnMemory = NonNullable<OwnerMemory['withdrawn']>;
type Changes = Omit<VerdictChange['verdicts'][string], 'generation'>;

/**
 * Adds a report's verdicts to the memory, removes endpoints that are no longer checked, and returns the verdicts and
 * withdrawals that are new, with evidence and certificates; null for none.
 */
function updateMemory(
  known: OwnerMemory | undefined,
  part: OwnerReport,
  windowAtMs: number,
): { memory: OwnerMemory; changes: Changes | null } {
  const { endpoints: before = {}, withdrawn: withdrawnBefore = {} } =
    known?.generation === part.generation ? known : {};
  const latest = latestChecks(part.checks);
  const kept = Object.entries(before).filter(([, [, lastAtMs]]) => lastAtMs > windowAtMs - RETENTION.verdictMemoryMs);
  const after: Record<string, VerdictMemory> = Object.fromEntries(kept);
  const changed: Record<string, ReportedVerdict> = {};
  for (const [endpoint, verdict] of Object.entries(part.verdicts)) {
    const remembered = before[endpoint];
    if (remembered && isRecheckPending(remembered, verdict, latest.get(endpoint))) continue;
    const current = memoryOf(verdict, latest.get(endpoint), remembered);
    if (!remembered || isChanged(remembered, current)) changed[endpoint] = verdict;
    after[endpoint] = current;
  }
  const { withdrawn, newlyWithdrawn } = updateWithdrawn(withdrawnBefore, part, windowAtMs);
  const memory = createMemory(part.generation, omitKeys(after, withdrawn), withdrawn);
  const hasWithdrawn = Object.keys(newlyWithdrawn).length > 0;
  const attachments = attachmentsOf(part, changed);
  if (Object.keys(changed).length === 0 && !hasWithdrawn && !attachments.certificates) return { memory, changes: null };
  const withdrawal = hasWithdrawn ? { withdrawn: newlyWithdrawn } : {};
  return { memory, changes: { endpoints: changed, ...withdrawal, ...attachments } };
}

/** Removes from the memory what is reported as changed. */
function omitChanges(
  { generation, endpoints, withdrawn = {} }: OwnerMemory,
  changes: Changes | undefined,
): OwnerMemory {
  return createMemory(
    generation,
    omitKeys(endpoints, changes?.endpoints ?? {}),
    omitKeys(withdrawn, changes?.withdrawn ?? {}),
  );
}

/**
 * Returns the memories that have a failure, without it. While the agent's votes did not count its endpoints may have
 * become up, so the agent must report again what it still finds down.
 */
function dropFailures(verdicts: AgentState['verdicts']): Record<string, OwnerMemory> {
  const failing = Object.entries(verdicts).filter(([, { endpoints }]) => Object.values(endpoints).some(([up]) => !up));
  return Object.fromEntries(
    failing.map(([ownerId, memory]) => {
      const kept = Object.entries(memory.endpoints).filter(([, [up]]) => up);
      return [ownerId, { ...memory, endpoints: Object.fromEntries(kept) }];
    }),
  );
}

/** A verdict ends a withdrawal; old withdrawals are removed. */
function updateWithdrawn(
  known: WithdrawnMemory,
  { verdicts, withdrawn: reported = {} }: OwnerReport,
  windowAtMs: number,
) {
  const recent = Object.entries(known).filter(([, [, , sinceMs]]) => sinceMs > windowAtMs - RETENTION.verdictMemoryMs);
  const withdrawn: WithdrawnMemory = omitKeys(Object.fromEntries(recent), verdicts);
  const newlyWithdrawn: Record<string, ReportedWithdrawal> = {};
  for (const [endpoint, withdrawal] of Object.entries(omitKeys(reported, verdicts))) {
    const [reason, rev] = withdrawn[endpoint] ?? [];
    if (reason !== withdrawal.reason || rev !== withdrawal.rev) newlyWithdrawn[endpoint] = withdrawal;
    withdrawn[endpoint] = [withdrawal.reason, withdrawal.rev, withdrawal.since];
  }
  return { withdrawn, newlyWithdrawn };
}

function createMemory(
  generation: number,
  endpoints: OwnerMemory['endpoints'],
  withdrawn: WithdrawnMemory,
): OwnerMemory {
  return { generation, endpoints, ...(Object.keys(withdrawn).length > 0 ? { withdrawn } : {}) };
}

function omitKeys<T>(all: Record<string, T>, omitted: Record<string, unknown>): Record<string, T> {
  return Object.fromEntries(Object.entries(all).filter(([id]) => !Object.hasOwn(omitted, id)));
}

/** Whether a recheck is requested and no check confirms the verdict since: the newest is older or contradicts it. */
function isRecheckPending(
  [, requestedAtMs, , certificateEndsAt]: VerdictMemory,
  { up }: ReportedVerdict,
  check: Check | undefined,
): boolean {
  if (certificateEndsAt !== RECHECK_REQUESTED) return false;
  return !check || check.at < requestedAtMs - CLOCK_SLACK_MS || (check.error === null) !== up;
}

/** A verdict of another revision is always a change, since it is about another URL. */
function isChanged([up, , , certificateEndsAt, rev = 0, slow = 0]: VerdictMemory, current: VerdictMemory): boolean {
  const [isUp, , , endsAt, currentRev = 0, currentSlow = 0] = current;
  return isUp !== up || endsAt !== certificateEndsAt || currentRev !== rev || currentSlow !== slow;
}

function memoryOf(
  verdict: ReportedVerdict,
  check: Check | undefined,
  remembered: VerdictMemory | undefined,
): VerdictMemory {
  const [, checkedAt = verdict.since, durationMs = 0] = remembered ?? [];
  const slow = slowMemoryOf(verdict, remembered);
  return [
    verdict.up ? 1 : 0,
    check?.at ?? checkedAt,
    check?.ms ?? durationMs,
    verdict.certificateEndsAt ?? 0,
    ...(slow === 0 ? (verdict.rev === 0 ? ([] as const) : ([verdict.rev] as const)) : ([verdict.rev, slow] as const)),
  ];
}

/** While the agent cannot tell, what is remembered goes on. */
function slowMemoryOf({ slow }: ReportedVerdict, remembered: VerdictMemory | undefined): number {
  if (slow !== null) return slow?.since ?? 0;
  return remembered && remembered[3] !== RECHECK_REQUESTED ? (remembered[5] ?? 0) : SLOW_UNKNOWN;
}

function latestChecks(checks: readonly Check[]): Map<string, Check> {
  const latest = new Map<string, Check>();
  for (const check of checks) {
    const known = latest.get(check.endpoint);
    if (!known || check.at > known.at) latest.set(check.endpoint, check);
  }
  return latest;
}
