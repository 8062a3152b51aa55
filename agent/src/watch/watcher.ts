import { setTimeout as sleep } from 'node:timers/promises';
import type { Assignment } from '@farwatch/core/documents/assignment';
import type { Command } from '@farwatch/core/documents/command';
import type { LocalFailure } from '@farwatch/core/values/local-failure';
import type { Move } from '../clock/clock.ts';
import type { CheckHooks } from '../probe/check.ts';
import { phasesOf } from '../probe/phase-timer.ts';
import type { ProbeResult } from '../probe/probe.ts';
import { DownEndpoints } from '../schedule/down-endpoints.ts';
import { DueHeap } from '../schedule/due-heap.ts';
import { EarliestTimer } from '../schedule/earliest-timer.ts';
import {
  dueByRightTime,
  hasSameTarget,
  isConfirmedElsewhere,
  isUnchanged,
  nextDue,
  type Plan,
  type Planned,
  planFor,
  requestedNow,
} from '../schedule/plan.ts';
import { ProcessorShares } from '../schedule/processor-shares.ts';
import { CheckQueue, LendableSlot, type Slot, type Urgency } from '../schedule/queue.ts';
import { RedirectLimits } from '../schedule/redirect-limits.ts';
import { Siblings } from '../schedule/siblings.ts';
import { targetHost } from '../schedule/target-host.ts';
import type { VerdictState } from '../verdict/confirm.ts';
import { LocalFailureTracker } from './local-failure-tracker.ts';
import { certificateStartOf, type TimedFinding, VerdictTracker, VerdictUpdater } from './verdicts.ts';
import type { Checked, CheckTimes, WatcherOptions } from './watcher-options.ts';

/** The processor time of a request besides its assertions: about what a connection over TLS takes. */
const REQUEST_MS = 1;
/** How long a check waits for proof of connectivity, if its failure may count alone. */
const PROVEN_WITHIN_MS = 1_000;

/** Checks the assigned endpoints when they are due, owners in turn, and updates their verdicts. */
export class Watcher {
  readonly verdicts = new VerdictTracker();
  readonly localFailures: LocalFailureTracker;
  private readonly options: WatcherOptions;
  private readonly updater: VerdictUpdater;
  private readonly queue: CheckQueue;
  private readonly redirects: RedirectLimits;
  private readonly shares: ProcessorShares;
  private readonly down = new DownEndpoints();
  private readonly siblings = new Siblings();
  private readonly running = new Map<string, { done: Promise<void>; stop: AbortController }>();
  /** Since when checks have waited for their turn, by a clock that never jumps. */
  private readonly queuedAtMs = new Map<string, number>();
  private isFinishing = false;
  private readonly dueTimer = new EarliestTimer(() => this.queueDue());
  /** For the next check that its host's rate allows. */
  private readonly hostTimer = new EarliestTimer(() => this.startQueued());
  private plan = new Map<string, Planned>();
  /** When each endpoint is due that neither waits in the queue nor is being checked. */
  private readonly schedule = new DueHeap();

  constructor(options: WatcherOptions) {
    this.options = options;
    this.queue = new CheckQueue(options.limits);
    this.shares = options.shares ?? new ProcessorShares();
    this.localFailures = new LocalFailureTracker({
      verdicts: this.verdicts,
      slots: options.limits.slots,
      sleptMs: () => options.clock.sleptMs(),
      onSlots: (slots) => this.queue.allow(slots),
    });
    this.redirects = new RedirectLimits(options.limits.hostRate);
    this.updater = new VerdictUpdater(this.verdicts, options.connectivity);
    options.signal.addEventListener('abort', () => {
      void this.finish();
      for (const { stop } of this.running.values()) stop.abort();
    });
  }

  get endpoints(): Plan {
    return this.plan;
  }

  /** Sets what is checked from now on. */
  assign(assigned: readonly Assignment[]): void {
    const { agentId, clock, startSpread } = this.options;
    const next = new Map(planFor(this.plan, assigned, agentId, clock.now(), startSpread));
    this.verdicts.followPlan(this.plan, next);
    const before = this.plan;
    this.plan = next;
    this.down.follow(next);
    this.siblings.follow(next);
    for (const [key, planned] of before) if (!hasSameTarget(next.get(key), planned)) this.forget(key);
    this.localFailures.keepOnly((key) => next.has(key));
    this.schedule.clear();
    for (const [key, { dueAt }] of next) this.scheduleAt(key, dueAt);
    this.queueDue();
  }

  /** Whether it is checked every minute, because it is down. */
  isEveryMinute(key: string): boolean {
    return this.down.isCheckedEveryMinute(key);
  }

