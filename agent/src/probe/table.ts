import type { AgentCheckType } from '@farwatch/core/values/url';
import { probeDns } from './dns/dns.ts';
import { probeHttp } from './http/http.ts';
import { probeIcmp } from './icmp/icmp.ts';
import type { Probe } from './probe.ts';
import { probeTcp } from './tcp/tcp.ts';
import { probeTls } from './tls/tls.ts';
import { probeWs } from './ws/ws.ts';

/** The probe of each check type that agents run: here it is registered (docs/architecture.md, Extension points). */
export const PROBES: Record<AgentCheckType, Probe> = {
  http: probeHttp,
  tcp: probeTcp,
  tls: probeTls,
  dns: probeDns,
  icmp: probeIcmp,
  ws: probeWs,
};
