import { MINUTE_MS, SECOND_MS } from '@farwatch/core/values/time';
import type { RunCheck } from '../probe/check.ts';
import type { ProbeResult } from '../probe/probe.ts';
import { fullAfterOne, nextFree, type Rate } from '../schedule/rate.ts';
import type { CheckReference, ReferenceSite } from './reference-sites.ts';

/**
 * How often connectivity is checked: every `againMs` while the agent abstains, at least every `everyMs`, on demand at
 * most at `rate`. Hosts that begin to fail within `togetherMs` may fail for the same reason.
 */
export type ConnectivityTiming = { againMs: number; everyMs: number; rate: Rate; togetherMs: number };

const TIMING: ConnectivityTiming = {
  againMs: 10 * SECOND_MS,
  everyMs: 10 * MINUTE_MS,
  rate: { burst: 10, perSec: 1 },
  togetherMs: MINUTE_MS,
};

/** How many recent targets are kept as a fallback for the reference sites. */
const KEPT_TARGETS = 2;

export type ConnectivityOptions = {
  references: readonly ReferenceSite[];
  checkReference: CheckReference;
  probe: RunCheck;
  signal: AbortSignal;
  onChange: (abstaining: boolean) => void;
  timing?: ConnectivityTiming;
};

/**
 * Whether the agent can reach the internet (docs/agent.md, Connectivity). A verdict changes only if a proof that
 * the local network cannot fake comes after the check: a reference site's right answer or, while only one host fails,
 * an answer with `isProof` (see `Connection`). Without proof the agent abstains until there is one.
 */
export class Connectivity {
  private readonly options: ConnectivityOptions;
  private readonly timing: ConnectivityTiming;
  private readonly hosts = new RecentHosts();
  private readonly failures: RecentFailures;
  private provenAtMs = Number.NEGATIVE_INFINITY;
  private referenceAnsweredAtMs = Number.NEGATIVE_INFINITY;
  private checking: Promise<void> | null = null;
  /** Called at each proof, for callers that wait until there is enough. */
  private readonly waiting = new Set<() => void>();
  private checksFullAtMs = Number.NEGATIVE_INFINITY;
  private isAbstaining = false;
  private hasNoReference = false;
  private hasReferenceAnswered = false;

  constructor(options: ConnectivityOptions) {
    this.options = options;
    this.timing = options.timing ?? TIMING;
    this.failures = new RecentFailures(this.timing.togetherMs);
  }

  get abstaining(): boolean {
    return this.isAbstaining;
  }

  /** Whether no reference site answered the last time. */
  get withoutReference(): boolean {
    return this.hasNoReference;
  }

  /** When there was proof of any kind last (performance.now()). */
  get lastProofAtMs(): number {
    return Math.max(this.provenAtMs, this.referenceAnsweredAtMs);
  }

  /** Checks connectivity now, and then every `everyMs`. */
  start(): void {
    void this.check();
    const timer = setInterval(() => void this.check(), this.timing.everyMs);
    timer.unref();
    this.options.signal.addEventListener('abort', () => clearInterval(timer));
  }

  /**
   * Whether a check's result proves that the internet is reachable. A failed answer does only if no reference site ever
   * answered: a local proxy with a certificate for every name gives such answers without an internet connection.
   */
  proves({ isProof, error }: Pick<ProbeResult, 'isProof' | 'error'>): boolean {
    return isProof && (error === null || !this.hasReferenceAnswered);
  }

  /** A target proved that the internet is reachable. */
  noteProof(url: string): void {
    this.hosts.note(url);
    this.noteReachable({ isReference: false });
  }

  /**
   * A target started to fail. To be called for its first failure only, otherwise a long outage would always be recent.
   */
  noteFailure(url: string): void {
    this.failures.note(url);
  }

  /** Whether there is proof since then (performance.now()). Checks connectivity if not. */
  async hasProofSince(sinceMs: number): Promise<boolean> {
    if (this.isAbstaining) return false;
    if (this.isProvenSince(sinceMs)) return true;
    const isBefore = this.checking !== null;
    await this.checkUntilProven(sinceMs);
    // A check that was already running may have found only earlier proof.
    if (isBefore && !this.isProvenSince(sinceMs)) await this.checkUntilProven(sinceMs);
    return this.isProvenSince(sinceMs);
  }

  /** The same; abstains if there is no proof of any kind. */
  async canConfirm(sinceMs: number): Promise<boolean> {
    if (await this.hasProofSince(sinceMs)) return true;
    if (this.isAbstaining) return false;
    if (this.lastProofAtMs < sinceMs && !this.options.signal.aborted) this.abstain();
    return false;
  }

