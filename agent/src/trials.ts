import { setTimeout as sleep } from 'node:timers/promises';
import type { ReportTrialInput } from '@farwatch/core/contracts/calls/report-trial';
import type { Command, RequestedTrial } from '@farwatch/core/documents/command';
import type { TrialResult } from '@farwatch/core/documents/trial';
import { TRIAL } from '@farwatch/core/values/limits';
import { describeFailure, failureOf } from './client/failure.ts';
import { retryDelay } from './client/retry-delay.ts';
import type { Session } from './client/session.ts';
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

type Waiting = RequestedTrial & { id: string };

/** All trials of an agent share the rate of a host, no matter which owner requests them. */
const ALL_OWNERS = '';

/**
 * Checks URLs that a user tries before saving them, at once and apart from the schedule (docs/agent.md, Trials). They
 * are no verdicts, and never stored.
 */
export class Trials {
  private readonly options: TrialsOptions;
  private readonly hosts: RedirectLimits;
  /** When each was requested, of those started lately: a command has a trial until its result is stored. */
  private readonly started = new Map<string, number>();
  private readonly waiting: Waiting[] = [];
  private running = 0;

  constructor(options: TrialsOptions) {
    this.options = options;
    this.hosts = new RedirectLimits(options.limits.hostRate);
  }

  /** Performs each current trial of a command once. */
  start(requested: Command['trials'] = {}): void {
    const nowMs = this.options.clock.now();
    // Twice as long: an older command may still arrive after a newer one.
    for (const [id, at] of this.started) if (at <= nowMs - 2 * TRIAL.validMs) this.started.delete(id);
    for (const [id, trial] of Object.entries(requested)) {
      if (this.started.has(id) || trial.at <= nowMs - TRIAL.validMs) continue;
      this.started.set(id, trial.at);
      this.waiting.push({ ...trial, id });
    }
    this.startNext();
  }

  private startNext(): void {
    while (this.running < TRIAL.atOnce) {
      const next = this.waiting.shift();
      if (!next) return;
      this.running += 1;
      void this.perform(next);
    }
  }

  private async perform(trial: Waiting): Promise<void> {
    const result = await this.check(trial);
    this.running -= 1;
    this.startNext();
    if (result) await this.report(trial, result);
  }

  /** Null if it ends before there is a result: the time of the trial is over, or the agent stops. */
  private async check({ url, check, at: requestedAt }: Waiting): Promise<TrialResult | null> {
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
  private async report({ id, at }: Waiting, result: TrialResult): Promise<void> {
    const { session, reportTrial, log, signal } = this.options;
    for (let failures = 1; !signal.aborted; failures += 1) {
      try {
        await session.ensureToken();
        await reportTrial({ trialId: id, result });
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
