import type { DashboardSummary } from '@farwatch/core/api/dashboard';
import type { Monitor } from '@farwatch/core/documents/monitor';
import type { User } from '@farwatch/core/documents/user';
import type { Votes } from '@farwatch/core/status/vote';

/** How often the account is checked, min, and when it last was, epoch ms; null while not known. */
export type CheckPace = { mins: number | null; lastCheckMs: number | null };

/**
 * The pace by the live documents and the summary. Only the summary knows of checks that changed nothing; the documents
 * know first of one that changed a verdict.
 */
export function checkPace(
  summary: DashboardSummary | undefined,
  profile: Pick<User, 'monitorInterval'> | null | undefined,
  monitors: readonly Pick<Monitor, 'endpoints'>[],
): CheckPace {
  const { mins, lastCheck } = summary?.monitorInterval ?? { mins: null, lastCheck: null };
  const votes = monitors.flatMap(({ endpoints }) => Object.values(endpoints).map((endpoint) => endpoint.votes));
  return { mins: profile?.monitorInterval ?? mins, lastCheckMs: lastCheckMs(lastCheck, votes) };
}

/**
 * When the last check was, epoch ms: `answered`, ISO, unless a verdict has changed since. Null while that is not known, for
 * verdicts alone may be days old.
 */
export function lastCheckMs(answered: string | null, votes: readonly Votes[]): number | null {
  if (answered === null) return null;
  const counting = votes.flatMap((each) => Object.values(each)).filter((vote) => vote.withdrawn === undefined);
  return counting.reduce((latest, { since }) => Math.max(latest, since), Date.parse(answered));
}