  /** While several hosts fail at once, another target's answer is not enough: part of the network may be down. */
  private isProvenSince(sinceMs: number): boolean {
    return this.referenceAnsweredAtMs >= sinceMs || (!this.failures.spanHosts() && this.provenAtMs >= sinceMs);
  }

  /** Ends with the check, or as soon as there is proof: blocked reference sites may time out slowly. */
  private checkUntilProven(sinceMs: number): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        this.waiting.delete(endIfProven);
        resolve();
      };
      const endIfProven = () => this.isProvenSince(sinceMs) && end();
      this.waiting.add(endIfProven);
      void this.check().then(end);
    });
  }

  /**
   * Checks the reference sites, then the targets that were proof last; both at once if no reference site answered
   * the last time. Simultaneous callers share one check.
   */
  private check(): Promise<void> {
    this.checking ??= this.checkAtRate().finally(() => {
      this.checking = null;
    });
    return this.checking;
  }

  private async checkAtRate(): Promise<void> {
    const { references, checkReference, signal } = this.options;
    const nowMs = performance.now();
    const turnMs = nextFree(this.checksFullAtMs, this.timing.rate, nowMs);
    this.checksFullAtMs = fullAfterOne(this.checksFullAtMs, this.timing.rate, nowMs);
    if (turnMs > nowMs) await new Promise((resolve) => setTimeout(resolve, turnMs - nowMs).unref());
    const fallback = this.hasNoReference ? this.probeTargets() : null;
    const isAnswered = await this.any(references, (reference, either) => checkReference(reference, either));
    if (signal.aborted) return;
    this.hasNoReference = !isAnswered;
    if (isAnswered) this.noteReachable({ isReference: true });
    else await (fallback ?? this.probeTargets());
  }

  private async probeTargets(): Promise<void> {
    const { probe } = this.options;
    // By a plain GET, whatever the endpoint's options: any answer is proof.
    const isProven = await this.any(this.hosts.list(), async (url, either) =>
      this.proves(await probe({ url, check: null }, either)),
    );
    if (isProven) this.noteReachable({ isReference: false });
  }

  private noteReachable({ isReference }: { isReference: boolean }): void {
    if (isReference) this.referenceAnsweredAtMs = performance.now();
    else this.provenAtMs = performance.now();
    this.hasReferenceAnswered ||= isReference;
    for (const endIfProven of this.waiting) endIfProven();
    this.endAbstaining();
  }

  /** Whether it is true for any of them; the first true one aborts the others. */
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

  private endAbstaining(): void {
    if (!this.isAbstaining) return;
    this.isAbstaining = false;
    this.options.onChange(false);
  }

  private abstain(): void {
    if (this.isAbstaining) return;
    this.isAbstaining = true;
    this.options.onChange(true);
    this.checkLater();
  }

  private checkLater(): void {
    const timer = setTimeout(async () => {
      if (this.options.signal.aborted || !this.isAbstaining) return;
      await this.check();
      if (this.isAbstaining) this.checkLater();
    }, this.timing.againMs);
    timer.unref();
  }
}

/** Which hosts started to fail within the last `withinMs`. Times by performance.now(). */
class RecentFailures {
  private readonly withinMs: number;
  private readonly failedAtMs = new Map<string, number>();

  constructor(withinMs: number) {
    this.withinMs = withinMs;
  }

  note(url: string): void {
    const { host } = new URL(url);
    this.failedAtMs.delete(host);
    this.failedAtMs.set(host, performance.now());
    this.forgetOld();
  }

  /** Whether there are several: then the agent's own network may be at fault. */
  spanHosts(): boolean {
    this.forgetOld();
    return this.failedAtMs.size > 1;
  }

  private forgetOld(): void {
    for (const [host, atMs] of this.failedAtMs) {
      if (atMs > performance.now() - this.withinMs) return;
      this.failedAtMs.delete(host);
    }
  }
}

/** The targets of the last two hosts that were proof, to be checked again if no reference site answers. */
export class RecentHosts {
  private readonly urls = new Map<string, string>();

  note(url: string): void {
    const { host } = new URL(url);
    this.urls.delete(host);
    this.urls.set(host, url);
    const [oldest] = this.urls.keys();
    if (this.urls.size > KEPT_TARGETS && oldest !== undefined) this.urls.delete(oldest);
  }

  list(): string[] {
    return [...this.urls.values()];
  }
}
