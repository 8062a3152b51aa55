import { metricsCalls } from '@farwatch/core/contracts/api/metrics';
import { accountMetrics, type LastDurations, metricsText } from '@farwatch/core/decisions/metrics/account-metrics';
import { RECHECK_REQUESTED } from '@farwatch/core/documents/agent';
import { MINUTE_MS } from '@farwatch/core/values/time';
import { type AssignedAgents, readAssignedAgents } from '../../domain/checks/assigned-agents.ts';
import type { Run } from '../../platform/db/run.ts';
import { route } from '../../platform/http/route.ts';
import { readVerdictMemories } from './last-checks.ts';
import { readOwnMonitors } from './monitors/read-monitor.ts';

/** Answers an account's metrics. Reads the monitors and at most six other documents, once a minute for each account. */
export const getMetrics = route(metricsCalls.read, {
  cachedForMs: MINUTE_MS,
  run: async (run, caller, { headers: { accept } }) => {
    const [monitors, assigned] = await Promise.all([
      readOwnMonitors(run, caller),
      readAssignedAgents(run, caller.accountId),
    ]);
    const lastMs = await readLastDurations(run, caller.accountId, assigned);
    return metricsText(accountMetrics({ monitors, assigned, lastMs }, run.nowMs), accept);
  },
});

/** How long the last check of each endpoint took, from what its agents remember of their verdicts. */
async function readLastDurations(run: Run, ownerId: string, assigned: AssignedAgents): Promise<LastDurations> {
  const memories = await readVerdictMemories(run, ownerId, assigned);
  return new Map(
    memories.map(({ location, endpoints }) => {
      const checked = endpoints.filter(([, [, , , certificateEndsAt]]) => certificateEndsAt !== RECHECK_REQUESTED);
      return [location, new Map(checked.map(([id, [, , ms]]) => [id, ms]))];
    }),
  );
}
