import { type Command, justRequested, requestChecks } from '../../documents/command.ts';
import type { MonitorEndpoint } from '../../documents/monitor.ts';
import { AGENT, LIMITS } from '../../values/limits.ts';
import { LOCATION_CODES } from '../../values/locations.ts';
import { SECOND_MS } from '../../values/time.ts';
import { type Bucket, isFull, type Rate, takeTokens } from '../../values/token-bucket.ts';

/** An owner may have one agent check all of an account's endpoints, and then one endpoint a second. */
function rateOf(maxEndpoints: number): Rate {
  return { burst: Math.max(LIMITS.endpointsPerOwner, maxEndpoints), perSec: 1 };
}

/** Budgets are forgotten once they are full for every account. */
const LARGEST_RATE = rateOf(LIMITS.mostEndpointsPerOwner);

/**
 * An owner's request for checks by one agent: endpoints with the fingerprints of their states. `maxEndpoints`: how many
 * the account may have.
 */
export type RecheckRequest = { ownerId: string; maxEndpoints: number; endpoints: ReadonlyMap<string, string> };

/**
 * `endpointIds` are or will be checked; checks from `sinceMs` on answer the request. `recent` were requested lately and
 * have not changed since. The rest may be requested after `retryAfterMs`; `isOverBudget` if the budget refused some of
 * them. `change` is what to write, null for nothing.
 */
export type RecheckDecision = {
  endpointIds: string[];
  sinceMs: number;
  recent: string[];
  isOverBudget: boolean;
  retryAfterMs: number | null;
  change: Pick<Required<Command>, 'checkNow' | 'confirmedDown' | 'requested' | 'budgets'> | null;
};

/** Returns a text to compare an endpoint's state by: it differs with another status or vote. */
export function fingerprintOf({ status, votes }: Pick<MonitorEndpoint, 'status' | 'votes'>): string {
  const voteIds = LOCATION_CODES.flatMap((location) => {
    const vote = votes[location];
    return vote ? [`${location}${vote.generation}.${vote.agentSeq}`] : [];
  });
  return [status, ...voteIds].join(' ');
}

/**
 * Decides which endpoints an agent checks now: within the owner's budget, and each once in 30 s unless its state has
 * changed. A request that repeats one just made gets the same answer.
 */
export function decideRecheck(
  command: Command,
  { ownerId, maxEndpoints, endpoints }: RecheckRequest,
  nowMs: number,
): RecheckDecision {
  const { requested = {}, budgets = {} } = command;
  const repeated = justRequested(command.checkNow, [...endpoints.keys()], nowMs);
  const others = [...endpoints.keys()].filter((id) => !repeated.endpointIds.includes(id));
  const freeAt = (id: string) => {
    const previous = requested[id];
    return previous?.fingerprint === endpoints.get(id) ? (previous?.at ?? 0) + AGENT.recheckAgainAfterMs : 0;
  };
  const recent = others.filter((id) => freeAt(id) > nowMs);
  // Those requested longest ago go first, so that each gets its turn when the budget is used up.
  const requestedAt = (id: string) => requested[id]?.at ?? 0;
  const allowed = others.filter((id) => freeAt(id) <= nowMs).sort((a, b) => requestedAt(a) - requestedAt(b));
  const { bucket, taken, retryAfterSec } = takeTokens(budgets[ownerId], rateOf(maxEndpoints), allowed.length, nowMs);
  const granted = allowed.slice(0, taken);
  const waits = recent.map((id) => freeAt(id) - nowMs);
  if (retryAfterSec !== null) waits.push(retryAfterSec * SECOND_MS);
  return {
    endpointIds: [...repeated.endpointIds, ...granted],
    sinceMs: repeated.sinceMs,
    recent,
    isOverBudget: retryAfterSec !== null,
    retryAfterMs: waits.length > 0 ? Math.min(...waits) : null,
    change: granted.length === 0 ? null : changeOf(command, { ownerId, endpoints }, granted, bucket, nowMs),
  };
}

function changeOf(
  command: Command,
  { ownerId, endpoints }: Pick<RecheckRequest, 'ownerId' | 'endpoints'>,
  granted: string[],
  bucket: Bucket,
  nowMs: number,
) {
  const { requested = {}, budgets = {} } = command;
  const remembered = Object.entries(requested).filter(([, { at }]) => at > nowMs - AGENT.recheckAgainAfterMs);
  const used = Object.entries(budgets).filter(([, budget]) => !isFull(budget, LARGEST_RATE, nowMs));
  const added = granted.map((id) => [id, { at: nowMs, fingerprint: endpoints.get(id) ?? '' }] as const);
  return {
    ...requestChecks(command, granted, nowMs),
    requested: { ...Object.fromEntries(remembered), ...Object.fromEntries(added) },
    budgets: { ...Object.fromEntries(used), [ownerId]: bucket },
  };
}
