import type { CheckOptions } from '@farwatch/core/values/check-options';
import { ASSERTION, isAsserted } from './sites.ts';

/** The answers of sites of other types than websites when all is well, and their addresses. */
export const EXPECTED = { text: ASSERTION.value, address: '192.0.2.7' } as const;

/** The types of sites that agents check otherwise than by HTTP: their names begin with them. */
export const OTHER_TYPES = ['tcp', 'tls', 'dns', 'icmp', 'ws'] as const;
type OtherType = (typeof OTHER_TYPES)[number];

const URLS: Record<OtherType, (site: string) => string> = {
  tcp: (site) => `tcp://${site}:5432`,
  tls: (site) => `tls://${site}:25`,
  dns: (site) => `dns://${site}`,
  icmp: (site) => `icmp://${site}`,
  ws: (site) => `wss://${site}/live`,
};

const CHECKS: Record<OtherType, CheckOptions> = {
  tcp: { type: 'tcp', banner: EXPECTED.text },
  tls: { type: 'tls', startTls: 'smtp' },
  dns: { type: 'dns', expected: [EXPECTED.address] },
  icmp: { type: 'icmp', maxLost: 1 },
  ws: { type: 'ws', send: 'status', expect: EXPECTED.text },
};

function otherTypeOf(site: string): OtherType | undefined {
  return OTHER_TYPES.find((type) => site.startsWith(type));
}

/** Whether the site of a URL is checked by the agent's own probes, over the simulated network. */
export function isProbed(url: string): boolean {
  return !url.startsWith('https:');
}

/** Whether a site is the job of a heartbeat. */
export function isJob(site: string): boolean {
  return site.startsWith('job');
}

/** The URL and options by which a site is checked. Some checks expect something of their sites. */
export function checkOf(site: string): { url: string; check: CheckOptions | null } {
  const type = otherTypeOf(site);
  if (type) return { url: URLS[type](site), check: isAsserted(site) ? CHECKS[type] : null };
  return { url: `https://${site}/`, check: isAsserted(site) ? { assertions: [ASSERTION] } : null };
}
