import type { VoteUpdate } from '@farwatch/core/decisions/status/decide-endpoint';
import type { Failures } from '@farwatch/core/decisions/status/parked-verdict-change';
import { type Assignment, assignmentId } from '@farwatch/core/documents/assignment';
import { AGENT_PART, type VerdictChange } from '@farwatch/core/documents/verdict-change';
import { type Certificate, isSameCertificate } from '@farwatch/core/values/certificate';
import { DRAIN, LIMITS } from '@farwatch/core/values/limits';
import type { Query } from 'firebase-admin/firestore';
import { attemptEach, type InTurn, reasonOf, splitIntoChunks, takeTurns } from '../../platform/db/attempt-each.ts';
import { assignments, endpoints } from '../../platform/db/collections.ts';
import { NO_LEASE, type Renew } from '../../platform/db/lease.ts';
import type { Run } from '../../platform/db/run.ts';
import { requestCheck } from '../agents/commands.ts';
import { forgetVerdicts } from '../agents/forget-verdicts.ts';
import { orphansOf } from '../agents/orphans.ts';
import { type Rechecks, requestRechecks } from '../agents/request-rechecks.ts';
import { notifyReturn } from '../notifications/agent-notices.ts';
import { enqueueLooksOnce } from '../notifications/enqueue.ts';
import { applyToMonitor, type EndpointsByAgent } from './apply-to-monitor.ts';
import { rebalance } from './rebalance.ts';
import { reviewOwner } from './review-owner.ts';

/**
 * Applies one verdict change, or its parked parts, and returns the parts that failed (docs/status.md, Draining). New
 * verdicts are applied before older ones are reviewed, so that a returning agent's old down verdict raises no alarm. In
 * between, other agents take over a lost agent's owners. `renew` renews the lease: two thousand owners take minutes.
 * `inTurn`: shared by changes that are applied side by side, so that each owner's parts are applied in the order of calls; what
 * comes before the verdicts of a change that has nothing else takes no time.
 */
export async function applyVerdictChange(
  run: Run,
  verdictChange: VerdictChange,
  renew = NO_LEASE,
  inTurn = takeTurns(DRAIN.ownersAtOnce),
): Promise<Failures> {
  const keep = () => renewOrGoOn(renew);
  const { failures, isPending, attempt, attemptAlways, attemptOwners } = trackAttempts(verdictChange, keep, inTurn);
  const { liveness } = verdictChange;
  const disagreeing: EndpointsByAgent = new Map();
  const assignedOwners = liveness === null ? [] : await findAssignedOwners(run, verdictChange);
  const changing = liveness === 'retired' ? [] : assignedOwners.filter(isPending);
  for (const part of splitIntoChunks(changing, LIVE_AT_ONCE)) {
    await keep();
    const isLive = liveness === 'live';
    const isSet = part.length > 1 && (await succeeds(() => setLive(run, verdictChange, part, isLive)));
    if (!isSet) await attemptOwners(part, (ownerId) => setLive(run, verdictChange, [ownerId], isLive));
  }
  // A verdict applied before its vote counts would later be skipped as already applied.
  const ready = Object.keys(verdictChange.verdicts).filter((ownerId) => !failures.has(ownerId));
  await attemptOwners(ready, (ownerId) => applyVerdicts(run, verdictChange, ownerId, disagreeing));
  let moved = new Set<string>();
  if (liveness !== null && liveness !== 'abstaining') {
    await attempt(AGENT_PART, async () => {
      const retired = liveness === 'retired' ? { retiredId: verdictChange.agentId } : {};
      moved = await rebalance(run, verdictChange.location, { changedAtMs: verdictChange.createdAt, keep, ...retired });
    });
  }
  const unmoved = assignedOwners.filter((ownerId) => !moved.has(ownerId));
  const predating: Rechecks = new Map();
  const changed = { location: verdictChange.location, changedAtMs: verdictChange.createdAt };
  await attemptOwners(unmoved, (ownerId) => reviewOwner(run, ownerId, changed, predating));
  // Always, because a retried owner's part may have added rechecks.
  await inTurn(REQUESTS, () => attemptAlways(AGENT_PART, () => requestAll(run, predating, disagreeing)));
  if (liveness === 'live') await attempt(AGENT_PART, () => notifyReturn(run, verdictChange));
  return failures;
}

