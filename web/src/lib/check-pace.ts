import type { DashboardSummary } from '@farwatch/core/api/dashboard';
import type { Monitor } from '@farwatch/core/documents/monitor';
import type { User } from '@farwatch/core/documents/user';
import type { Votes } from '@farwatch/core/status/vote';

/** How often the account is checked, min, and when it last was, epoch ms; null while not known. */
export type CheckPace = { mins: number | null; lastCheckMs: number | null };

/**
 * The pace as the live documents have it, and the summary where they say less: of checks that changed nothing only that knows,
 * but a monitor that has just gone down was checked just now.
 */
export function checkPace(
  summary: DashboardSummary | undefined,
  profile: Pick<User, 'monitorInterval'> | null | undefined,
  monitors: readonly Pick<Monitor, 'endpoints'>[],
): CheckPace {
  const { mins, lastCheck } = summary?.monitorInterval ?? { mins: null, lastCheck: null };
  return {
    mins: profile?.monitorInterval ?? mins,
    lastCheckMs: newestOf([lastCheck === null ? null : Date.parse(lastCheck), ...monitors.map(lastVerdictMs)]),
  };
}

/** When a check last changed what a location says of any of the monitor's endpoints, epoch ms; null before the first. */
function lastVerdictMs({ endpoints }: Pick<Monitor, 'endpoints'>): number | null {
  return newestOf(Object.values(endpoints).map(({ votes }) => newestVote(votes)));
}

/** When a check last changed what a location says of an endpoint, epoch ms; null before the first. */
export function newestVote(votes: Votes): number | null {
  return newestOf(Object.values(votes).map((vote) => (vote.withdrawn === undefined ? vote.since : null)));
}

/** The latest of these moments, epoch ms; null where none is known. */
export function newestOf(moments: readonly (number | null)[]): number | null {
  const known = moments.filter((at) => at !== null);
  return known.length > 0 ? Math.max(...known) : null;
}
