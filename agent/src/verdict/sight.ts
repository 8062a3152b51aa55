import { MINUTE_MS, SECOND_MS } from '@farwatch/core/time';
import type { Probe } from '../probe/probe.ts';
import type { ProbeResult } from '../probe/result.ts';
import { fullAfterOne, nextFree, type Rate } from '../schedule/rate.ts';
import { RecentFailures } from './recent-failures.ts';
import { RecentHosts } from './recent-hosts.ts';
import type { AskWitness, Witness } from './witnesses.ts';

/**
 * How often connectivity is checked: `againMs` apart while nothing is seen, `everyMs` apart in any case, else by the
 * rate. Hosts that begin to fail within `togetherMs` may do so for the same reason.
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
 * Whether the agent can reach the internet (docs/architecture.md, Connectivity). A change of a verdict counts only if a
 * proof came after it that the own network cannot fake: a witness with the right answer or, if only one host fails, a
 * target that proves itself (see `Hop`). Without any the agent abstains until it sees something.
 */
export class Sight {
  private readonly options: SightOptions;
  private readonly pace: LookPace;
  private readonly hosts = new RecentHosts();
  private readonly failures: RecentFailures;
  private provenAtMs = Number.NEGATIVE_INFINITY;
  private witnessedAtMs = Number.NEGATIVE_INFINITY;
  private looking: Promise<void> | null = null;
  /** Callers that wait until enough was seen, each with its check of that. */
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

  /** No witness answered the last time they were asked. */
  get withoutWitness(): boolean {
    return this.isDeserted;
  }

  /** Checks connectivity now, and from time to time from now on. */
  begin(): void {
    void this.look();
    const timer = setInterval(() => void this.look(), this.pace.everyMs);
    timer.unref();
    this.options.signal.addEventListener('abort', () => clearInterval(timer));
  }

  /**
   * Whether a check's result proves that the internet is reachable. A failure does only if no witness ever answered: a
   * box in the own network with a certificate for every name answers like that without a connection.
   */
  proves({ isProof, error }: Pick<ProbeResult, 'isProof' | 'error'>): boolean {
    return isProof && (error === null || !this.wasWitnessed);
  }

  /** A target proved that the internet is reachable. */
  noteProof(url: string): void {
    this.hosts.note(url);
    this.noteSeen({ isWitness: false });
  }

  /**
   * A target began to fail. Only the first failure is noted: a lasting one would otherwise always be recent, and never
   * be reported.
   */
  noteFailure(url: string): void {
    this.failures.note(url);
  }

  /** Whether findings up to then (performance.now()) may be believed; checks connectivity if nothing was seen since. */
  async canJudge(sinceMs: number): Promise<boolean> {
    if (this.isBlind) return false;
    if (this.isEnough(sinceMs)) return true;
    const isBefore = this.looking !== null;
    await this.lookUntilEnough(sinceMs);
    // A look that began earlier may also have seen only earlier proof.
    if (isBefore && !this.isEnough(sinceMs)) await this.lookUntilEnough(sinceMs);
    if (this.isEnough(sinceMs)) return true;
    const sawAnything = Math.max(this.provenAtMs, this.witnessedAtMs) >= sinceMs;
    if (!sawAnything && !this.options.signal.aborted) this.abstain();
    return false;
  }

  /** If several hosts fail at once, another target's proof is not enough: the network may be up for some only. */
  private isEnough(sinceMs: number): boolean {
    return this.witnessedAtMs >= sinceMs || (!this.failures.spanHosts() && this.provenAtMs >= sinceMs);
  }

  /** Ends with the look, or as soon as enough was seen: whatever blocks the witnesses may take long. */
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
   * Asks the witnesses, then the targets that proved themselves last; both at once if no witness answered the last
   * time. One look at a time serves all.
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

  /** Whether it is true for any; the others are stopped at the first. */
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
