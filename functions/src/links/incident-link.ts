import { DAY_MS } from '@farwatch/core/values/time';
import type { Run } from '../db/run.ts';
import { signToken } from './signed-token.ts';

const VALID_FOR_MS = 7 * DAY_MS;

/**
 * The URL of a page that shows this incident alone, to whoever has the link, for 7 days. `appUrl`: where the app is
 * (app-url.ts).
 */
export async function incidentLink(
  run: Run,
  appUrl: string,
  { incidentId, ownerId }: { incidentId: string; ownerId: string },
): Promise<string> {
  const token = await signToken(run, 'incident', [incidentId, ownerId], run.nowMs + VALID_FOR_MS);
  return `${appUrl}/a/${token}`;
}
