import { type Command, justRequested, requestChecks } from '../../documents/command.ts';
import type { MonitorEndpoint } from '../../documents/monitor.ts';
import { AGENT, LIMITS } from '../../values/limits.ts';
import { LOCATION_CODES } from '../../values/locations.ts';
import { SECOND_MS } from '../../values/time.ts';
import { type Bucket, isFull, type Rate, takeTokens } from '../../values/token-bucket.ts';

/** An owner may ask one agent for all of an account's endpoints at once, and then for one endpoint a second. */
const ASK_RATE: Rate = { burst: LIMITS.endpointsPerOwner, perSec: 1 };

/** The endpoints an owner asks an agent for, each with its present standing. */
export type RecheckRequest = { ownerId: string; endpoints: ReadonlyMap<string, string> };

/**
 * The result. `endpointIds` will be checked or are being checked; checks from `sinceMs` on answer the request. `recent`
 * were asked for lately and have not changed since. The rest may be asked for after `retryAfterMs`; `isOverBudget` if
 * only the budget held something back. `change` is null if nothing is to be written.
 */
export type RecheckDecision = {
  endpointIds: string[];
  sinceMs: number;
  recent: string[];
  isOverBudget: boolean;
  retryAfterMs: number | null;
  change: Pick<Required<Command>, 'checkNow' | 'asked' | 'budgets'> | null;
};

/** An endpoint's standing as a text to compare: another status or another vote anywhere gives another text. */
export function displayStatusOf({ status, votes }: Pick<MonitorEndpoint, 'status' | 'votes'>): string {
  const given = LOCATION_CODES.flatMap((location) => {
    const vote = votes[location];
    return vote ? [`${location}${vote.generation}.${vote.agentSeq}`] : [];
  });
  return [status, ...given].join(' ');
}

/**
 * Which of the endpoints an agent is asked to check: each once in half a minute while nothing about it changes, within
 * the owner's budget. A request just made, by anybody, gets the same answer again.
 */
export function decideRecheck(command: Command, { ownerId, endpoints }: RecheckRequest, nowMs: number): RecheckDecision {
  const { asked = {}, budgets = {} } = command;
  const running = justRequested(command.checkNow, [...endpoints.keys()], nowMs);
  const others = [...endpoints.keys()].filter((id) => !running.endpointIds.includes(id));
  const freeAt = (id: string) => {
    const former = asked[id];
    return former && former.of === endpoints.get(id) ? former.at + AGENT.recheckAgainAfterMs : 0;
  };
  const recent = others.filter((id) => freeAt(id) > nowMs);
  // Those asked for longest ago go first, so that each gets its turn on a spent budget.
  const wanted = others.filter((id) => freeAt(id) <= nowMs).sort((a, b) => (asked[a]?.at ?? 0) - (asked[b]?.at ?? 0));
  const { bucket, taken, retryAfterSec } = takeTokens(budgets[ownerId], ASK_RATE, wanted.length, nowMs);
  const granted = wanted.slice(0, taken);
  const waits = recent.map((id) => freeAt(id) - nowMs);
  if (retryAfterSec !== null) waits.push(retryAfterSec * SECOND_MS);
  return {
    endpointIds: [...running.endpointIds, ...granted],
    sinceMs: running.sinceMs,
    recent,
    isOverBudget: retryAfterSec !== null,
    retryAfterMs: waits.length > 0 ? Math.min(...waits) : null,
    change: granted.length === 0 ? null : changeOf(command, { ownerId, endpoints }, granted, bucket, nowMs),
  };
}

function changeOf(command: Command, { ownerId, endpoints }: RecheckRequest, granted: string[], bucket: Bucket, nowMs: number) {
  const { asked = {}, budgets = {} } = command;
  const lately = Object.entries(asked).filter(([, { at }]) => at > nowMs - AGENT.recheckAgainAfterMs);
  const spent = Object.entries(budgets).filter(([, budget]) => !isFull(budget, ASK_RATE, nowMs));
  const mine = granted.map((id) => [id, { at: nowMs, of: endpoints.get(id) ?? '' }] as const);
  return {
    checkNow: requestChecks(command.checkNow, granted, nowMs),
    asked: { ...Object.fromEntries(lately), ...Object.fromEntries(mine) },
    budgets: { ...Object.fromEntries(spent), [ownerId]: bucket },
  };
}
