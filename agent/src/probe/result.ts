import type { CheckError } from '@farwatch/core/checks/check';

/** Where the time of a check's last hop went, in ms; null for a phase that was not reached or not needed. */
export type Phases = {
  dnsMs: number | null;
  connectMs: number | null;
  tlsMs: number | null;
  firstByteMs: number | null;
};

/** One request and its answer. `location` is set for a redirect that can be followed. */
export type Hop = {
  statusCode: number | null;
  error: CheckError | null;
  location: string | null;
  certificateEndsAtMs: number | null;
  phases: Phases;
};

/** One check: `ms` from its begin to its end over all hops; `certificateEndsAtMs` the earliest end that was seen. */
export type ProbeResult = {
  ms: number;
  statusCode: number | null;
  error: CheckError | null;
  certificateEndsAtMs: number | null;
  phases: Phases;
};

export const NO_PHASES: Phases = { dnsMs: null, connectMs: null, tlsMs: null, firstByteMs: null };
