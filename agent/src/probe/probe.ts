import type { Certificate } from '@farwatch/core/values/certificate';
import type { CheckError } from '@farwatch/core/values/check';
import type { CheckAnswer } from '@farwatch/core/values/check-answer';
import type { LocalFailure } from '@farwatch/core/values/local-failure';
import type { Network } from '../network/network.ts';
import type { Phases, PhaseTimer } from './phase-timer.ts';

/**
 * What a probe works with. `network` is its only way out; what it opens there ends with `signal`, which is aborted when
 * the check is over or its time is up. `phases` times what comes after the connection. `beforeRedirect` waits until
 * another host may be contacted; the check's time does not include that.
 */
export type ProbeContext = {
  network: Network;
  signal: AbortSignal;
  phases: PhaseTimer;
  beforeRedirect: (url: URL) => Promise<void>;
};

/**
 * What a probe found. With a `localFailure` it is no result. `isProof`: the answer proves that the
 * internet is reachable. `certificateEndsAtMs`: the earliest end seen, epoch ms.
 */
export type Outcome = {
  error: CheckError | null;
  localFailure: LocalFailure | null;
  statusCode: number | null;
  isProof: boolean;
  certificateEndsAtMs: number | null;
};

/**
 * Performs a check of one type (docs/agent.md, Probe). Ends soon after `signal` is aborted. What it leaves out
 * is null or false, and an error that it throws is explained by the network.
 */
export type Probe = (url: string, context: ProbeContext) => Promise<Partial<Outcome>>;

/** What a check received, without secrets and cookies, cut to what evidence may have. */
export type Received = Pick<
  CheckAnswer,
  'url' | 'address' | 'headers' | 'body' | 'isCut' | 'certificate' | 'failedAssertions'
>;

/** One check: `ms` from its begin to its end, without waiting for redirects. The functions are evaluated when called. */
export type ProbeResult = Outcome & {
  ms: number;
  phases: Phases;
  received: () => Received;
  certificate: () => Certificate | null;
};

export const NO_OUTCOME: Outcome = {
  error: null,
  localFailure: null,
  statusCode: null,
  isProof: false,
  certificateEndsAtMs: null,
};
