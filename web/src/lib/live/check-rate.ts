import type { DashboardSummary } from '@farwatch/core/contracts/api/dashboard';
import type { Monitor, MonitorEndpoint } from '@farwatch/core/documents/monitor';
import type { User } from '@farwatch/core/documents/user';
import { HOUR_MS } from '@farwatch/core/values/time';

/** The account's check interval, min, and the time of its last check, epoch ms; null while unknown. */
export type CheckRate = { mins: number | null; lastCheckMs: number | null };

/**
 * The rate from the live documents and the summary. Only the summary includes checks that changed nothing; the
 * documents show a changed verdict first.
 */
export function checkRate(
  summary: DashboardSummary | undefined,
  profile: Pick<User, 'monitorInterval'> | null | undefined,
  monitors: readonly Pick<Monitor, 'endpoints'>[],
  nowMs: number,
): CheckRate {
  const { mins, lastCheck } = summary?.monitorInterval ?? { mins: null, lastCheck: null };
  const endpoints = monitors.flatMap((monitor) => Object.values(monitor.endpoints));
  return { mins: profile?.monitorInterval ?? mins, lastCheckMs: lastCheckMs(lastCheck, endpoints, nowMs) };
}

/**
 * The time of the last check, epoch ms: `fromApi` (ISO), or a later verdict change. Without `fromApi`, the first verdict
 * of a new endpoint, which the API may not know yet; otherwise null, because verdicts alone may be days old.
 */
export function lastCheckMs(
  fromApi: string | null,
  endpoints: readonly Pick<MonitorEndpoint, 'votes' | 'createdAt'>[],
  nowMs: number,
): number | null {
  const known = fromApi === null ? endpoints.filter(({ createdAt }) => nowMs - createdAt < HOUR_MS) : endpoints;
  const votes = known.flatMap((endpoint) => Object.values(endpoint.votes));
  const times = votes.filter((vote) => vote.withdrawn === undefined).map(({ since }) => since);
  if (fromApi !== null) times.push(Date.parse(fromApi));
  return times.length > 0 ? Math.max(...times) : null;
}
