import { randomUUID } from 'node:crypto';
import type { CheckInInput, CheckInOutput } from '@farwatch/core/contracts/calls/check-in';
import { AGENT, LIMITS } from '@farwatch/core/values/limits';
import { MINUTE_MS, SECOND_MS } from '@farwatch/core/values/time';
import { type CallFailure, failureOf, finalSentence } from '../client/failure.ts';
import { refusalDelay, retryDelay } from '../client/retry-delay.ts';
import type { Clock } from '../clock/clock.ts';
import type { Log } from '../log.ts';
import type { Spool } from '../spool/spool.ts';
import type { Reporter } from './reporter.ts';

/** How long verdicts are gathered, so that those that change together are reported together. */
const GATHER_MS = 25;
/** This many checks nearly fill a report. A few more may come until it is built, and would need a second report. */
const FULL_AT = LIMITS.checksPerReport - 100;
/** How long to assume that there is nothing to backfill, once there was none. */
const LOOK_FOR_BACKFILL_MS = MINUTE_MS;
/** How many rejected reports in a row are dropped. If more are rejected, the cause is not a single report. */
const DROPPED_IN_A_ROW = 3;
const REJECTS_ALL =
  'The server rejects every report of this agent version. Results are kept. Update the agent or the server.';

const COPIED =
  'The server already has reports with these numbers. The agent’s folder may be a copy or an old backup. Numbering restarts.';

export type LoopOptions = {
  spool: Spool;
  reporter: Reporter;
  clock: Clock;
  log: Log;
  signal: AbortSignal;
  checkIn: (report: CheckInInput) => Promise<CheckInOutput>;
  /** Signs in again because the token was refused. Returns the sentence for which the agent has to stop, or null. */
  signIn: () => Promise<string | null>;
  onArrived: (report: CheckInInput, answer: CheckInOutput, afterFailure: boolean) => void;
};

/**
 * Reports what the spool holds until stopped (docs/agent.md, Check-in): one report in flight, each sent until
 * the server has it.
 */
export class CheckInLoop {
  private readonly options: LoopOptions;
  /** Identifies this process to the server. */
  private readonly sender = randomUUID();
  private readonly waiter = new Waiter();
  private isReady = false;
  private isUrgent = false;
  private hasAnswer = false;
  /** Checks since the last live report, which the next one carries. */
  private waitingChecks = 0;
  private lastLiveAtMs = Number.NEGATIVE_INFINITY;
  private nothingOldUntilMs = 0;
  private retryAtMs = 0;
  private failures = 0;
  private hasTriedNewToken = false;
  private refusals = 0;
  private isRejectingAll = false;
  /** Whether the report in flight has not been sent before. */
  private isFirstAttempt = false;
  private running: Promise<string | null> | null = null;
  /** After a request to stop, the run ends after this many failures. */
  private giveUpAt = Number.POSITIVE_INFINITY;

  constructor(options: LoopOptions) {
    this.options = options;
    options.signal.addEventListener('abort', () => this.waiter.wakeUp());
  }

  start(): void {
    this.isReady = true;
    this.waiter.wakeUp();
  }

  /** To be called when something must be reported at once. */
  reportNow(): void {
    this.isUrgent = true;
    this.waiter.wakeUp();
  }

  /** To be called when a check is stored. */
  noteCheck(): void {
    this.waitingChecks += 1;
    if (this.waitingChecks === FULL_AT) this.waiter.wakeUp();
  }

  /** To be called when a requested check is done. It is reported at once, but at most once a second. */
  reportAnswer(): void {
    this.hasAnswer = true;
    this.waiter.wakeUp();
  }

  /** Ends when stopped or flushed, with null, or with the sentence for which the agent has to stop. */
  run(): Promise<string | null> {
    this.running = this.runUntilDone();
    return this.running;
  }

