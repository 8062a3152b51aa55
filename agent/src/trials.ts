import { setTimeout as sleep } from 'node:timers/promises';
import type { ReportTrialInput } from '@farwatch/core/contracts/calls/report-trial';
import type { RequestedTrial } from '@farwatch/core/documents/requested-trial';
import type { TrialResult } from '@farwatch/core/documents/trial';
import { TRIAL } from '@farwatch/core/values/limits';
import { describeFailure, failureOf } from './client/failure.ts';
import { retryDelay } from './client/retry-delay.ts';
import type { Session } from './client/server.ts';
import type { Clock } from './clock/clock.ts';
import type { Log } from './log.ts';
import type { CheckHooks, RunCheck } from './probe/check.ts';
import { phasesOf } from './probe/phase-timer.ts';
import type { QueueLimits } from './schedule/queue.ts';
import { RedirectLimits } from './schedule/redirect-limits.ts';
import { targetHost } from './schedule/target-host.ts';

export type TrialsOptions = {
  clock: Pick<Clock, 'now' | 'monotonic'>;
  probe: RunCheck;
  limits: Pick<QueueLimits, 'hostRate'>;
  session: Pick<Session, 'ensureToken' | 'signIn'>;
  reportTrial: (input: ReportTrialInput) => Promise<unknown>;
  log: Log;
  signal: AbortSignal;
};

/** All trials of an agent share the rate of a host, no matter which owner requests them. */
const ALL_OWNERS = '';

/**
 * Checks URLs that a user tries before saving them, at once and apart from the schedule (docs/agent.md, Trials). They
 * are no verdicts, and never stored.
 */
export class Trials {
  private readonly options: TrialsOptions;
  private readonly hosts: RedirectLimits;
  /** When each was requested, of those started lately: the server has a request until its result is stored. */
  private readonly started = new Map<string, number>();
  private readonly waiting: RequestedTrial[] = [];
  /** The owner of each that is under way. */
  private readonly running: string[] = [];

  constructor(options: TrialsOptions) {
    this.options = options;
    this.hosts = new RedirectLimits(options.limits.hostRate);
  }

  /** Performs each current trial once. */
  start(requested: readonly RequestedTrial[]): void {
    const nowMs = this.options.clock.now();
    // Twice as long: an older answer of the server may still arrive after a newer one.
    for (const [id, at] of this.started) if (at <= nowMs - 2 * TRIAL.validMs) this.started.delete(id);
    for (const trial of requested) {
      if (this.started.has(trial.trialId) || trial.at <= nowMs - TRIAL.validMs) continue;
      this.started.set(trial.trialId, trial.at);
      this.waiting.push(trial);
    }
    this.startNext();
  }

  private startNext(): void {
    while (this.running.length < TRIAL.atOnce) {
      const next = this.takeNext();
      if (!next) return;
      this.running.push(next.ownerId);
      void this.perform(next);
    }
  }

  /** The oldest one of the owner with the fewest under way: slow trials of one account leave the others their turn. */
  private takeNext(): RequestedTrial | undefined {
    const underWay = (ownerId: string) => this.running.filter((each) => each === ownerId).length;
    const [next] = this.waiting.toSorted((a, b) => underWay(a.ownerId) - underWay(b.ownerId) || a.at - b.at);
    if (next) this.waiting.splice(this.waiting.indexOf(next), 1);
    return next;
  }

  private async perform(trial: RequestedTrial): Promise<void> {
    const result = await this.check(trial);
    this.running.splice(this.running.indexOf(trial.ownerId), 1);
    this.startNext();
    if (result) await this.report(trial, result);
  }

  /** Null if it ends before there is a result: the time of the trial is over, or the agent stops. */
  private async check({ url, check, at: requestedAt }: RequestedTrial): Promise<TrialResult | null> {
    const { clock, probe } = this.options;
    const signal = AbortSignal.any([this.options.signal, AbortSignal.timeout(this.leftMs(requestedAt))]);
    const hooks: CheckHooks = {
      onName: () => undefined,
      beforeRedirect: (next) => this.hostTurn(targetHost(next.href), signal),
    };
    await this.hostTurn(targetHost(url, check), signal);
    const at = clock.now();
    const { ms, statusCode, error, phases, localFailure, received } = await probe({ url, check }, signal, hooks);
    if (signal.aborted) return null;
    if (localFailure !== null) return { answer: null, localFailure };
    return { answer: { at, ms, statusCode, error, ...received(), phases: phasesOf(phases) }, localFailure: null };
  }

  private leftMs(requestedAt: number): number {
    return Math.max(0, requestedAt + TRIAL.validMs - this.options.clock.now());
  }

  /** Ends when the host's rate admits one more trial, or with the signal. */
  private async hostTurn(host: string, signal: AbortSignal): Promise<void> {
    const delayMs = this.hosts.take(ALL_OWNERS, host, this.options.clock.monotonic());
    if (delayMs > 0) await sleep(delayMs, undefined, { signal }).catch(() => undefined); // the trial is over
  }

  /** Repeats a failed call while the server still takes the result. */
  private async report({ trialId, at }: RequestedTrial, result: TrialResult): Promise<void> {
    const { session, reportTrial, log, signal } = this.options;
    for (let failures = 1; !signal.aborted; failures += 1) {
      try {
        await session.ensureToken();
        await reportTrial({ trialId, result });
        return;
      } catch (error) {
        const failure = failureOf(error);
        const waitMs = retryDelay(failures, Math.random());
        if (failure.kind === 'refused' || waitMs >= this.leftMs(at)) {
          log.warn(`Cannot report a check that was tried (${describeFailure(failure)}).`);
          return;
        }
        if (failure.kind === 'signed-out') await session.signIn();
        await sleep(waitMs, undefined, { signal }).catch(() => undefined); // the agent stops
      }
    }
  }
}