/** A renewal that fails parks nothing: the next one comes before the lease ends, and what two drains apply is applied once. */
async function renewOrGoOn(renew: Renew): Promise<boolean> {
  try {
    return await renew();
  } catch (error) {
    console.error(`The lease of a drain cannot be renewed: ${reasonOf(error)}`);
    return true;
  }
}

/** The turn of requests, which are in one document for each agent. No owner has that id. */
const REQUESTS = '*requests';

/** Attempts the pending parts of a verdict change, each twice, and collects their failures. */
function trackAttempts(verdictChange: VerdictChange, keep: Renew, inTurn: InTurn) {
  const failures = new Map<string, string>();
  const retried = verdictChange.state === 'parked' ? new Set(Object.keys(verdictChange.parked)) : null;
  const isPending = (part: string) => retried === null || retried.has(part) || retried.has(AGENT_PART);
  // Retried immediately: most errors are transient, and a parked part waits a minute.
  const attemptAlways = (part: string, work: () => Promise<unknown>) =>
    work()
      .catch(work)
      .catch((error: unknown) => failures.set(part, reasonOf(error)));
  const attempt = async (part: string, work: () => Promise<unknown>) => {
    if (isPending(part)) await attemptAlways(part, work);
  };
  const attemptOwner = (ownerId: string, work: (ownerId: string) => Promise<unknown>) =>
    inTurn(ownerId, () => keep().then(() => attempt(ownerId, () => work(ownerId))));
  const attemptOwners = (owners: readonly string[], work: (ownerId: string) => Promise<unknown>) =>
    attemptEach(owners, (ownerId) => attemptOwner(ownerId, work), { atOnce: owners.length });
  return { failures, isPending, attempt, attemptAlways, attemptOwners };
}

async function requestAll(run: Run, predating: Rechecks, disagreeing: EndpointsByAgent): Promise<void> {
  await requestRechecks(run, predating);
  for (const [agentId, found] of disagreeing) {
    const failing = [...found].flatMap(([id, isConfirmedDown]) => (isConfirmedDown ? [id] : []));
    await requestCheck(run, { agentId, endpointIds: [...found.keys()], failing });
  }
}

/** A monitor that cannot be read or written does not block the owner's other monitors. */
async function applyVerdicts(
  run: Run,
  verdictChange: VerdictChange,
  ownerId: string,
  rechecks: EndpointsByAgent,
): Promise<void> {
  const ref = assignments.ref(run.db, assignmentId(verdictChange.location, ownerId));
  const assignment = assignments.read(await ref.get());
  if (
    !assignment ||
    assignment.agentId !== verdictChange.agentId ||
    assignment.generation !== verdictChange.verdicts[ownerId]?.generation
  )
    return;
  // First, so that an incident has the certificate that it is about; one that cannot be stored holds up no verdict.
  const [stored] = await Promise.allSettled([
    storeCertificates(run, ownerId, assignedCertificates(verdictChange, ownerId, assignment)),
  ]);
  await enqueueLooksOnce(run, ownerId, (bundled) =>
    attemptEach(
      byMonitor(verdictChange, ownerId, assignment),
      ([monitorId, updates]) => applyToMonitor(bundled, { monitorId, ownerId }, updates, rechecks),
      { what: 'monitors' },
    ),
  );
  const { endpoints = {}, withdrawn = {} } = verdictChange.verdicts[ownerId] ?? {};
  const reported = [...Object.keys(endpoints), ...Object.keys(withdrawn)];
  const gone = reported.filter((id) => !assignment.endpoints[id]);
  await forgetVerdicts(run, verdictChange.agentId, ownerId, gone);
  if (stored.status === 'rejected') throw stored.reason;
}

