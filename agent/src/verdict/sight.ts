import { MINUTE_MS, SECOND_MS } from '@farwatch/core/time';
import type { Probe } from '../probe/probe.ts';
import type { ProbeResult } from '../probe/result.ts';
import { fullAfterOne, nextFree, type Rate } from '../schedule/rate.ts';
import { RecentFailures } from './recent-failures.ts';
import { RecentHosts } from './recent-hosts.ts';
import type { AskWitness, Witness } from './witnesses.ts';

/**
 * How often it is looked around: `againMs` apart while nothing is seen, `everyMs` apart in any case, else by the rate. Hosts that
 * begin to fail within `togetherMs` may do so for the same reason.
 */
export type LookPace = { againMs: number; everyMs: number; rate: Rate; togetherMs: number };

const PACE: LookPace = {
  againMs: 10 * SECOND_MS,
  everyMs: 10 * MINUTE_MS,
  rate: { burst: 5, perSec: 1 / 3 },
  togetherMs: MINUTE_MS,
};

export type SightOptions = {
  witnesses: readonly Witness[];
  ask: AskWitness;
  probe: Probe;
  signal: AbortSignal;
  onChange: (abstaining: boolean) => void;
  pace?: LookPace;
};

/**
 * Whether the agent can see the internet at all. What changes a verdict counts only when something was seen after it that the own
 * network cannot feign: a witness that answers as it should or, where only one host fails, a target that proves itself (see
 * `Hop`). Where nothing is seen the agent abstains, and looks again until something is.
 */
export class Sight {
  private readonly options: SightOptions;
  private readonly pace: LookPace;
  private readonly hosts = new RecentHosts();
  private readonly failures: RecentFailures;
  private provenAtMs = Number.NEGATIVE_INFINITY;
  private witnessedAtMs = Number.NEGATIVE_INFINITY;
  private looking: Promise<void> | null = null;
  /** Who waits until enough was seen, each to look whether that is so. */
  private readonly waiting = new Set<() => void>();
  private looksFullAtMs = Number.NEGATIVE_INFINITY;
  private isBlind = false;
  private isDeserted = false;
  private wasWitnessed = false;

  constructor(options: SightOptions) {
    this.options = options;
    this.pace = options.pace ?? PACE;
    this.failures = new RecentFailures(this.pace.togetherMs);
  }

  get abstaining(): boolean {
    return this.isBlind;
  }

  /** No witness answered the last time that they were asked. */
  get withoutWitness(): boolean {
    return this.isDeserted;
  }

  /** Looks around now, and from time to time from now on. */
  begin(): void {
    void this.look();
    const timer = setInterval(() => void this.look(), this.pace.everyMs);
    timer.unref();
    this.options.signal.addEventListener('abort', () => clearInterval(timer));
  }

  /**
   * Whether what a check found proves that the internet is there. A failure does only where no witness ever answered: a box of the
   * own network that has a certificate for every name answers so when it finds no way out.
   */
  proves({ isProof, error }: Pick<ProbeResult, 'isProof' | 'error'>): boolean {
    return isProof && (error === null || !this.wasWitnessed);
  }

  /** A target proved that the internet is there. */
  noteProof(url: string): void {
    this.hosts.note(url);
    this.noteSeen({ isWitness: false });
  }

  /** A target began to fail. Not for each failure after that: those that last would be new for ever, and never be told. */
  noteFailure(url: string): void {
    this.failures.note(url);
  }

  /** Whether what was found until then (performance.now()) may be believed; looks around where nothing was seen since. */
  async canJudge(sinceMs: number): Promise<boolean> {
    if (this.isBlind) return false;
    if (this.isEnough(sinceMs)) return true;
    const isBefore = this.looking !== null;
    await this.lookUntilEnough(sinceMs);
    // A look that had begun before may have seen what it saw before, too.
    if (isBefore && !this.isEnough(sinceMs)) await this.lookUntilEnough(sinceMs);
    if (this.isEnough(sinceMs)) return true;
    const sawAnything = Math.max(this.provenAtMs, this.witnessedAtMs) >= sinceMs;
    if (!sawAnything && !this.options.signal.aborted) this.abstain();
    return false;
  }

  /** Where several hosts fail at once the proof of yet another is not enough: the network may be there for some only. */
  private isEnough(sinceMs: number): boolean {
    return this.witnessedAtMs >= sinceMs || (!this.failures.spanHosts() && this.provenAtMs >= sinceMs);
  }

  /** Ends with the look, or as soon as enough was seen: what blocks the witnesses may be silent for long. */
  private lookUntilEnough(sinceMs: number): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        this.waiting.delete(endIfEnough);
        resolve();
      };
      const endIfEnough = () => this.isEnough(sinceMs) && end();
      this.waiting.add(endIfEnough);
      void this.look().then(end);
    });
  }

  /**
   * Asks the witnesses, then the targets that proved themselves last; side by side where no witness answered the last time. One
   * look at a time serves all.
   */
  private look(): Promise<void> {
    this.looking ??= this.lookInTurn().finally(() => {
      this.looking = null;
    });
    return this.looking;
  }

  private async lookInTurn(): Promise<void> {
    const { witnesses, ask, signal } = this.options;
    const nowMs = performance.now();
    const turnMs = nextFree(this.looksFullAtMs, this.pace.rate, nowMs);
    this.looksFullAtMs = fullAfterOne(this.looksFullAtMs, this.pace.rate, nowMs);
    if (turnMs > nowMs) await new Promise((resolve) => setTimeout(resolve, turnMs - nowMs).unref());
    const beside = this.isDeserted ? this.askTargets() : null;
    const isWitnessed = await this.any(witnesses, (witness, either) => ask(witness, either));
    if (signal.aborted) return;
    this.isDeserted = !isWitnessed;
    if (isWitnessed) this.noteSeen({ isWitness: true });
    else await (beside ?? this.askTargets());
  }

  private async askTargets(): Promise<void> {
    const { probe } = this.options;
    const isProven = await this.any(this.hosts.list(), async (url, either) => this.proves(await probe(url, either)));
    if (isProven) this.noteSeen({ isWitness: false });
  }

  private noteSeen({ isWitness }: { isWitness: boolean }): void {
    if (isWitness) this.witnessedAtMs = performance.now();
    else this.provenAtMs = performance.now();
    this.wasWitnessed ||= isWitness;
    for (const endIfEnough of this.waiting) endIfEnough();
    this.seeAgain();
  }

  /** Whether it is so of any; the others are stopped at the first. */
  private async any<T>(all: readonly T[], isSo: (one: T, signal: AbortSignal) => Promise<boolean>): Promise<boolean> {
    const enough = new AbortController();
    const either = AbortSignal.any([this.options.signal, enough.signal]);
    const answers = all.map(async (one) => {
      if (!(await isSo(one, either))) throw new Error('not this one');
    });
    const found = await Promise.any(answers).then(
      () => true,
      () => false,
    );
    enough.abort();
    return found;
  }

  private seeAgain(): void {
    if (!this.isBlind) return;
    this.isBlind = false;
    this.options.onChange(false);
  }

  private abstain(): void {
    if (this.isBlind) return;
    this.isBlind = true;
    this.options.onChange(true);
    this.lookLater();
  }

  private lookLater(): void {
    const timer = setTimeout(async () => {
      if (this.options.signal.aborted || !this.isBlind) return;
      await this.look();
      if (this.isBlind) this.lookLater();
    }, this.pace.againMs);
    timer.unref();
  }
}
