import type { AgentCheckType } from '@farwatch/core/values/url';
import { probeHttp } from './http/http.ts';
import type { Probe } from './probe.ts';

/** The probe of each check type that agents run: here it is registered (docs/architecture.md, Extension points). */
export const PROBES: Record<AgentCheckType, Probe> = { http: probeHttp };
