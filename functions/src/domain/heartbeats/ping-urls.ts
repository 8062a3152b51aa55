import { hasRole } from '@farwatch/core/values/account';
import { nameOf } from '@farwatch/core/values/check-types/host-url';
import { deciderOf } from '@farwatch/core/values/url';
import type { Run } from '../../platform/db/run.ts';
import type { Caller } from '../../platform/http/authenticate.ts';
import { appUrl } from '../../platform/links/app-url.ts';
import { readHeartbeatKeys } from './keys.ts';

/** The URLs that a heartbeat's job may ping; null for another endpoint, and for who only views the account. */
export type PingUrls = { pingUrl: string | null; namedPingUrl: string | null };

/** Returns a function that returns an endpoint's ping URLs. Reads nothing if no endpoint is a heartbeat. */
export async function pingUrlsOf(
  run: Run,
  { accountId, accountRole }: Pick<Caller, 'accountId' | 'accountRole'>,
  endpoints: readonly { id: string; url: string; pingUrlVersion: number }[],
): Promise<(id: string) => PingUrls> {
  const found = new Map<string, PingUrls>();
  const own = endpoints.filter(({ url }) => deciderOf(url) === 'pings');
  if (own.length > 0 && hasRole(accountRole, 'editor')) {
    const keys = await readHeartbeatKeys(run);
    const base = `${appUrl(process.env)}/ping`;
    for (const { id, url, pingUrlVersion } of own) {
      const namedPingUrl = `${base}/${keys.pingKeyOf(accountId)}/${nameOf(url)}`;
      found.set(id, { pingUrl: `${base}/${keys.keyOf(id, pingUrlVersion)}`, namedPingUrl });
    }
  }
  return (id) => found.get(id) ?? { pingUrl: null, namedPingUrl: null };
}
