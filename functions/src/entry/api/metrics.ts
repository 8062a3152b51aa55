import type { Uptimes } from '@farwatch/core/contracts/api/history';
import { metricsCalls } from '@farwatch/core/contracts/api/metrics';
import {
  accountMetrics,
  type LastDurations,
  type LastPhases,
  metricsText,
} from '@farwatch/core/decisions/metrics/account-metrics';
import { RECHECK_REQUESTED, type VerdictMemory } from '@farwatch/core/documents/agent';
import type { Monitor } from '@farwatch/core/documents/monitor';
import type { LocationCode } from '@farwatch/core/values/locations';
import type { CheckPhases } from '@farwatch/core/values/phases';
import { HOUR_MS, MINUTE_MS } from '@farwatch/core/values/time';
import type { Firestore } from 'firebase-admin/firestore';
import { type AssignedAgents, readAssignedAgents } from '../../domain/checks/assigned-agents.ts';
import { readRawChecks } from '../../domain/checks/raw-checks.ts';
import type { Run } from '../../platform/db/run.ts';
import { remember } from '../../platform/http/answer-cache.ts';
import { route } from '../../platform/http/route.ts';
import { readUptimes } from './history/history.ts';
import { readVerdictMemories } from './last-checks.ts';
import { readOwnMonitors } from './monitors/read-monitor.ts';

/**
 * Answers an account's metrics, once a minute for each account. Reads the monitors and at most six other documents; once
 * an hour their histories too; with phases, of each agent the windows since the oldest of its last checks.
 */
export const getMetrics = route(metricsCalls.read, {
  cachedForMs: MINUTE_MS,
  run: async (run, caller, { query, headers: { accept } }) => {
    const [monitors, assigned] = await Promise.all([
      readOwnMonitors(run, caller),
      readAssignedAgents(run, caller.accountId),
    ]);
    const [memories, uptimes] = await Promise.all([
      readVerdictMemories(run, caller.accountId, assigned),
      hourlyUptimes(run, caller.accountId, monitors),
    ]);
    const checked = memories.map(({ location, endpoints }) => ({ location, endpoints: endpoints.filter(isChecked) }));
    const phases = query.phases === '1' ? await readLastPhases(run, caller.accountId, assigned, checked) : new Map();
    const account = { monitors, assigned, lastMs: lastDurations(checked), phases, uptimes };
    return metricsText(accountMetrics(account, run.nowMs), accept);
  },
});

type Checked = { location: LocationCode; endpoints: [string, VerdictMemory][] };

/** Whether an agent remembers a check, not only that one is requested. */
function isChecked([, [, , , certificateEndsAt]]: [string, VerdictMemory]): boolean {
  return certificateEndsAt !== RECHECK_REQUESTED;
}

/** How long the last check of each endpoint took, from what its agents remember of their verdicts. */
function lastDurations(checked: readonly Checked[]): LastDurations {
  return new Map(
    checked.map(({ location, endpoints }) => [location, new Map(endpoints.map(([id, [, , ms]]) => [id, ms]))]),
  );
}

/** An endpoint is checked at least once an hour, and reported within minutes. */
const OLDEST_MS = HOUR_MS + 10 * MINUTE_MS;

/** Reads the phases of the last checks: for each agent two documents if all are checked every ten minutes, at most eight. */
async function readLastPhases(
  run: Run,
  ownerId: string,
  assignedAgents: AssignedAgents,
  checked: readonly Checked[],
): Promise<LastPhases> {
  const lastAt = new Map(
    checked.map(({ location, endpoints }) => [location, new Map(endpoints.map(([id, [, at]]) => [id, at]))]),
  );
  const sinceMs = new Map<string, number>();
  for (const [location, times] of lastAt) {
    const recent = [...times.values()].filter((at) => at > run.nowMs - OLDEST_MS);
    const agentId = assignedAgents[location]?.agentId;
    if (recent.length > 0 && agentId) sinceMs.set(agentId, Math.min(...recent));
  }
  const locations = [...lastAt.keys()].filter((location) => sinceMs.has(assignedAgents[location]?.agentId ?? ''));
  const checks = await readRawChecks(run, ownerId, { assignedAgents, locations }, (id) => sinceMs.get(id) ?? run.nowMs);
  const phases = new Map<LocationCode, Map<string, CheckPhases>>(locations.map((location) => [location, new Map()]));
  for (const { location, endpoint, at, phases: each } of checks)
    if (each && lastAt.get(location)?.get(endpoint) === at) phases.get(location)?.set(endpoint, each);
  return phases;
}

type AccountUptimes = { toMs: number; monitors: Uptimes['monitors'] };

const MAX_ACCOUNTS = 200;
const keptUptimes = new WeakMap<Firestore, Map<string, { toMs: number; monitors: Promise<Uptimes['monitors']> }>>();

/**
 * Returns the uptime of an owner's monitors as of a time within the last hour, since reading it takes a document or two
 * for each; the monitors' documents continue it.
 */
async function hourlyUptimes(
  run: Run,
  ownerId: string,
  own: readonly { id: string; monitor: Monitor }[],
): Promise<AccountUptimes> {
  const accounts = keptUptimes.get(run.db) ?? new Map();
  keptUptimes.set(run.db, accounts);
  const known = accounts.get(ownerId);
  const isFresh = known && run.nowMs - known.toMs < HOUR_MS;
  const kept = isFresh ? known : { toMs: run.nowMs, monitors: readUptimes(run, ownerId, own) };
  remember(accounts, ownerId, kept, MAX_ACCOUNTS);
  kept.monitors.catch(() => accounts.get(ownerId) === kept && accounts.delete(ownerId));
  return { toMs: kept.toMs, monitors: await kept.monitors };
}
