import type { CheckError } from '@farwatch/core/checks/check';

/** Where the time of a check's last hop went, in ms; null for a phase that was not reached or not needed. */
export type Phases = {
  dnsMs: number | null;
  connectMs: number | null;
  tlsMs: number | null;
  firstByteMs: number | null;
};

/** One request and its answer. `location` is set for a redirect that can be followed; `setCookies` as they came. */
export type Hop = {
  statusCode: number | null;
  error: CheckError | null;
  location: string | null;
  setCookies: readonly string[];
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

const NO_PHASES: Phases = { dnsMs: null, connectMs: null, tlsMs: null, firstByteMs: null };

/** A hop to which nothing came back. */
export function unanswered(error: CheckError | null): Hop {
  return { statusCode: null, error, location: null, setCookies: [], certificateEndsAtMs: null, phases: NO_PHASES };
}