  /**
   * Sends all that is left and ends the run, once nothing is left or the server fails; one failure is allowed if it
   * answered before. Nothing is sent before the first round: a report now would bring back old votes.
   */
  async flush(): Promise<void> {
    const failed = this.failures + this.refusals;
    this.giveUpAt = failed + (failed > 0 ? 1 : 2);
    this.nothingOldUntilMs = 0;
    this.retryAtMs = 0;
    this.reportNow();
    await this.running;
  }

  private async runUntilDone(): Promise<string | null> {
    while (!this.options.signal.aborted && this.failures + this.refusals < this.giveUpAt) {
      const nowMs = performance.now();
      const step = nextStep(this.state(nowMs), nowMs);
      if (step.do === 'wait') {
        if (Number.isFinite(this.giveUpAt) && nowMs >= this.retryAtMs) return null;
        await this.waiter.until(step.untilMs);
        continue;
      }
      try {
        const sentence = await this.perform(step.do);
        if (sentence !== null) return sentence;
      } catch (error) {
        this.isUrgent = true; // the report's content must still be reported
        this.retryLater(`Cannot use the spool: ${(error as Error).message}`);
      }
    }
    return null;
  }

  private state(nowMs: number) {
    const { spool, reporter } = this.options;
    const hasBackfill = nowMs >= this.nothingOldUntilMs;
    const { isReady, isUrgent, hasAnswer, lastLiveAtMs, retryAtMs } = this;
    const hasOutgoing = spool.outgoing !== null;
    const isFull = this.waitingChecks >= FULL_AT;
    const { inRound } = reporter;
    return { hasOutgoing, isReady, isUrgent, isFull, hasAnswer, inRound, hasBackfill, lastLiveAtMs, retryAtMs };
  }

  private async perform(step: 'send' | 'live' | 'backfill'): Promise<string | null> {
    const { spool, reporter, clock, signal } = this.options;
    if (step === 'send') return spool.outgoing && this.send(spool.outgoing);
    this.isFirstAttempt = true;
    if (step === 'live') {
      await new Promise((resolve) => setTimeout(resolve, GATHER_MS));
      if (signal.aborted) return null;
      if (!reporter.inRound) {
        this.isUrgent = false;
        this.hasAnswer = false;
        this.waitingChecks = 0;
        this.lastLiveAtMs = performance.now();
      }
      await reporter.live(clock.now());
    } else if (!(await reporter.backfill(clock.now()))) {
      this.nothingOldUntilMs = performance.now() + LOOK_FOR_BACKFILL_MS;
    }
    return null;
  }

  private async send(report: CheckInInput): Promise<string | null> {
    const { spool, reporter, clock, checkIn, signal, onArrived } = this.options;
    const sentAtMs = clock.elapsed();
    const { isFirstAttempt } = this;
    this.isFirstAttempt = false;
    let answer: CheckInOutput;
    try {
      answer = await checkIn({ ...report, sender: this.sender });
    } catch (error) {
      return signal.aborted ? null : this.handle(failureOf(error), sentAtMs);
    }
    clock.learn(answer.serverAt, sentAtMs);
    if (isFirstAttempt && !answer.applied) {
      this.retryLater(COPIED);
      await spool.restartNumbering();
      return null;
    }
    await spool.acknowledge(clock.now(), answer.futureChecks);
    if (answer.timely || report.lane === 'backfill') reporter.delivered();
    else reporter.returned();
    const afterFailure = this.failures > 0;
    this.failures = 0;
    this.hasTriedNewToken = false;
    if (this.isRejectingAll) this.options.log.info('The server accepts reports again.');
    this.isRejectingAll = false;
    this.refusals = 0;
    onArrived(report, answer, afterFailure);
    return null;
  }

