import { setTimeout as sleep } from 'node:timers/promises';
import type { OwnFault } from '@farwatch/core/agents/own-fault';
import type { Assignment } from '@farwatch/core/documents/assignment';
import type { Command } from '@farwatch/core/documents/command';
import type { Move } from '../clock/clock.ts';
import type { ProbeHooks } from '../probe/probe.ts';
import type { ProbeResult } from '../probe/result.ts';
import { AskLimits } from '../schedule/ask-limits.ts';
import { askedNow } from '../schedule/asked.ts';
import { MinutePace } from '../schedule/minute-pace.ts';
import { dueByRightTime, nextDue, type Plan, type Planned, planFor } from '../schedule/plan.ts';
import { CheckQueue, type Place, type Urgency } from '../schedule/queue.ts';
import { RedirectLimits } from '../schedule/redirect-limits.ts';
import { targetHost } from '../schedule/target-host.ts';
import { Alarm } from './alarm.ts';
import { HeldPlace } from './held-place.ts';
import { Judge } from './judge.ts';
import { KnowledgeBook } from './knowledge.ts';
import { OwnTroubles } from './own-troubles.ts';
import type { WatcherOptions } from './watcher-options.ts';

const IS_SO = () => true;
const IS_NOT_SO = () => false;

/** Checks the assigned endpoints, each at its time and each owner in turn, and confirms the findings. */
export class Watcher {
  readonly knowledge = new KnowledgeBook();
  readonly troubles: OwnTroubles;
  private readonly options: WatcherOptions;
  private readonly judge: Judge;
  private readonly queue: CheckQueue;
  private readonly redirects: RedirectLimits;
  private readonly asks = new AskLimits();
  private readonly minutePace = new MinutePace();
  private readonly running = new Map<string, { done: Promise<void>; stop: AbortController }>();
  private isFinishing = false;
  private readonly alarm = new Alarm(() => this.queueDue());
  /** Rings when a host's rate allows its next check. */
  private readonly hostAlarm = new Alarm(() => this.startQueued());
  private plan = new Map<string, Planned>();

  constructor(options: WatcherOptions) {
    this.options = options;
    this.queue = new CheckQueue(options.limits);
    this.troubles = new OwnTroubles({
      knowledge: this.knowledge,
      places: options.limits.places,
      sleptMs: () => options.clock.sleptMs(),
      onPlaces: (places) => this.queue.allow(places),
    });
    this.redirects = new RedirectLimits(options.limits.hostRate);
    this.judge = new Judge(this.knowledge, options.sight);
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
    const { agentId, clock } = this.options;
    const next = new Map(planFor(this.plan, assigned, agentId, clock.now()));
    this.knowledge.follow(this.plan, next);
    const before = this.plan;
    this.plan = next;
    for (const [key, { url }] of before) if (next.get(key)?.url !== url) this.forget(key);
    this.asks.tidy(clock.monotonic());
    this.troubles.keepOnly((key) => next.has(key));
    this.queueDue();
  }

  /** Ends when every endpoint assigned now has a first result. */
  round(): Promise<void> {
    return this.knowledge.round(this.plan.keys());
  }

  /** The endpoint is gone, or has another URL: waiting and running checks of it no longer count. */
  private forget(key: string): void {
    this.queue.remove(key);
    this.running.get(key)?.stop.abort();
    this.asks.forget(key);
    this.leaveMinutePace(key);
  }

  /** Checks what a command asks for, at once within the limits; a doubt is checked at its own time anyway. */
  ask(checkNow: Command['checkNow']): void {
    const { clock } = this.options;
    for (const { planned, at } of askedNow(this.plan, checkNow, clock.now())) {
      const { key, ownerId } = planned;
      const isDoubted = this.knowledge.of(key).doubtSince !== null;
      const delayMs = isDoubted ? null : this.asks.admit(key, ownerId, clock.monotonic());
      this.plan.set(key, { ...planned, askedAt: at });
      if (delayMs === null) continue;
      const dueAt = clock.now() + delayMs;
      this.due(key, this.running.has(key) ? dueAt : Math.min(planned.dueAt, dueAt));
      if (delayMs === 0 && this.queue.has(key)) this.enqueue(planned, 'asked');
    }
    this.queueDue();
  }