function assignedCertificates({ verdicts }: VerdictChange, ownerId: string, assignment: Assignment) {
  const certificates = Object.entries(verdicts[ownerId]?.certificates ?? {});
  return new Map(certificates.filter(([id]) => assignment.endpoints[id]));
}

/** Groups an owner's verdicts and withdrawals by monitor, without those of endpoints that are no longer assigned. */
function byMonitor(
  verdictChange: VerdictChange,
  ownerId: string,
  assignment: Assignment,
): Map<string, Map<string, VoteUpdate>> {
  const grouped = new Map<string, Map<string, VoteUpdate>>();
  const source = {
    location: verdictChange.location,
    generation: assignment.generation,
    agentSeq: verdictChange.agentSeq,
  };
  const put = (endpointId: string, update: VoteUpdate) => {
    const monitorId = assignment.endpoints[endpointId]?.monitorId;
    if (!monitorId) return;
    grouped.set(monitorId, (grouped.get(monitorId) ?? new Map<string, VoteUpdate>()).set(endpointId, update));
  };
  const { endpoints = {}, withdrawn = {}, evidence = {} } = verdictChange.verdicts[ownerId] ?? {};
  for (const [id, verdict] of Object.entries(endpoints)) put(id, { ...source, verdict, evidence: evidence[id] });
  for (const [id, withdrawal] of Object.entries(withdrawn)) put(id, { ...source, withdrawal });
  return grouped;
}

/** The number of owners in one transaction; an agent may have two thousand. */
const LIVE_AT_ONCE = 100;

const livenessFields = assignments.pick('agentId', 'liveSeq');
const ownerField = assignments.pick('ownerId');

/**
 * Returns the owners assigned to the agent. For a retired agent, adds the location's owners without an agent: a drain
 * that died may have taken them from it.
 */
async function findAssignedOwners(run: Run, { agentId, location, liveness }: VerdictChange): Promise<string[]> {
  const queries: Query[] = [assignments.collection(run.db).where('agentId', '==', agentId)];
  if (liveness === 'retired') queries.push(orphansOf(run, [location]));
  const found = await Promise.all(queries.map((query) => ownerField.find(query)));
  return found.flat().map(({ ownerId }) => ownerId);
}

/**
 * Sets whether the agent's votes count for these owners. Skips assignments that another agent has or that a newer
 * verdict change has set.
 */
async function setLive(
  run: Run,
  verdictChange: VerdictChange,
  ownerIds: readonly string[],
  live: boolean,
): Promise<void> {
  const refs = ownerIds.map((ownerId) => assignments.ref(run.db, assignmentId(verdictChange.location, ownerId)));
  await run.db.runTransaction(async (tx) => {
    const found = await livenessFields.getAll(tx, ...refs);
    for (const [index, ref] of refs.entries()) {
      const assignment = found[index];
      if (assignment?.agentId === verdictChange.agentId && assignment.liveSeq < verdictChange.agentSeq)
        tx.update(ref, { live, liveSeq: verdictChange.agentSeq });
    }
  });
}

function succeeds(work: () => Promise<unknown>): Promise<boolean> {
  return work().then(
    () => true,
    () => false,
  );
}

const certificateField = endpoints.pick('ownerId', 'certificate');

/**
 * Stores the owner's certificates at their endpoints, by id, with one write for each endpoint that has another
 * certificate.
 */
async function storeCertificates(
  run: Run,
  ownerId: string,
  certificates: ReadonlyMap<string, Certificate>,
): Promise<void> {
  for (const chunk of splitIntoChunks([...certificates], LIMITS.endpointsPerTransaction)) {
    const refs = chunk.map(([id]) => endpoints.ref(run.db, id));
    await run.db.runTransaction(async (tx) => {
      const known = await certificateField.getAll(tx, ...refs);
      for (const [index, [, certificate]] of chunk.entries()) {
        const endpoint = known[index];
        const ref = refs[index];
        if (!ref || endpoint?.ownerId !== ownerId) continue;
        if (endpoint.certificate && isSameCertificate(endpoint.certificate, certificate)) continue;
        tx.update(ref, endpoints.toUpdate({ certificate }));
      }
    });
  }
}
