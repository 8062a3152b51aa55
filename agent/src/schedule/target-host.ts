import { type CheckOptions, optionsOfType } from '@farwatch/core/values/check-options';
import { hostOf } from '@farwatch/core/values/host-of';

/**
 * The host that a URL's checks count for: its own, or the DNS server that is queried about it. Redirects are counted
 * separately (redirect-limits.ts).
 */
export function targetHost(url: string, check: CheckOptions | 'unsupported' | null = null): string {
  const { resolver } = (check !== 'unsupported' && optionsOfType(check, 'dns')) || {};
  const target = resolver === undefined ? url : `dns://${resolver}`;
  return hostOf(target) ?? target;
}