  private async handle(failure: CallFailure, sentAtMs: number): Promise<string | null> {
    const { clock, spool } = this.options;
    if (failure.kind === 'error') this.retryLater(`Cannot reach the server (${failure.text}).`);
    if (failure.kind === 'signed-out') return this.signInAgain();
    if (failure.kind !== 'refused') return null;
    const { reason, serverAt } = failure.refusal;
    if (serverAt !== undefined) clock.learn(serverAt, sentAtMs);
    if (reason === 'foreign' && !this.hasTriedNewToken) {
      // A call without a token gets the same answer, so one with a fresh token decides.
      this.hasTriedNewToken = true;
      return this.signInAgain();
    }
    if (finalSentence(failure) !== null) return finalSentence(failure);
    if (reason === 'gap') {
      // The number it expects may stem from an older request that is still in flight.
      this.retryLater('The server has lost earlier reports. Numbering restarts.');
      await spool.restartNumbering();
    } else if (reason === 'malformed') await this.onMalformed(reason);
    else this.retryLater(`The server refused a report (${reason}).`);
    return null;
  }

  private signInAgain(): Promise<string | null> {
    this.retryLater(null);
    return this.options.signIn();
  }

  /** Drops the report and continues after a wait. If several in a row are rejected it keeps them and waits. */
  private async onMalformed(reason: string): Promise<void> {
    const { spool, reporter, clock, log } = this.options;
    this.refusals += 1;
    this.retryAtMs = performance.now() + refusalDelay(this.refusals, Math.random());
    if (spool.refusedInARow >= DROPPED_IN_A_ROW) {
      if (!this.isRejectingAll) log.warn(REJECTS_ALL);
      this.isRejectingAll = true;
      return;
    }
    await spool.dropRejected(clock.now(), reason);
    reporter.rejected();
    if (this.refusals === 1)
      log.warn(`The server rejected a report (${reason}). It is kept in the spool’s refused.json.`);
  }

  private retryLater(text: string | null): void {
    this.failures += 1;
    this.retryAtMs = performance.now() + retryDelay(this.failures, Math.random());
    if (text !== null && this.failures === 1) this.options.log.warn(`${text} Retrying. Results are kept.`);
  }
}

/** The state of the check-in. Times are by the monotonic clock, in ms. */
export type CheckInState = {
  hasOutgoing: boolean;
  /** The first round of checks is over, or was waited for long enough. */
  isReady: boolean;
  /** A verdict changed, or the agent started or stopped abstaining. */
  isUrgent: boolean;
  /** The checks nearly fill a report. */
  isFull: boolean;
  /** A requested check is done. */
  hasAnswer: boolean;
  /** Live checks of the current round are still to be reported. */
  inRound: boolean;
  hasBackfill: boolean;
  lastLiveAtMs: number;
  retryAtMs: number;
};

export type Step = { do: 'send' | 'live' | 'backfill' } | { do: 'wait'; untilMs: number };

/** The least time between live reports of requested checks. */
const ANSWER_GAP_MS = SECOND_MS;

/** Returns the next step of the check-in: the report in flight first, then the live lane, then backfill. */
export function nextStep(state: CheckInState, nowMs: number): Step {
  const { hasOutgoing, isReady, isUrgent, isFull, hasAnswer, inRound, hasBackfill, lastLiveAtMs, retryAtMs } = state;
  if (nowMs < retryAtMs) return { do: 'wait', untilMs: retryAtMs };
  if (!isReady) return { do: 'wait', untilMs: Number.POSITIVE_INFINITY };
  if (hasOutgoing) return { do: 'send' };
  const liveAtMs = lastLiveAtMs + (hasAnswer ? ANSWER_GAP_MS : AGENT.checkInEveryMs);
  if (isUrgent || isFull || inRound || nowMs >= liveAtMs) return { do: 'live' };
  return hasBackfill ? { do: 'backfill' } : { do: 'wait', untilMs: liveAtMs };
}

/** Waits until a time (performance.now()) or a wake-up, whichever comes first. A wake-up before the wait counts. */
class Waiter {
  private wake: (() => void) | null = null;
  private isWoken = false;

  wakeUp(): void {
    this.isWoken = true;
    this.wake?.();
  }

  async until(atMs: number): Promise<void> {
    const delayMs = Math.min(atMs - performance.now(), 2 ** 31 - 1);
    if (!this.isWoken && delayMs > 0) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, delayMs);
        this.wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    this.wake = null;
    this.isWoken = false;
  }
}