  /**
   * The agent sees the internet again, or has slept: checks at once what it did not believe, and what was only doubted.
   */
  seeAgain(): void {
    for (const key of this.knowledge.takeUnbelieved()) this.due(key, this.options.clock.now());
    this.queueDue();
  }

  /** The time was corrected: waits keep their length, and guessed stamps are corrected. */
  retime({ byMs, guessedFromMs }: Move): void {
    const nowMs = this.options.clock.now();
    this.troubles.retime(byMs);
    if (guessedFromMs !== null) this.knowledge.retime(guessedFromMs, byMs);
    for (const [key, planned] of this.plan) {
      this.due(key, dueByRightTime(planned, byMs, nowMs, this.minutePace.has(key)));
    }
    this.queueDue();
  }

  private due(key: string, dueAt: number): void {
    const planned = this.plan.get(key);
    if (planned) this.plan.set(key, { ...planned, dueAt });
  }

  /** Starts no more checks; ends once the running ones are done. */
  async finish(): Promise<void> {
    this.isFinishing = true;
    this.alarm.stop();
    this.hostAlarm.stop();
    await Promise.all([...this.running.values()].map(({ done }) => done));
  }

  private queueDue(): void {
    if (this.isFinishing) return;
    const nowMs = this.options.clock.now();
    let nextMs = Number.POSITIVE_INFINITY;
    for (const [key, planned] of this.plan) {
      if (this.running.has(key) || this.queue.has(key)) continue;
      // The clock may have been set back since: nothing is due later than one interval from now.
      if (planned.dueAt > nowMs + planned.intervalMs) this.due(key, nextDue(planned, nowMs));
      if (planned.dueAt <= nowMs) this.enqueue(planned, this.urgencyOf(planned));
      else nextMs = Math.min(nextMs, planned.dueAt);
    }
    this.alarm.within(nextMs - nowMs);
    this.startQueued();
  }

  private enqueue({ key, ownerId, url }: Planned, urgency: Urgency): void {
    this.queue.add({ key, ownerId, host: targetHost(url) }, urgency);
  }

  private urgencyOf({ key, askedAt, answeredAt }: Planned): Urgency {
    const { doubtSince, verdict } = this.knowledge.of(key);
    if (doubtSince !== null) return 'doubt';
    return verdict === null || askedAt > answeredAt ? 'asked' : 'usual';
  }

  private startQueued(): void {
    const { clock } = this.options;
    while (!this.isFinishing) {
      const turn = this.queue.take(clock.monotonic());
      if ('againAtMs' in turn) {
        if (Number.isFinite(turn.againAtMs)) this.hostAlarm.within(turn.againAtMs - clock.monotonic());
        return;
      }
      const planned = this.plan.get(turn.key);
      const stop = new AbortController();
      if (planned) this.running.set(turn.key, { done: this.run(planned, stop.signal, turn), stop });
      else turn.free();
    }
  }

  private async run(planned: Planned, signal: AbortSignal, turn: Place): Promise<void> {
    const place = new HeldPlace(turn, () => this.startQueued());
    this.asks.began(planned.key);
    await this.check(planned, signal, place);
    this.running.delete(planned.key);
    place.end();
    const dueAt = this.plan.get(planned.key)?.dueAt;
    if (dueAt !== undefined && !this.isFinishing) this.alarm.within(dueAt - this.options.clock.now());
  }

  /** Ends when a check of this owner may follow a redirect there, or is stopped. */
  private async redirectTurn(ownerId: string, url: URL, signal: AbortSignal): Promise<void> {
    const delayMs = this.redirects.take(ownerId, targetHost(url.href), this.options.clock.monotonic());
    if (delayMs > 0) await sleep(delayMs, undefined, { signal }).catch(() => undefined); // stopped
  }

  private async check(planned: Planned, signal: AbortSignal, place: HeldPlace): Promise<void> {
    const { clock, probe, sight } = this.options;
    const { ownerId, url } = planned;
    const [sleptMs, began] = [clock.sleptMs(), clock.elapsed()];
    const hooks: ProbeHooks = {
      onName: (resolved) => place.lend(resolved),
      beforeRedirect: (next) => this.redirectTurn(ownerId, next, signal),
    };
    const result = await probe(url, signal, hooks);
    // A check during which the machine slept has no result. It is still due.
    if (signal.aborted || !this.isCurrent(planned) || clock.sleptMs() !== sleptMs) return;
    if (sight.proves(result)) sight.noteProof(url);
    this.dueAgain(planned, clock.now());
    if (result.ownFault !== null) return this.hindered(planned, result.ownFault, clock.now());
    const taken = this.take(planned, result, began);
    // It may have to wait for a check of connectivity.
    place.lend(taken);
    await taken;
  }

