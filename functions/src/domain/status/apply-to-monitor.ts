import { decideEndpoint, type EndpointChange, type VoteUpdate } from '@farwatch/core/decisions/status/decide-endpoint';
import { causesToRecheck, disagreeingLocations, locationsToRecheck } from '@farwatch/core/decisions/status/review';
import { isVisibleChange } from '@farwatch/core/decisions/status-page/component-state';
import { type Endpoint, findOpenIncidents, listIncidents } from '@farwatch/core/documents/endpoint';
import { readDependency } from '@farwatch/core/values/dependency';
import { LIMITS } from '@farwatch/core/values/limits';
import type { LocationCode } from '@farwatch/core/values/locations';
import type { Transaction } from 'firebase-admin/firestore';
import { monitors } from '../../platform/db/collections.ts';
import type { Run } from '../../platform/db/run.ts';
import { enqueueLook } from '../notifications/enqueue.ts';
import { enqueueUpdate } from '../pages/enqueue-update.ts';
import { type EndpointContext, readContext, type Target, writeChanges } from './status-documents.ts';

/**
 * Why an endpoint is decided again: a new verdict or withdrawal, or the time at which votes started or stopped
 * counting.
 */
type Cause = VoteUpdate | { changedAtMs: number };
type Causes = ReadonlyMap<string, Cause>;

const causeFields = monitors.pick('endpoints', 'locations');

/** Endpoints to recheck, by agent; true for those that another location has confirmed as failing. */
export type EndpointsByAgent = Map<string, Map<string, boolean>>;

/**
 * Applies verdicts to one monitor's endpoints in transactions of a hundred endpoints, in which statuses, history and
 * incidents change together or not at all. A verdict already applied changes nothing. Adds the rechecks needed from
 * other agents to `rechecks`.
 */
export async function applyToMonitor(
  run: Run,
  target: Target,
  causes: Causes,
  rechecks: EndpointsByAgent,
): Promise<void> {
  const entries = [...causes];
  for (let start = 0; start < entries.length; start += LIMITS.endpointsPerTransaction) {
    const chunk = new Map(entries.slice(start, start + LIMITS.endpointsPerTransaction));
    const applied = await run.db.runTransaction((tx) => applyInTransaction(run, tx, target, chunk));
    for (const [agentId, found] of applied.found) addEndpoints(rechecks, agentId, found);
    await announceApplied(run, target.ownerId, applied);
    if (applied.failing) await addCauses(run, applied.failing, rechecks);
  }
}

/** What a monitor depends on that fails at a location by verdicts just applied. */
type Failing = { dependsOn: readonly string[]; from: LocationCode; assignedAgents: EndpointContext['assignedAgents'] };

/** The result of a transaction; `slugs` are the status pages that show something of the change. */
export type Applied = {
  found: EndpointsByAgent;
  hasIncidents: boolean;
  slugs: readonly string[];
  failing: Failing | null;
};

/** Adds what a failing monitor depends on and its agent does not check, outside the transaction: it locks no other monitor. */
async function addCauses(
  run: Run,
  { dependsOn, from, assignedAgents }: Failing,
  rechecks: EndpointsByAgent,
): Promise<void> {
  const ids = [...new Set(dependsOn.map((each) => readDependency(each).monitorId))];
  const refs = ids.map((id) => monitors.ref(run.db, id));
  const documents = await run.db.getAll(...refs, { fieldMask: causeFields.names });
  const causes = new Map(
    documents.flatMap((document) => {
      const cause = causeFields.readIfValid(document);
      return cause ? [[document.id, cause] as const] : [];
    }),
  );
  for (const { endpointId, locations } of causesToRecheck(dependsOn, causes, from)) {
    for (const location of locations) {
      const assigned = assignedAgents[location];
      if (assigned?.agentId && assigned.live) addEndpoints(rechecks, assigned.agentId, [[endpointId, false]]);
    }
  }
}

/** Has channels and status pages process what was applied. */
export async function announceApplied(run: Run, ownerId: string, { hasIncidents, slugs }: Applied): Promise<void> {
  if (hasIncidents) await enqueueLook(run, ownerId);
  await enqueueUpdate(run, ownerId, slugs);
}

