import { AGENT } from '@farwatch/core/limits';
import { SECOND_MS } from '@farwatch/core/time';
import type { Probe } from '../probe/probe.ts';
import { RecentHosts } from './recent-hosts.ts';

const LOOK_AGAIN_MS = 10 * SECOND_MS;

export type SightOptions = {
  witnesses: readonly string[];
  probe: Probe;
  signal: AbortSignal;
  onChange: (abstaining: boolean) => void;
  lookAgainMs?: number;
};

/**
 * Whether the agent can see the world at all (design 4). A failure counts only when something else answered after it:
 * an answer from before may be older than the agent's own loss of its network. Any HTTP answer counts, a 5xx too.
 * Where nothing answers the agent abstains, and looks again every 10 s until something does.
 */
export class Sight {
  private readonly options: SightOptions;
  private readonly hosts = new RecentHosts();
  private answeredAtMs = Number.NEGATIVE_INFINITY;
  private looking: Promise<boolean> | null = null;
  private isBlind = false;

  constructor(options: SightOptions) {
    this.options = options;
  }

  get abstaining(): boolean {
    return this.isBlind;
  }

  /** A target answered. */
  noteAnswer(url: string): void {
    this.hosts.note(url);
    this.saw();
  }

  /** Whether something answered since then (performance.now()), and within the last minute. */
  hasSeenSince(sinceMs: number): boolean {
    return this.answeredAtMs >= Math.max(sinceMs, performance.now() - AGENT.answeredWithinMs);
  }

  /** Asks the witnesses, then the targets that answered last; true at the first answer. One look at a time serves all. */
  look(): Promise<boolean> {
    this.looking ??= this.ask().finally(() => {
      this.looking = null;
    });
    return this.looking;
  }

  /** What `hasSeenSince` says, else a look; where nothing answers the agent abstains from now on. */
  async canJudge(sinceMs: number): Promise<boolean> {
    if (this.isBlind) return false;
    if (this.hasSeenSince(sinceMs) || (await this.look())) return true;
    if (!this.options.signal.aborted && !this.hasSeenSince(sinceMs)) this.abstain();
    return this.hasSeenSince(sinceMs);
  }

  /** Users' targets are not bothered as long as a witness answers. */
  private async ask(): Promise<boolean> {
    const answered = (await this.anyAnswers(this.options.witnesses)) || (await this.anyAnswers(this.hosts.list()));
    if (answered) this.saw();
    return answered;
  }

  private async anyAnswers(urls: readonly string[]): Promise<boolean> {
    const { probe, signal } = this.options;
    const enough = new AbortController();
    const either = AbortSignal.any([signal, enough.signal]);
    const answers = urls.map(async (url) => {
      const { statusCode } = await probe(url, either);
      if (statusCode === null) throw new Error('no answer');
    });
    const answered = await Promise.any(answers).then(
      () => true,
      () => false,
    );
    enough.abort();
    return answered;
  }

  private saw(): void {
    this.answeredAtMs = performance.now();
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
      if (!(await this.look())) this.lookLater();
    }, this.options.lookAgainMs ?? LOOK_AGAIN_MS);
    timer.unref();
  }
}
