import { isBlockedHost } from '@farwatch/core/values/blocked-hosts';
import { deploySettings } from '../deploy-settings.ts';
import { ApiError } from './errors.ts';

/** Throws ApiError host_blocked, with the URL, for one of a host that the operator has blocked. */
export function refuseBlockedHost(urls: Iterable<string>): void {
  const { blockedHosts } = deploySettings(process.env);
  for (const url of urls) {
    if (isBlockedHost(new URL(url).hostname, blockedHosts)) {
      throw new ApiError('host_blocked', { details: [{ path: 'url', message: url }] });
    }
  }
}
