import type { AgentCheckOptions } from '@farwatch/core/values/check-options';
import { CHECK_TYPES } from '@farwatch/core/values/check-types/table';
import { type AgentCheckType, type CheckTypeName, isAgentCheckType } from '@farwatch/core/values/url';

/** The check types that agents run, as core lists them: a new one fails in every table until it has a row. */
export const AGENT_TYPES = (Object.keys(CHECK_TYPES) as CheckTypeName[]).filter(isAgentCheckType);

/** What is checked, and how. */
export type Checked = { url: string; check: AgentCheckOptions | null };

/** A check of each type that contacts a host, or a port of it. */
export const CHECK_AT: Record<AgentCheckType, (host: string, port?: number) => Checked> = {
  http: (host, port = 8080) => ({ url: `http://${host}:${port}/`, check: null }),
  tcp: (host, port = 22) => ({ url: `tcp://${host}:${port}`, check: null }),
  tls: (host, port = 443) => ({ url: `tls://${host}:${port}`, check: null }),
  dns: (host, port = 5353) => ({ url: 'dns://farwatch.test', check: { type: 'dns', resolver: `${host}:${port}` } }),
  icmp: (host) => ({ url: `icmp://${host}`, check: null }),
  ws: (host, port = 8080) => ({ url: `ws://${host}:${port}/`, check: null }),
};
