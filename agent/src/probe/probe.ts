import type { Certificate } from '@farwatch/core/values/certificate';
import type { CheckError } from '@farwatch/core/values/check';
import type { CheckAnswer } from '@farwatch/core/values/check-answer';
import type { CheckOptions } from '@farwatch/core/values/check-options';
import { clip } from '@farwatch/core/values/clip';
import { LIMITS } from '@farwatch/core/values/limits';
import type { LocalFailure } from '@farwatch/core/values/local-failure';
import { type Network, NO_PEER, type Peer } from '../network/network.ts';
import type { AnswerToEvaluate, Evaluation } from './http/evaluate-answer.ts';
import type { Phases, PhaseTimer } from './phase-timer.ts';

/**
 * What a probe works with. `check`: the options of a check of its type, null for none. `userAgent`: what the agent calls itself.
 * `network` is its only way out; what it opens there ends with `signal`, which is aborted when
 * the check is over or its time is up. `phases` times what comes after the connection. `beforeRedirect` waits until
 * another host may be contacted, and `evaluate` evaluates assertions; the check's time includes neither.
 */
export type ProbeContext = {
  check: CheckOptions | null;
  userAgent: string;
  network: Network;
  signal: AbortSignal;
  phases: PhaseTimer;
  beforeRedirect: (url: URL) => Promise<void>;
  evaluate: (answer: AnswerToEvaluate) => Promise<Evaluation>;
};

/**
 * What a probe found. With a `localFailure` it is no result. `isProof`: the answer proves that the
 * internet is reachable. `certificateEndsAtMs`: the earliest end seen, epoch ms. `isTimedByPhases`: the check took as long
 * as its phases, without what came after them.
 */
export type Outcome = {
  error: CheckError | null;
  localFailure: LocalFailure | null;
  statusCode: number | null;
  isProof: boolean;
  certificateEndsAtMs: number | null;
  isTimedByPhases: boolean;
};

/** What an answer contained, cut to the limits of evidence, without secrets and cookies. */
export type Received = Pick<
  CheckAnswer,
  'url' | 'address' | 'headers' | 'body' | 'isCut' | 'certificate' | 'failedAssertions'
>;

/** What was found about the server. */
export type Findings = {
  /** Null if no connection was made. */
  address: string | null;
  /** The server's last certificate. */
  certificate: Certificate | null;
  /** Builds the received answer on demand, since most checks do not need it. */
  received: () => Received;
};

/**
 * Performs a check of one type (docs/agent.md, Probe). Ends soon after `signal` is aborted. What it leaves out
 * is null or false, and an error that it throws is explained by the network.
 */
export type Probe = (url: string, context: ProbeContext) => Promise<Partial<Outcome & Findings>>;

/** One check: `ms` from its begin to its answer, without waiting for redirects. */
export type ProbeResult = Outcome & Findings & { ms: number; phases: Phases };

export const NO_OUTCOME: Outcome = {
  error: null,
  localFailure: null,
  statusCode: null,
  isProof: false,
  certificateEndsAtMs: null,
  isTimedByPhases: false,
};

/** The findings of a check that received nothing. */
export function nothingFound(url: string, { address, certificate }: Peer = NO_PEER): Findings {
  const received = () => ({
    url: clip(url, LIMITS.urlLength),
    address,
    headers: [],
    body: '',
    isCut: false,
    certificate,
    failedAssertions: [],
  });
  return { address, certificate, received };
}
