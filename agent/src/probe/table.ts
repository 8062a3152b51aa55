import type { CheckKindName } from '@farwatch/core/url';
import { createProbe, type Probe } from './probe.ts';

/** Makes the probe of a kind of check, with what all of them share. */
export type ProbeMaker = (...tools: Parameters<typeof createProbe>) => Probe;

/** What checks each kind: here it is registered (docs/architecture.md, Seams). */
export const PROBES: Record<CheckKindName, ProbeMaker> = { http: createProbe };
