import { API_ERROR_TEXTS } from '@farwatch/core/contracts/api/error-texts';
import type { TestRequested } from '@farwatch/core/contracts/api/monitors';
import { isoOf } from '@farwatch/core/contracts/api/parts';
import { fingerprintOf, type RecheckDecision } from '@farwatch/core/decisions/agents/decide-recheck';
import type { MonitorEndpoint } from '@farwatch/core/documents/monitor';
import type { LocationCode } from '@farwatch/core/values/locations';
import { SECOND_MS } from '@farwatch/core/values/time';
import { isRunByServer } from '@farwatch/core/values/url';
import { requestCheckByOwner } from '../../domain/agents/commands.ts';
import { readAssignedAgents } from '../../domain/checks/assigned-agents.ts';
import { readUser } from '../../domain/users/ensure-user.ts';
import type { Run } from '../../platform/db/run.ts';
import type { Caller } from '../../platform/http/authenticate.ts';
import { ApiError } from '../../platform/http/errors.ts';

type TestedEndpoints = {
  locations: readonly LocationCode[];
  endpoints: Readonly<Record<string, Pick<MonitorEndpoint, 'url' | 'status' | 'votes'>>>;
};

/**
 * Commands the agents with counting votes at these locations to check the endpoints now; returns the locations and the
 * time. A request within seconds of the last gets the same answer. Paused endpoints are left out. Throws ApiError
 * checked_just_now or too_many_checks if no check may be requested yet, checks_paused if all are paused.
 */
export async function requestTest(
  run: Run,
  caller: Caller,
  { locations, endpoints }: TestedEndpoints,
): Promise<TestRequested> {
  const [assignedAgents, { maxEndpoints }] = await Promise.all([
    readAssignedAgents(run, caller.accountId),
    readUser(run, caller),
  ]);
  const checked = Object.entries(endpoints).filter(([, { url, status }]) => status !== 'paused' && !isRunByServer(url));
  if (checked.length === 0 && Object.keys(endpoints).length > 0) throw new ApiError('checks_paused');
  const fingerprints = new Map(checked.map(([id, endpoint]) => [id, fingerprintOf(endpoint)]));
  const agentAt = (location: LocationCode) =>
    assignedAgents[location]?.live ? assignedAgents[location].agentId : null;
  const agentIds = fingerprints.size === 0 ? [] : [...new Set(locations.flatMap((each) => agentAt(each) ?? []))];
  const decided = new Map<string, RecheckDecision>();
  for (const [agentId, decision] of await Promise.all(
    agentIds.map(
      async (id) =>
        [
          id,
          await requestCheckByOwner(run, id, { ownerId: caller.accountId, maxEndpoints, endpoints: fingerprints }),
        ] as const,
    ),
  )) {
    if (decision) decided.set(agentId, decision);
  }
  const decisions = [...decided.values()];
  const requested = new Set(decisions.flatMap(({ endpointIds }) => endpointIds));
  if (requested.size === 0) refuseIfTooEarly(decisions);
  const isRequested = (location: LocationCode) => (decided.get(agentAt(location) ?? '')?.endpointIds.length ?? 0) > 0;
  return {
    success: requested.size > 0,
    locations: locations.filter(isRequested),
    requestedAt: isoOf(Math.min(run.nowMs, ...decisions.map(({ sinceMs }) => sinceMs))),
    checkedJustNow: [...fingerprints.keys()].filter(
      (id) => !requested.has(id) && decisions.some(({ recent }) => recent.includes(id)),
    ),
  };
}

function refuseIfTooEarly(decisions: readonly RecheckDecision[]): void {
  const waits = decisions.flatMap(({ retryAfterMs }) => retryAfterMs ?? []);
  if (waits.length === 0) return;
  const retryAfterSec = Math.max(1, Math.ceil(Math.min(...waits) / SECOND_MS));
  const code = decisions.some(({ isOverBudget }) => isOverBudget) ? 'too_many_checks' : 'checked_just_now';
  throw new ApiError(code, { text: `${API_ERROR_TEXTS[code]} Try again in ${retryAfterSec} s`, retryAfterSec });
}
