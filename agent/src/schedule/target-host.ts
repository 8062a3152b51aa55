import { type CheckOptions, optionsOfType } from '@farwatch/core/values/check-options';

/**
 * The host that a URL's checks count for, whatever the port: its name without a trailing dot, or the DNS server that is
 * queried about it. Redirects are counted separately (redirect-limits.ts).
 */
export function targetHost(url: string, check: CheckOptions | 'unsupported' | null = null): string {
  const { resolver } = (check !== 'unsupported' && optionsOfType(check, 'dns')) || {};
  const target = resolver === undefined ? url : `dns://${resolver}`;
  try {
    return new URL(target).hostname.replace(/\.$/, '');
  } catch {
    return target;
  }
}