/** Applies verdicts to at most a hundred endpoints, in a transaction that has not written yet. */
export async function applyInTransaction(run: Run, tx: Transaction, target: Target, causes: Causes): Promise<Applied> {
  const context = await readContext(run, tx, target, [...causes.keys()]);
  if (!context) return { found: new Map(), hasIncidents: false, slugs: [], failing: null };
  const changes = new Map<string, EndpointChange>();
  for (const [id, cause] of causes) {
    const change = decideOne(run, context, id, cause);
    if (change) changes.set(id, change);
  }
  writeChanges(run, tx, context, changes);
  const hasIncidents = [...changes.values()].some((change) => listIncidents(change).length > 0);
  const after = Object.fromEntries([...changes].map(([id, { endpoint }]) => [id, endpoint]));
  const slugs = isVisibleChange(context.monitor, after) ? context.monitor.pages : [];
  return {
    found: rechecksOf(context, causes, changes),
    hasIncidents,
    slugs,
    failing: failingBy(context, causes, changes),
  };
}

/** Applying a cause again gives the same, so that a crash loses no recheck. */
function failingBy(
  { monitor, endpoints, assignedAgents }: EndpointContext,
  causes: Causes,
  changes: ReadonlyMap<string, EndpointChange>,
): Failing | null {
  const { dependsOn } = monitor;
  if (dependsOn.length === 0) return null;
  for (const [id, cause] of causes) {
    const { votes = {} } = changes.get(id)?.endpoint ?? endpoints.get(id) ?? {};
    if (!('verdict' in cause) || cause.verdict.up || votes[cause.location]?.agentSeq !== cause.agentSeq) continue;
    return { dependsOn, from: cause.location, assignedAgents };
  }
  return null;
}

function decideOne(run: Run, context: EndpointContext, id: string, cause: Cause): EndpointChange | null {
  const endpoint = context.endpoints.get(id);
  if (!endpoint || endpoint.monitorId !== context.monitorId || !Object.hasOwn(context.monitor.endpoints, id))
    return null;
  const open = findOpenIncidents(endpoint, context.incidents);
  const { assignedAgents: assigned, monitor } = context;
  const reason = 'changedAtMs' in cause ? { update: null, ...cause } : { update: cause };
  return decideEndpoint({ id, endpoint, monitor, ...reason, assigned, open, nowMs: run.nowMs });
}

/**
 * Returns the rechecks needed while an incident is open or has just ended: after a verdict at the locations that
 * disagree, otherwise at those whose up vote is older than their agent's absence. Applying a cause again gives the same
 * rechecks, so that a crash loses none.
 */
function rechecksOf(
  context: EndpointContext,
  causes: Causes,
  changes: ReadonlyMap<string, EndpointChange>,
): EndpointsByAgent {
  const rechecks: EndpointsByAgent = new Map();
  for (const [id, cause] of causes) {
    const change = changes.get(id);
    const endpoint = change?.endpoint ?? context.endpoints.get(id);
    if (!endpoint || (!change?.downtime && !endpoint.openIncidentId)) continue;
    const isConfirmedDown = isFailureThatCounts(cause, context);
    for (const location of locationsFor(cause, endpoint, context)) {
      const assigned = context.assignedAgents[location];
      if (assigned?.agentId && assigned.live) addEndpoints(rechecks, assigned.agentId, [[id, isConfirmedDown]]);
    }
  }
  return rechecks;
}

function locationsFor(cause: Cause, endpoint: Endpoint, { assignedAgents }: EndpointContext): LocationCode[] {
  if ('changedAtMs' in cause) return locationsToRecheck(endpoint, assignedAgents);
  if (!('verdict' in cause) || endpoint.votes[cause.location]?.agentSeq !== cause.agentSeq) return [];
  return disagreeingLocations(endpoint.votes, endpoint.locations, cause.location);
}

/** Whether it is the failure of a location whose votes count. */
function isFailureThatCounts(cause: Cause, { assignedAgents }: EndpointContext): boolean {
  return 'verdict' in cause && !cause.verdict.up && assignedAgents[cause.location]?.live === true;
}

function addEndpoints(
  rechecks: EndpointsByAgent,
  agentId: string,
  endpoints: Iterable<readonly [id: string, isConfirmedDown: boolean]>,
): void {
  rechecks.set(agentId, new Map([...(rechecks.get(agentId) ?? []), ...endpoints]));
}
