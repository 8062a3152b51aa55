import { randomUUID } from 'node:crypto';
import { type CheckInInput, type CheckInOutput, checkInCall, isTimely } from '@farwatch/core/contracts/calls/check-in';
import {
  type CheckInDecision,
  decideCheckIn,
  dropAttachments,
  dropChecks,
  dropMemory,
  dropOwners,
  dropPhases,
  ownersOf,
} from '@farwatch/core/decisions/agents/decide-check-in';
import { dropFutureChecks } from '@farwatch/core/decisions/agents/drop-future-checks';
import { newVerdictChange, verdictChangeId } from '@farwatch/core/documents/verdict-change';
import { type Window, windowId } from '@farwatch/core/documents/window';
import { RETENTION } from '@farwatch/core/values/limits';
import type { LocationCode } from '@farwatch/core/values/locations';
import { type AgentRelease, isNewerVersion } from '@farwatch/core/values/release';
import { Timestamp, type WriteBatch } from 'firebase-admin/firestore';
import { notifyRefused } from '../../domain/notifications/notices.ts';
import { reasonOf, splitIntoChunks } from '../../platform/db/attempt-each.ts';
import { agentStates, agents, verdictChanges, windows } from '../../platform/db/collections.ts';
import { isConflict, isInvalid, isMissing, retryConflicts } from '../../platform/db/retry.ts';
import type { Run } from '../../platform/db/run.ts';
import { deploySettings } from '../../platform/deploy-settings.ts';
import { AgentRefused, refusalOfPreviousDevice } from './agent-refused.ts';

/** The caller that the claims of the token identify. */
export type AgentCaller = { agentId: string; tokenGeneration: number; ipAddress: string | null };

type WindowKey = Pick<Window, 'agentId' | 'location' | 'windowAt'>;
/** A check-in, its agent's location, and when the agent's state was read. */
type Source = { caller: AgentCaller; report: CheckInInput; location: LocationCode; readAt: Timestamp };
type Applied = Extract<CheckInDecision, { outcome: 'applied' }>;

/**
 * Callable `checkIn` (docs/agent.md, Check-in): one read, then one atomic batch of at most three writes, and a
 * fourth if verdicts changed. A report already applied gets the same answer. Older agents are offered the release
 * `newest`. Throws AgentRefused: malformed, deleted, reset, gap, too_many.
 */
export async function checkIn(
  run: Run,
  caller: AgentCaller,
  data: unknown,
  newest: AgentRelease | null,
): Promise<CheckInOutput> {
  const parsed = checkInCall.input.safeParse(data);
  if (!parsed.success) throw new AgentRefused({ reason: 'malformed' });
  // Older agents do not name their process.
  const report = { ...parsed.data, sender: parsed.data.sender ?? randomUUID() };
  return retryConflicts(async () => {
    const snapshot = await agentStates.ref(run.db, caller.agentId).get();
    const { value: state } = agentStates.readSkippingInvalid(snapshot, 'verdicts');
    if (!state || !snapshot.updateTime) throw new AgentRefused({ reason: 'deleted' });
    if (state.tokenGeneration !== caller.tokenGeneration) throw refusalOfPreviousDevice(state);
    const decision = decideCheckIn(state, report, run.nowMs);
    if (decision.outcome === 'refused') throw new AgentRefused({ reason: 'gap', expectedSeq: decision.expectedSeq });
    if (decision.outcome === 'limited') throw new AgentRefused({ reason: 'too_many' });
    if (decision.outcome === 'applied') {
      reportDropped(caller, report, decision);
      const source = { caller, report, location: state.location, readAt: snapshot.updateTime };
      await commitWhatFits(run, source, decision);
    }
    // A report that the network delivered twice, or whose commit lost its answer, counts as applied by this call.
    const applied = decision.outcome === 'applied' || decision.isOwn;
    const isBehind = newest !== null && isNewerVersion(newest.version, report.device.appVersion);
    return { ...answerTo(run, caller, report, applied), ...(isBehind ? { newest } : {}) };
  });
}

function answerTo(run: Run, { ipAddress }: AgentCaller, report: CheckInInput, applied: boolean) {
  const { futureChecks } = dropFutureChecks(report, run.nowMs);
  const { blockedHosts } = deploySettings(process.env);
  return {
    seq: report.seq,
    applied,
    timely: isTimely(report, run.nowMs),
    serverAt: run.nowMs,
    ...(futureChecks > 0 ? { futureChecks } : {}),
    ...(ipAddress === null ? {} : { seenAs: ipAddress }),
    ...(blockedHosts.length > 0 ? { blockedHosts: [...blockedHosts] } : {}),
  };
}

function reportDropped({ agentId }: AgentCaller, { windowAt }: CheckInInput, { dropped }: Applied): void {
  for (const [ownerId, count] of Object.entries(dropped)) {
    console.warn(`windows/${windowId(agentId, windowAt)}: ${count} checks of owner ${ownerId} are beyond its share`);
  }
}

/**
 * Commits the report, or what fits of it: what Firestore refuses must not hold up a report, nor a full document a
 * verdict. The checks' phases are dropped first. Then parts of the owners who are refused on their own are dropped, or
 * of all if that are all or none, as where a document is full: what was quoted of their services, their checks, the
 * memory of their new verdicts, and at last everything.
 */
