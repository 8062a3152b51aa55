import type { LocalFailure } from '@farwatch/core/agents/local-failure';
import type { CheckError } from '@farwatch/core/checks/check';

/**
 * How long each phase took, ms, over all hops; null for one that was not reached or not needed. The one in which a check
 * failed counts up to then.
 */
export type Phases = {
  dnsMs: number | null;
  connectMs: number | null;
  tlsMs: number | null;
  firstByteMs: number | null;
  bodyMs: number | null;
};

/**
 * One request and its answer. `location` is set for a redirect that can be followed; `setCookies` as received.
 * `isProof`: only the internet can have answered so, over TLS with a good certificate from a public address.
 */
export type Hop = {
  statusCode: number | null;
  error: CheckError | null;
  localFailure: LocalFailure | null;
  isProof: boolean;
  location: string | null;
  setCookies: readonly string[];
  certificateEndsAtMs: number | null;
  phases: Phases;
};

/**
 * One check: `ms` from its begin to its end over all hops; `certificateEndsAtMs` the earliest end seen. With an
 * `localFailure` it says nothing about the target. `isProof`: a hop proves that the internet is reachable.
 */
export type ProbeResult = {
  ms: number;
  statusCode: number | null;
  error: CheckError | null;
  localFailure: LocalFailure | null;
  isProof: boolean;
  certificateEndsAtMs: number | null;
  phases: Phases;
};

export const NO_PHASES: Phases = { dnsMs: null, connectMs: null, tlsMs: null, firstByteMs: null, bodyMs: null };

/** A hop without an answer. */
export function unanswered(error: CheckError | null, localFailure: LocalFailure | null = null): Hop {
  const nothing = { statusCode: null, location: null, setCookies: [], certificateEndsAtMs: null, phases: NO_PHASES };
  return { ...nothing, error, localFailure, isProof: false };
}
