import { HEARTBEAT } from '@farwatch/core/values/limits';
import type { Run } from '../../platform/db/run.ts';
import { publicAppUrl } from '../../platform/links/app-url.ts';
import { readHeartbeatKeys } from './keys.ts';

/**
 * Pings the canary by its public URL, as jobs ping theirs. Returns whether the function `ping` has answered in time;
 * null if the public URL is unknown. A page of Hosting is no answer.
 */
export async function pingCanary(run: Run, env: NodeJS.ProcessEnv = process.env): Promise<boolean | null> {
  const origin = publicAppUrl(env);
  if (origin === null) return null;
  const { canaryKey } = await readHeartbeatKeys(run);
  try {
    const signal = AbortSignal.timeout(HEARTBEAT.canaryTimeoutMs);
    const headers = { 'user-agent': 'Farwatch' };
    const answer = await fetch(`${origin}/ping/${canaryKey}`, { method: 'POST', headers, redirect: 'manual', signal });
    return answer.status === 200 && (await answer.text()) === 'OK';
  } catch {
    return false;
  }
}