  /** Ends when every endpoint assigned now has a first result. */
  round(): Promise<void> {
    return this.verdicts.round(this.plan.keys());
  }

  /** The endpoint is gone or has another target: its waiting and running checks no longer count. */
  private forget(key: string): void {
    this.queue.remove(key);
    this.queuedAtMs.delete(key);
    this.running.get(key)?.stop.abort();
    this.updater.forget(key);
    this.removeDown(key);
  }

  /**
   * Checks what a command requests at once. A change of verdict is confirmed at its own time anyway, unless another location
   * has confirmed the failure.
   */
  checkNow(checkNow: Command['checkNow'], confirmedDown: Command['checkNow'] = {}): void {
    const nowMs = this.options.clock.now();
    for (const planned of requestedNow(this.plan, { checkNow, confirmedDown }, nowMs)) {
      const { key } = planned;
      this.plan.set(key, planned);
      const waits = isConfirmedElsewhere(planned, nowMs) ? this.running.has(key) : true;
      if (this.verdicts.of(key).unconfirmedSince !== null && waits) continue;
      this.setDue(key, this.running.has(key) ? nowMs : Math.min(planned.dueAt, nowMs));
      if (this.queue.has(key)) this.enqueue(planned, 'requested');
    }
    this.queueDue();
  }

  /** The agent no longer abstains, or has slept: checks at once what was discarded or is unconfirmed. */
  checkDiscarded(): void {
    for (const key of this.verdicts.takeDiscarded()) this.setDue(key, this.options.clock.now());
    this.queueDue();
  }

  /** The clock was corrected: waits keep their length, and guessed times are moved. */
  retime({ byMs, guessedFromMs }: Move): void {
    const nowMs = this.options.clock.now();
    this.localFailures.retime(byMs);
    if (guessedFromMs !== null) this.verdicts.retime(guessedFromMs, byMs);
    for (const [key, planned] of this.plan) {
      this.setDue(key, dueByRightTime(planned, byMs, nowMs, this.isEveryMinute(key)));
    }
    this.queueDue();
  }

  private setDue(key: string, dueAt: number): void {
    const planned = this.plan.get(key);
    if (!planned) return;
    this.plan.set(key, { ...planned, dueAt });
    this.scheduleAt(key, dueAt);
  }

  private scheduleAt(key: string, dueAt: number): void {
    if (!this.running.has(key) && !this.queue.has(key)) this.schedule.set(key, dueAt);
  }

  /** Starts no more checks; ends once the running ones are done. */
  async finish(): Promise<void> {
    this.isFinishing = true;
    this.dueTimer.stop();
    this.hostTimer.stop();
    await Promise.all([...this.running.values()].map(({ done }) => done));
  }

  private queueDue(): void {
    if (this.isFinishing) return;
    const nowMs = this.options.clock.now();
    let next = this.schedule.first();
    for (; next && next.atMs <= nowMs; next = this.schedule.first()) {
      this.schedule.remove(next.key);
      const planned = this.plan.get(next.key);
      if (planned) this.enqueue(planned, this.urgencyOf(planned));
    }
    if (next) this.dueTimer.within(next.atMs - nowMs);
    this.startQueued();
  }

  private enqueue({ key, ownerId, url, check }: Planned, urgency: Urgency): void {
    if (!this.queue.has(key)) this.queuedAtMs.set(key, this.options.clock.monotonic());
    this.queue.add({ key, ownerId, host: targetHost(url, check) }, urgency);
  }

  private urgencyOf({ key, requestedAt, answeredAt }: Planned): Urgency {
    const { unconfirmedSince, verdict } = this.verdicts.of(key);
    if (unconfirmedSince !== null) return 'confirm';
    return verdict === null || requestedAt > answeredAt ? 'requested' : 'usual';
  }

  private startQueued(): void {
    const { clock } = this.options;
    while (!this.isFinishing) {
      const turn = this.queue.take(clock.monotonic(), this.shares.slowed(performance.now()));
      if ('againAtMs' in turn) {
        if (Number.isFinite(turn.againAtMs)) this.hostTimer.within(turn.againAtMs - clock.monotonic());
        return;
      }
      const planned = this.plan.get(turn.key);
      const stop = new AbortController();
      if (planned) this.running.set(turn.key, { done: this.run(planned, stop.signal, turn), stop });
      else turn.free();
    }
  }

