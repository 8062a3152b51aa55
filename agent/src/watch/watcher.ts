import type { Assignment } from '@farwatch/core/documents/assignment';
import type { Command } from '@farwatch/core/documents/command';
import type { Verdict } from '@farwatch/core/documents/flip';
import type { Clock } from '../clock/clock.ts';
import type { Probe } from '../probe/probe.ts';
import type { ProbeResult } from '../probe/result.ts';
import { askedNow } from '../schedule/asked.ts';
import { nextDue, type Plan, type Planned, planFor } from '../schedule/plan.ts';
import { CheckQueue } from '../schedule/queue.ts';
import type { SpooledCheck } from '../spool/line.ts';
import type { Sight } from '../verdict/sight.ts';
import { Alarm } from './alarm.ts';
import { Judge } from './judge.ts';
import { KnowledgeBook } from './knowledge.ts';

/** How many checks run at a time. */
const AT_ONCE = 50;

export type WatcherOptions = {
  agentId: string;
  clock: Clock;
  probe: Probe;
  sight: Sight;
  signal: AbortSignal;
  /** Makes a check durable. */
  keep: (check: SpooledCheck) => Promise<void>;
  /** A check is durable, and judged. */
  onChecked: (checked: Checked) => void;
};

/** `before`: the verdict until now. `changed`: it is another one. `isNews`: it is to be reported at once, also as the first under a gen. `isAnswer`: a command asked for it. */
export type Checked = {
  planned: Planned;
  result: ProbeResult;
  before: Verdict | null;
  verdict: Verdict | null;
  changed: boolean;
  isNews: boolean;
  isAnswer: boolean;
};

/** Checks what is assigned, each endpoint at its time, and confirms what it finds (design 4). */
export class Watcher {
  readonly knowledge = new KnowledgeBook();
  private readonly options: WatcherOptions;
  private readonly judge: Judge;
  private readonly queue = new CheckQueue();
  private readonly running = new Map<string, Promise<void>>();
  private isFinishing = false;
  private readonly alarm = new Alarm(() => this.queueDue());
  private plan = new Map<string, Planned>();

  constructor(options: WatcherOptions) {
    this.options = options;
    this.judge = new Judge(this.knowledge, options.sight);
  }

  get endpoints(): Plan {
    return this.plan;
  }

  /** From now on these are checked. */
  assign(assigned: readonly Assignment[]): void {
    const { agentId, clock } = this.options;
    const next = new Map(planFor(this.plan, assigned, agentId, clock.now()));
    this.knowledge.follow(this.plan, next);
    for (const key of this.plan.keys()) if (!next.has(key)) this.queue.remove(key);
    this.plan = next;
    this.queueDue();
  }

  /** Checks at once what a command asks for; a doubt is checked anyway, at its own time. */
  ask(checkNow: Command['checkNow']): void {
    for (const { planned, at } of askedNow(this.plan, checkNow, this.options.clock.now())) {
      const isDoubted = this.knowledge.of(planned.key).doubtSince !== null;
      const dueAt = isDoubted ? planned.dueAt : this.options.clock.now();
      this.plan.set(planned.key, { ...planned, askedAt: at, dueAt });
      if (!isDoubted && !this.running.has(planned.key)) this.queue.add(planned.key, 'asked');
    }
    this.queueDue();
  }

  /** The agent sees again: checks at once what it did not believe. */
  seeAgain(): void {
    for (const key of this.knowledge.takeUnbelieved()) this.due(key, this.options.clock.now());
    this.queueDue();
  }

  private due(key: string, dueAt: number): void {
    const planned = this.plan.get(key);
    if (planned) this.plan.set(key, { ...planned, dueAt });
  }

  /** Starts no more checks; ends once those that run are done. */
  async finish(): Promise<void> {
    this.isFinishing = true;
    this.alarm.stop();
    await Promise.all(this.running.values());
  }

  private queueDue(): void {
    if (this.isFinishing) return;
    const nowMs = this.options.clock.now();
    let nextMs = Number.POSITIVE_INFINITY;
    for (const [key, planned] of this.plan) {
      if (this.running.has(key) || this.queue.has(key)) continue;
      // The clock may have been set back since: nothing is due later than one interval from now.
      if (planned.dueAt > nowMs + planned.intervalMs) this.due(key, nextDue(planned, nowMs));
      if (planned.dueAt <= nowMs) this.queue.add(key, this.urgencyOf(key));
      else nextMs = Math.min(nextMs, planned.dueAt);
    }
    this.alarm.within(nextMs - nowMs);
    this.startQueued();
  }

  private urgencyOf(key: string) {
    const { doubtSince, verdict } = this.knowledge.of(key);
    if (doubtSince !== null) return 'doubt';
    return verdict === null ? 'asked' : 'usual';
  }

  private startQueued(): void {
    while (!this.isFinishing && this.running.size < AT_ONCE) {
      const key = this.queue.take();
      if (key === null) return;
      const planned = this.plan.get(key);
      if (planned) this.running.set(key, this.run(planned));
    }
  }

  private async run(planned: Planned): Promise<void> {
    await this.check(planned);
    this.running.delete(planned.key);
    if (this.isFinishing) return;
    const dueAt = this.plan.get(planned.key)?.dueAt;
    if (dueAt !== undefined) this.alarm.within(dueAt - this.options.clock.now());
    this.startQueued();
  }

  private async check(planned: Planned): Promise<void> {
    const { clock, probe, sight, signal, keep, onChecked } = this.options;
    const { key, owner, gen, endpoint, url } = planned;
    const beganMs = performance.now();
    const atMs = clock.now();
    const result = await probe(url, signal);
    if (signal.aborted || !this.isCurrent(planned)) return;
    const { ms, statusCode, error, certificateEndsAtMs } = result;
    if (statusCode !== null) sight.noteAnswer(url);
    const nowMs = clock.now();
    this.due(key, this.wasAskedSince(planned) ? nowMs : nextDue(planned, nowMs));
    const isKept = keep({ owner, gen, check: { endpoint, at: atMs, ms, statusCode, error } }).then(
      () => true,
      () => false,
    );
    const before = this.knowledge.verdictOf(key);
    const finding = { atMs, statusCode, error, certificateEndsAtMs };
    const { changed, recheckAt } = await this.judge.judge(key, finding, { beganMs, nowMs }, () =>
      this.isCurrent(planned),
    );
    if (recheckAt !== null) this.due(key, recheckAt);
    if ((await isKept) && this.isCurrent(planned)) {
      // A doubt is told with its confirmation, 2 s later: a report on its way would only hold that one up.
      const isAnswer = recheckAt === null && this.answer(planned);
      const isNews = this.knowledge.isNewUnder(key, gen) || changed;
      onChecked({ planned, result, before, verdict: this.knowledge.verdictOf(key), changed, isNews, isAnswer });
    }
    this.knowledge.settle(key);
  }

  /** Whether this check is the first to settle what a command asked for; from now on that is answered. */
  private answer({ key, askedAt, answeredAt }: Planned): boolean {
    const current = this.plan.get(key);
    if (!current || askedAt <= answeredAt) return false;
    this.plan.set(key, { ...current, answeredAt: askedAt });
    return true;
  }

  /** Whether it is still to be checked the way it was: the same URL and revision under the same gen. */
  private isCurrent({ key, url, rev, gen }: Planned): boolean {
    const current = this.plan.get(key);
    return current?.url === url && current.rev === rev && current.gen === gen;
  }

  private wasAskedSince({ key, askedAt }: Planned): boolean {
    return (this.plan.get(key)?.askedAt ?? 0) > askedAt;
  }
}
