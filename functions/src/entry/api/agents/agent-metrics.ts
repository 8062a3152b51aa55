import { agentCalls } from '@farwatch/core/contracts/api/agents';
import { isoOf } from '@farwatch/core/contracts/api/parts';
import { agentUptime, uptimeHours } from '@farwatch/core/decisions/agents/uptime';
import type { Agent, OwnerMemory } from '@farwatch/core/documents/agent';
import type { AssignedEndpoint, Assignment } from '@farwatch/core/documents/assignment';
import { fromAssignedUrl } from '@farwatch/core/values/assigned-url';
import type { AgentPresence } from '@farwatch/core/values/presence';
import { MINUTE_MS } from '@farwatch/core/values/time';
import { addDays, type WallClock, wallClock } from '@farwatch/core/values/zone';
import { agentStates, agents, assignments } from '../../../platform/db/collections.ts';
import type { Run } from '../../../platform/db/run.ts';
import { remember } from '../../../platform/http/answer-cache.ts';
import type { Caller } from '../../../platform/http/authenticate.ts';
import { fieldError } from '../../../platform/http/errors.ts';
import { route } from '../../../platform/http/route.ts';
import { parseOwnAgent, readPresence } from './read-agents.ts';

export const getAgentStats = route(agentCalls.stats, {
  run: async (run, caller, { params, headers }) => {
    const { checked, ...presence } = await readChecked(run, caller, params.id);
    const { today, average } = agentUptime(presence, wallClock(headers['x-timezone']), run.nowMs);
    const countBy = (last: boolean | undefined) => checked.filter((each) => each.last?.up === last).length;
    return {
      endpointCount: checked.length,
      successCount: countBy(true),
      failedCount: countBy(false),
      neverCheckedCount: countBy(undefined),
      lastCheckAt: isoOf(newestClaim(checked)),
      todayUptime: today,
      averageUptime: average,
    };
  },
});

function newestClaim(checked: readonly Checked[]): number | null {
  return checked.reduce<number | null>((newest, { last }) => Math.max(newest ?? 0, last?.at ?? 0) || null, null);
}

export const getAgentEndpoints = route(agentCalls.endpoints, {
  run: async (run, caller, { params }) => {
    const { checked } = await readChecked(run, caller, params.id);
    return checked.map(({ id, name, url, group, last }) => ({
      id,
      name,
      url: fromAssignedUrl(url),
      groupName: group,
      lastCheckByAgent: last && { checkTime: isoOf(last.at), success: last.up },
    }));
  },
});

export const getAgentAvailability = route(agentCalls.availability, {
  run: async (run, caller, { params: { id }, headers }) => {
    const clock = wallClock(headers['x-timezone']);
    const { today, average, daily } = agentUptime(await readPresence(run, caller, id), clock, run.nowMs);
    return { todayUptime: today, averageUptime: average, dailyAvailability: daily };
  },
});

export const getAgentSegments = route(agentCalls.segments, {
  run: async (run, caller, { params: { id }, query }) => {
    const clock = wallClock('UTC');
    const date = query.date ?? clock.at(run.nowMs).date;
    refuseFutureDate(date, clock, run.nowMs);
    return { date, hours: uptimeHours(await readPresence(run, caller, id), date, run.nowMs) };
  },
});

/** Throws ApiError invalid for a date after tomorrow: a caller's clock may be ahead of the server's. */
export function refuseFutureDate(date: string, clock: WallClock, nowMs: number): void {
  if (date <= addDays(clock.at(nowMs).date, 1)) return;
  throw fieldError('date', 'is in the future');
}

const memoryFields = agentStates.pick('verdicts', 'presence');

/** An endpoint assigned to an agent, with its last check there. */
export type Checked = AssignedEndpoint & { id: string; last: { at: number; up: boolean } | null };

/**
 * The endpoints of the caller's agent, and its presence. Throws ApiError not_found, also for another admin's.
 */
async function readChecked(run: Run, caller: Caller, id: string): Promise<AgentPresence & { checked: Checked[] }> {
  const agent = parseOwnAgent(caller, await agents.ref(run.db, id).get());
  const [assigned, [state]] = await Promise.all([
    readCachedAssignments(run, id, agent),
    memoryFields.getAll(run.db, agentStates.ref(run.db, id)),
  ]);
  const { verdicts, presence } = state ?? { verdicts: {}, presence: null };
  const checked = assigned.flatMap(({ ownerId, endpoints }) => {
    const memory: OwnerMemory | undefined = verdicts[ownerId];
    return Object.entries(endpoints).map(([endpointId, endpoint]) => ({
      ...endpoint,
      id: endpointId,
      last: lastOf(memory, endpointId),
    }));
  });
  return { checked, presence, activatedAt: agent.activatedAt };
}

function lastOf(memory: OwnerMemory | undefined, endpointId: string): Checked['last'] {
  const [up, at] = memory?.endpoints[endpointId] ?? [];
  return at === undefined ? null : { at, up: up === 1 };
}

const CACHED_MS = 2 * MINUTE_MS;
const MAX_AGENTS = 20;

type Copy = { untilMs: number; count: number; assignments: Promise<Assignment[]> };
const cache = new WeakMap<Run['db'], Map<string, Copy>>();

/**
 * An agent's assignments. Up to two thousand documents, and a screen polls every half minute, so a cached copy may be
 * two minutes old while the agent's number of endpoints stays the same.
 */
function readCachedAssignments(run: Run, id: string, { endpointCount }: Agent): Promise<Assignment[]> {
  const agents = cache.get(run.db) ?? new Map<string, Copy>();
  cache.set(run.db, agents);
  const known = agents.get(id);
  if (known && known.untilMs > run.nowMs && known.count === endpointCount) return known.assignments;
  const copy = { untilMs: run.nowMs + CACHED_MS, count: endpointCount, assignments: readAssignments(run, id) };
  remember(agents, id, copy, MAX_AGENTS);
  copy.assignments.catch(() => agents.get(id) === copy && agents.delete(id));
  return copy.assignments;
}

async function readAssignments(run: Run, id: string): Promise<Assignment[]> {
  const { docs } = await assignments.collection(run.db).where('agentId', '==', id).get();
  return docs.flatMap((doc) => assignments.readIfValid(doc) ?? []);
}