  private async run(planned: Planned, signal: AbortSignal, turn: Slot): Promise<void> {
    const slot = new LendableSlot(turn, () => this.startQueued());
    await this.check(planned, signal, slot);
    this.running.delete(planned.key);
    slot.end();
    const dueAt = this.plan.get(planned.key)?.dueAt;
    if (dueAt === undefined || this.isFinishing) return;
    this.scheduleAt(planned.key, dueAt);
    this.dueTimer.within(dueAt - this.options.clock.now());
  }

  /** Ends when this owner's check may follow a redirect there, or is stopped. */
  private async redirectTurn(ownerId: string, url: URL, signal: AbortSignal): Promise<void> {
    this.noteRequest(ownerId);
    const delayMs = this.redirects.take(ownerId, targetHost(url.href), this.options.clock.monotonic());
    if (delayMs > 0) await sleep(delayMs, undefined, { signal }).catch(() => undefined); // stopped
  }

  private noteRequest(ownerId: string): void {
    this.shares.note(ownerId, REQUEST_MS, performance.now());
  }

  private async check(planned: Planned, signal: AbortSignal, slot: LendableSlot): Promise<void> {
    const answered = await this.probe(planned, signal, slot);
    if (answered === null) return;
    // It may have to wait for a connectivity check.
    slot.lend(answered.taken);
    await answered.taken;
  }

  /** Ends with the check's answer, and when that is `taken` in; null if it has no result. */
  private async probe(
    planned: Planned,
    signal: AbortSignal,
    slot: LendableSlot,
  ): Promise<{ taken: Promise<void> } | null> {
    const { clock, probe, connectivity } = this.options;
    const { key, ownerId, url, check } = planned;
    const waitedMs = clock.monotonic() - (this.queuedAtMs.get(key) ?? clock.monotonic());
    const confirmedElsewhere = isConfirmedElsewhere(planned, clock.now()) && (await this.isOnline());
    const [sleptMs, startMs, provenAtMs] = [clock.sleptMs(), clock.elapsed(), connectivity.lastProofAtMs];
    const hooks: CheckHooks = {
      onName: (resolved) => slot.lend(resolved),
      beforeRedirect: (next) => this.redirectTurn(ownerId, next, signal),
    };
    this.noteRequest(ownerId);
    const result = await probe({ url, check, ownerId }, signal, hooks);
    // A check during which the machine slept has no result and stays due.
    if (signal.aborted || !this.isCurrent(planned) || clock.sleptMs() !== sleptMs) return null;
    if (connectivity.proves(result)) connectivity.noteProof(url);
    this.dueAgain(planned, clock.now());
    if (result.localFailure === null)
      return { taken: this.take(planned, result, { startMs, provenAtMs, waitedMs, confirmedElsewhere }) };
    this.handleLocalFailure(planned, result.localFailure, clock.now());
    return null;
  }

  /** Whether there is proof of connectivity right now, before a check whose failure may count alone. */
  private isOnline(): Promise<boolean> {
    const proven = this.options.connectivity.hasProofSince(performance.now());
    return Promise.race([proven, sleep(PROVEN_WITHIN_MS, false, { ref: false })]);
  }

  /** The check failed by a local failure, so it has no result and is retried soon. */
  private handleLocalFailure(planned: Planned, failure: LocalFailure, nowMs: number): void {
    const { retryInMs, isUrgent } = this.localFailures.note(planned, failure, nowMs);
    if (this.verdicts.verdictOf(planned.key) === null) this.removeDown(planned.key);
    const dueAt = this.plan.get(planned.key)?.dueAt;
    if (retryInMs !== null && dueAt !== undefined) this.setDue(planned.key, Math.min(dueAt, nowMs + retryInMs));
    this.options.onLocalFailure(planned, failure, isUrgent);
  }

  /**
   * Takes in a result. Thousands may wait for proof of connectivity when an agent starts, so what waits does not hold
   * the answer: an async function would hold all of its parameters.
   */
  private take(
    planned: Planned,
    result: ProbeResult,
    { startMs, provenAtMs, waitedMs, confirmedElsewhere }: CheckTimes,
  ): Promise<void> {
    const { clock, keep, connectivity, onFound } = this.options;
    const { key, ownerId, generation, endpoint, url } = planned;
    const { ms, statusCode, error, phases, isProof, certificateEndsAtMs } = result;
    const ended = clock.elapsed();
    const { atMs, guess } = clock.stamp(startMs);
    this.localFailures.clear(key, clock.now());
    const check = { endpoint, at: atMs, ms, statusCode, error, phases: phasesOf(phases) };
    // Without connectivity the answer may come from the local network.
    const isKept = !connectivity.abstaining && isDone(keep({ ownerId, generation, check, ...(guess && { guess }) }));
    const state = this.verdicts.of(key);
    if (!connectivity.abstaining) onFound({ planned, result, atMs, before: state });
    this.verdicts.noteChecked(planned, ended, this.isEveryMinute(key), waitedMs);
    const answered = { url, ms, statusCode, error, isProof, certificateEndsAtMs };
    const found = { ...answered, certificateStartsAtMs: certificateStartOf(result), provenAtMs, confirmedElsewhere };
    const read = () => ({
      ...found,
      slowMs: this.plan.get(key)?.slowMs ?? null,
      atMs: clock.stamp(startMs).atMs,
      endedAtMs: clock.stamp(ended).atMs,
    });
    return this.updateVerdict(planned, { ms, statusCode, error, phases }, state, read, isKept);
  }

