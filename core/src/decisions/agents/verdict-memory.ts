import type { OwnerReport } from '../../contracts/calls/check-in.ts';
import {
  type AgentState,
  type OwnerMemory,
  RECHECK_REQUESTED,
  SLOW_UNKNOWN,
  type VerdictMemory,
} from '../../documents/agent.ts';
import type { ReportedVerdict, ReportedWithdrawal, VerdictChange } from '../../documents/verdict-change.ts';
import type { Check } from '../../values/check.ts';
import { RETENTION } from '../../values/limits.ts';
import { SECOND_MS } from '../../values/time.ts';
import { attachmentsOf } from './attachments.ts';

/** How far an agent's corrected clock may be off. */
const CLOCK_SLACK_MS = 5 * SECOND_MS;

type WithdrawnMemory = NonNullable<OwnerMemory['withdrawn']>;
type Changes = Omit<VerdictChange['verdicts'][string], 'generation'>;

/**
 * Adds a report's verdicts to the memory, removes endpoints that are no longer checked, and returns the verdicts and
 * withdrawals that are new, with evidence and certificates; null for none.
 */
export function updateMemory(
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
export function omitChanges(
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
export function dropFailures(verdicts: AgentState['verdicts']): Record<string, OwnerMemory> {
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
