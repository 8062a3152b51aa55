import type { Verdict } from '@farwatch/core/documents/verdict-change';
import type { LocalFailure } from '@farwatch/core/values/local-failure';
import type { Clock } from '../clock/clock.ts';
import type { RunCheck } from '../probe/check.ts';
import type { ProbeResult } from '../probe/probe.ts';
import type { Planned, StartSpread } from '../schedule/plan.ts';
import type { ProcessorShares } from '../schedule/processor-shares.ts';
import type { QueueLimits } from '../schedule/queue.ts';
import type { SpooledCheck } from '../spool/line.ts';
import type { VerdictState } from '../verdict/confirm.ts';
import type { Connectivity } from '../verdict/connectivity.ts';

/**
 * The times of a check. `startMs`: by `elapsed` of the clock; `provenAtMs`: see `TimedFinding`; `waitedMs`: how long it
 * waited for its turn; `confirmedElsewhere`: see `TimedFinding`.
 */
export type CheckTimes = { startMs: number; provenAtMs: number; waitedMs: number; confirmedElsewhere: boolean };

/**
 * A check that has a result, which has not changed the verdict yet. `atMs`: when it started, epoch ms; `before`: the
 * verdict until then.
 */
export type Found = { planned: Planned; result: ProbeResult; atMs: number; before: VerdictState };

/**
 * A check that has a result. `before`: the verdict until then; `changed`: it changed. `isUrgent`: to be reported at
 * once, as is the first one under a generation. `isNewerThanRequest`: a command requested it.
 */
export type Checked = {
  planned: Planned;
  result: Pick<ProbeResult, 'ms' | 'statusCode' | 'error' | 'phases'>;
  before: Verdict | null;
  verdict: Verdict | null;
  changed: boolean;
  isUrgent: boolean;
  isNewerThanRequest: boolean;
};

/** Whether the check is an endpoint's first, and found it up. */
export function isFirstSuccess({ before, verdict }: Checked): boolean {
  return before === null && verdict?.up === true;
}

/**
 * Whether a power cut may not take the check back. First successes come in their thousands when an agent starts, and an
 * agent that starts again finds them again.
 */
export function mustSurvive(checked: Checked): boolean {
  return checked.changed && !isFirstSuccess(checked);
}

export type WatcherOptions = {
  agentId: string;
  clock: Clock;
  probe: RunCheck;
  connectivity: Connectivity;
  limits: QueueLimits;
  /** The processor time that checks took elsewhere, such as for their assertions. */
  shares?: ProcessorShares;
  startSpread?: StartSpread;
  signal: AbortSignal;
  /** Makes a check durable. */
  keep: (check: SpooledCheck) => Promise<void>;
  /** A check has a result, and the agent does not abstain. */
  onFound: (found: Found) => void;
  /** A check is kept and its verdict updated. */
  onChecked: (checked: Checked) => void;
  /**
   * A check failed by a local failure. `isUrgent`: the verdict was withdrawn, which is to be reported at once.
   */
  onLocalFailure: (planned: Planned, failure: LocalFailure, isUrgent: boolean) => void;
};