  private async updateVerdict(
    planned: Planned,
    result: Checked['result'],
    before: VerdictState,
    read: () => TimedFinding,
    isKept: Promise<boolean> | false,
  ): Promise<void> {
    const { clock, onChecked } = this.options;
    const { key, generation } = planned;
    const { changed, recheckAt } = await this.updater.update(key, read, () => this.isCurrent(planned));
    if (changed) this.updateInterval(planned, clock.now());
    if (recheckAt !== null) this.setDue(key, recheckAt);
    const after = this.verdicts.of(key);
    const turns = after.unconfirmedSince !== null || (changed && after.verdict?.up === false);
    if (before.unconfirmedSince === null && turns) this.checkSiblings(planned, before.verdict?.up ?? true);
    else if (changed && this.siblings.areSame(key, (each, sinceMs) => this.verdicts.isSteadily(true, each, sinceMs)))
      this.verdicts.markAlone(key);
    if ((await isKept) && this.isCurrent(planned)) {
      // A first contrary check is reported with its confirmation 2 s later, which a report in flight would delay.
      const isNewerThanRequest = recheckAt === null && this.answer(planned);
      const isUrgent = this.verdicts.noteGeneration(key, generation) || changed;
      onChecked({
        planned,
        result,
        before: before.verdict,
        verdict: this.verdicts.verdictOf(key),
        changed,
        isUrgent,
        isNewerThanRequest,
      });
    }
    this.verdicts.markChecked(key);
  }

  /** Checks at once what was as this endpoint was before it changed: what ends one, such as a server, often ends all. */
  private checkSiblings(planned: Planned, wasUp: boolean): void {
    const { clock } = this.options;
    const isAlike = (key: string) => this.verdicts.isSteadily(wasUp, key);
    const isOther = (key: string) => this.verdicts.isSteadily(!wasUp, key);
    for (const key of this.siblings.take(planned, isAlike, clock.elapsed(), isOther)) this.setDue(key, clock.now());
    this.queueDue();
  }

  /** Whether this check is the first to answer a request; marks it as answered. */
  private answer({ key, requestedAt, answeredAt }: Planned): boolean {
    const current = this.plan.get(key);
    if (!current || requestedAt <= answeredAt) return false;
    this.plan.set(key, { ...current, answeredAt: requestedAt });
    return true;
  }

  /** Whether it is still assigned, with the same target under the same generation. */
  private isCurrent(planned: Planned): boolean {
    return isUnchanged(this.plan.get(planned.key), planned);
  }

  /** A check ended: the next is due on the grid, or earlier if one was requested meanwhile. */
  private dueAgain(planned: Planned, nowMs: number): void {
    const current = this.plan.get(planned.key);
    const dueAt = nextDue(planned, nowMs, this.isEveryMinute(planned.key));
    const isRequested = current !== undefined && current.requestedAt > planned.requestedAt;
    this.setDue(planned.key, isRequested ? Math.min(dueAt, current.dueAt) : dueAt);
  }

  /** Down endpoints are checked every minute, recovered ones at their interval. */
  private updateInterval({ key, ownerId }: Planned, nowMs: number): void {
    if (this.verdicts.verdictOf(key)?.up === false) this.down.add(key, ownerId);
    else this.removeDown(key);
    this.dueEarlier(key, nowMs);
  }

  private removeDown(key: string): void {
    const next = this.down.remove(key);
    if (next !== null) this.dueEarlier(next, this.options.clock.now());
  }

  private dueEarlier(key: string, nowMs: number): void {
    const planned = this.plan.get(key);
    if (planned) this.setDue(key, Math.min(planned.dueAt, nextDue(planned, nowMs, this.isEveryMinute(key))));
  }
}

const isDone = (work: Promise<unknown>) => work.then(() => true).catch(() => false);