async function commitWhatFits(run: Run, source: Source, decision: Applied): Promise<void> {
  const { agentId } = source.caller;
  const tryCommit = async (attempt: Applied) => {
    try {
      await commit(run, source, attempt);
      return true;
    } catch (error) {
      if (!isInvalid(error)) throw error;
      const window = windowId(agentId, source.report.windowAt);
      console.error(`windows/${window} or agentStates/${agentId} is full, or a part is refused: ${reasonOf(error)}`);
      return false;
    }
  };
  if (await tryCommit(decision)) return;
  if (await tryCommit(dropPhases(decision))) return;
  const all = ownersOf(decision);
  const refused = await findRefused(all, (ownerIds) => isRefused(run, source, decision, ownerIds));
  const ownerIds = refused.length > 0 ? refused : all;
  for (const drop of [dropAttachments, dropChecks, dropMemory, dropAllButVerdicts]) {
    if (await tryCommit(drop(decision, ownerIds))) return noteRefused(run, agentId, ownerIds);
  }
  if (!(await tryCommit(dropOwners(decision, ownerIds)))) await commit(run, source, dropOwners(decision, all));
  await noteRefused(run, agentId, ownerIds);
}

function dropAllButVerdicts(decision: Applied, ownerIds: readonly string[]): Applied {
  return dropAttachments(dropChecks(dropMemory(decision, ownerIds), ownerIds), ownerIds);
}

/** More owners are not refused for what they have, and notices to all would take long. */
const MOST_NOTICES = 20;

/** The report is stored by then, so a notice that cannot be stored does not fail it. */
async function noteRefused(run: Run, agentId: string, ownerIds: readonly string[]): Promise<void> {
  console.error(`agents/${agentId}: parts of the owners ${ownerIds.join(', ')} are refused and set aside`);
  if (ownerIds.length > MOST_NOTICES) return;
  await notifyRefused(run, ownerIds).catch((error: unknown) => console.error(reasonOf(error)));
}

/** Two owners of a thousand are found within so many attempts. */
const MOST_ATTEMPTS = 40;

/**
 * Returns the owners whose parts are refused also without the others', by halving those that are refused. Once there
 * were too many attempts, all that are left of a refused half count.
 */
async function findRefused(
  ownerIds: readonly string[],
  areRefused: (ownerIds: readonly string[]) => Promise<boolean>,
): Promise<string[]> {
  const refused: string[] = [];
  const suspects = [ownerIds];
  let attempts = 0;
  for (let suspect = suspects.shift(); suspect !== undefined; suspect = suspects.shift()) {
    if (suspect.length < 2 || attempts >= MOST_ATTEMPTS) {
      refused.push(...suspect);
      continue;
    }
    for (const half of splitIntoChunks(suspect, Math.ceil(suspect.length / 2))) {
      attempts += 1;
      if (await areRefused(half)) suspects.push(half);
    }
  }
  return refused;
}

/**
 * Whether Firestore refuses these owners' parts as invalid. Changes nothing: the commit has a precondition that never
 * holds. If Firestore finds that first, nothing is refused here, and the whole report loses what it can.
 */
async function isRefused(run: Run, source: Source, decision: Applied, ownerIds: readonly string[]): Promise<boolean> {
  const others = ownersOf(decision).filter((ownerId) => !ownerIds.includes(ownerId));
  try {
    // No document was changed before Firestore existed.
    await commit(run, { ...source, readAt: Timestamp.fromMillis(0) }, dropOwners(decision, others));
    return false;
  } catch (error) {
    if (isInvalid(error)) return true;
    if (isConflict(error)) return false;
    throw error;
  }
}

async function commit(run: Run, { caller, report, location, readAt }: Source, decision: Applied): Promise<void> {
  const { agentId } = caller;
  const { agentSeq } = decision;
  const batch = run.db.batch();
  batch.update(agents.ref(run.db, agentId), agentFields(run, caller, report, decision));
  batch.update(agentStates.ref(run.db, agentId), stateFields(decision), { lastUpdateTime: readAt });
  putChecks(run, batch, { agentId, location, windowAt: report.windowAt }, decision);
  if (decision.verdictChange) {
    const verdictChange = newVerdictChange({ agentId, location, agentSeq, ...decision.verdictChange }, run.nowMs);
    batch.create(
      verdictChanges.ref(run.db, verdictChangeId(agentId, agentSeq)),
      verdictChanges.toDocument(verdictChange),
    );
  }
  try {
    await batch.commit();
  } catch (error) {
    if (isMissing(error)) throw new AgentRefused({ reason: 'deleted' });
    throw error;
  }
}

function agentFields(run: Run, { ipAddress }: AgentCaller, report: CheckInInput, { state }: Applied) {
  const { device, condition, syncedAt } = report;
  const { abstainingSince } = state;
  const isBack = state.lost === false ? { lost: false } : {};
  const abstention = abstainingSince === undefined ? {} : { abstainingSince };
  const seen = { lastReportAt: run.nowMs, lastSyncAt: syncedAt };
  return agents.toUpdate({ device, condition, ipAddress, ...seen, ...isBack, ...abstention });
}

/** Each owner's memory is written by its own path, so that the others stay unchanged. */
function stateFields({ state }: Applied) {
  const { verdicts = {}, ...rest } = state;
  const memories = Object.entries(verdicts).map(([ownerId, memory]) => [`verdicts.${ownerId}`, memory]);
  return agentStates.toUpdate({ ...rest, ...Object.fromEntries(memories) });
}

function putChecks(run: Run, batch: WriteBatch, key: WindowKey, { packed, agentSeq }: Applied): void {
  if (Object.keys(packed).length === 0) return;
  const checks = Object.fromEntries(Object.entries(packed).map(([ownerId, own]) => [ownerId, { [agentSeq]: own }]));
  const window = { ...key, expireAt: run.nowMs + RETENTION.windowMs, checks };
  // Only the TTL removes a window, and without the agent's document the batch fails: nothing deleted is recreated.
  batch.set(windows.ref(run.db, windowId(key.agentId, key.windowAt)), windows.toDocument(window), { merge: true });
}