  /** The check failed by the agent's own fault, which says nothing: it is retried soon. */
  private hindered(planned: Planned, fault: OwnFault, nowMs: number): void {
    const { retryInMs, isNews } = this.troubles.note(planned, fault, nowMs);
    if (this.knowledge.verdictOf(planned.key) === null) this.leaveMinutePace(planned.key);
    const dueAt = this.plan.get(planned.key)?.dueAt;
    if (retryInMs !== null && dueAt !== undefined) this.due(planned.key, Math.min(dueAt, nowMs + retryInMs));
    this.options.onHindered(planned, fault, isNews);
  }

  private async take(planned: Planned, result: ProbeResult, began: number): Promise<void> {
    const { clock, keep, sight, onChecked } = this.options;
    const { key, ownerId, generation, endpoint, url } = planned;
    const { ms, statusCode, error } = result;
    const ended = clock.elapsed();
    const { atMs, guess } = clock.stamp(began);
    this.troubles.clear(key, clock.now());
    const check = { endpoint, at: atMs, ms, statusCode, error };
    // Without the internet an answer may be anybody's.
    const isKept =
      !sight.abstaining && keep({ ownerId, generation, check, ...(guess && { guess }) }).then(IS_SO, IS_NOT_SO);
    const before = this.knowledge.verdictOf(key);
    const read = () => ({ ...result, url, atMs: clock.stamp(began).atMs, endedAtMs: clock.stamp(ended).atMs });
    const { changed, recheckAt } = await this.judge.judge(key, read, () => this.isCurrent(planned));
    if (changed) this.paceByVerdict(planned, clock.now());
    if (changed || recheckAt !== null) this.asks.changed(key);
    if (recheckAt !== null) this.due(key, recheckAt);
    if ((await isKept) && this.isCurrent(planned)) {
      // A doubt is reported with its confirmation 2 s later: a report on its way would only delay that one.
      const isAnswer = recheckAt === null && this.answer(planned);
      const isNews = this.knowledge.isNewUnder(key, generation) || changed;
      onChecked({ planned, result, before, verdict: this.knowledge.verdictOf(key), changed, isNews, isAnswer });
    }
    this.knowledge.settle(key);
  }

  /** Whether this check is the first to answer a command's request; it is answered from now on. */
  private answer({ key, askedAt, answeredAt }: Planned): boolean {
    const current = this.plan.get(key);
    if (!current || askedAt <= answeredAt) return false;
    this.plan.set(key, { ...current, answeredAt: askedAt });
    return true;
  }

  /** Whether the assignment is unchanged: the same URL and revision under the same generation. */
  private isCurrent({ key, url, rev, generation }: Planned): boolean {
    const current = this.plan.get(key);
    return current?.url === url && current.rev === rev && current.generation === generation;
  }

  /** A check ended: the next is due on the grid, or earlier if one was requested meanwhile. */
  private dueAgain(planned: Planned, nowMs: number): void {
    const current = this.plan.get(planned.key);
    const dueAt = nextDue(planned, nowMs, this.minutePace.has(planned.key));
    const isAsked = current !== undefined && current.askedAt > planned.askedAt;
    this.due(planned.key, isAsked ? Math.min(dueAt, current.dueAt) : dueAt);
  }

  /** Down endpoints are checked every minute, recovered ones at their interval. */
  private paceByVerdict({ key, ownerId }: Planned, nowMs: number): void {
    if (this.knowledge.verdictOf(key)?.up === false) this.minutePace.wentDown(key, ownerId);
    else this.leaveMinutePace(key);
    this.hurry(key, nowMs);
  }

  private leaveMinutePace(key: string): void {
    const next = this.minutePace.leave(key);
    if (next !== null) this.hurry(next, this.options.clock.now());
  }

  private hurry(key: string, nowMs: number): void {
    const planned = this.plan.get(key);
    if (planned) this.due(key, Math.min(planned.dueAt, nextDue(planned, nowMs, this.minutePace.has(key))));
  }
}
