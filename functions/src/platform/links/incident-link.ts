import { DAY_MS } from '@farwatch/core/values/time';
import type { Run } from '../db/run.ts';
import { readToken, signToken } from './signed-token.ts';

const VALID_FOR_MS = 7 * DAY_MS;

/** `channelId`: of the channel that the link is sent through. */
type Target = { incidentId: string; ownerId: string; channelId: string };

/**
 * Returns the URL of a page that shows this incident alone, to anyone who has the link, for 7 days. `appUrl`: where the app is
 * (app-url.ts).
 */
export async function incidentLink(run: Run, appUrl: string, target: Target): Promise<string> {
  const { incidentId, ownerId, channelId } = target;
  const token = await signToken(run, 'incident', [incidentId, ownerId, channelId], run.nowMs + VALID_FOR_MS);
  return `${appUrl}/a/${token}`;
}

/** The target of the token of an incident's link and when it expires, epoch ms, or why the token is invalid. */
export async function readIncidentLink(
  run: Run,
  token: string,
): Promise<(Target & { untilMs: number }) | { refused: 'forged' | 'expired' }> {
  const result = await readToken(run, 'incident', token);
  if ('refused' in result) return result;
  const [incidentId = '', ownerId = '', channelId = ''] = result.values;
  return { incidentId, ownerId, channelId, untilMs: result.untilMs };
}
