import type { Verdict, Withdrawal } from '@farwatch/core/documents/flip';
import type { Plan } from '../schedule/plan.ts';
import { type Knowledge, NOTHING_KNOWN, withoutDoubt } from '../verdict/confirm.ts';

/** What is known of every endpoint of the plan, and which have no first result yet. */
export class KnowledgeBook {
  private readonly known = new Map<string, Knowledge>();
  /** Endpoints that can no longer be judged from here, and why. */
  private readonly withdrawn = new Map<string, Withdrawal>();
  /** Endpoints whose change was not believed because the internet was not seen. */
  private readonly unbelieved = new Set<string>();
  /** The generation under which the verdict was last noted for a report. */
  private readonly toldGeneration = new Map<string, number>();
  /** Endpoints without a first result, for each round that somebody waits for. */
  private rounds: { unsettled: Set<string>; end: () => void }[] = [];

  of(key: string): Knowledge {
    return this.known.get(key) ?? NOTHING_KNOWN;
  }

  verdictOf(key: string): Verdict | null {
    return this.of(key).verdict;
  }

  /** Another plan: forgets endpoints that are gone or have another URL, even one they had before. */
  follow(before: Plan, plan: Plan): void {
    for (const [key, { url, rev }] of before) {
      const next = plan.get(key);
      if (next?.url !== url || next.rev !== rev) this.forget(key);
    }
    for (const { unsettled } of this.rounds) for (const key of unsettled) if (!plan.has(key)) unsettled.delete(key);
    this.endRounds();
  }

  /** Ends when each of these has a verdict, cannot be judged now, or is gone. */
  round(keys: Iterable<string>): Promise<void> {
    const unsettled = new Set([...keys].filter((key) => !this.verdictOf(key) && !this.unbelieved.has(key)));
    return new Promise((end) => {
      this.rounds.push({ unsettled, end });
      this.endRounds();
    });
  }

  learn(key: string, knowledge: Knowledge): void {
    this.known.set(key, knowledge);
    this.unbelieved.delete(key);
    if (knowledge.verdict) this.withdrawn.delete(key);
  }

  /** Why an endpoint's verdict was withdrawn; null if it was not. */
  withdrawalOf(key: string): Withdrawal | null {
    return this.withdrawn.get(key) ?? null;
  }

  /** The time is known: findings from the guessed `fromMs` on were `byMs` later. All epoch ms. */
  retime(fromMs: number, byMs: number): void {
    const rightly = (atMs: number) => (atMs >= fromMs ? atMs + byMs : atMs);
    for (const [key, { verdict, doubtSince }] of this.known) {
      const retimed = verdict && { ...verdict, since: rightly(verdict.since) };
      this.known.set(key, { verdict: retimed, doubtSince: doubtSince && rightly(doubtSince) });
    }
    for (const [key, { reason, since }] of this.withdrawn) this.withdrawn.set(key, { reason, since: rightly(since) });
  }

  /** The endpoint's verdict no longer holds. */
  withdraw(key: string, withdrawal: Withdrawal): void {
    this.known.delete(key);
    this.withdrawn.set(key, withdrawal);
  }

  /** Whether there is a verdict, or its withdrawal, not noted under this generation yet; from now on it is. */
  isNewUnder(key: string, generation: number): boolean {
    if ((this.verdictOf(key) === null && !this.withdrawn.has(key)) || this.toldGeneration.get(key) === generation)
      return false;
    this.toldGeneration.set(key, generation);
    return true;
  }

  /** A change seen while the agent sees no internet: it does not count. */
  disbelieve(key: string): void {
    this.known.set(key, withoutDoubt(this.of(key)));
    this.unbelieved.add(key);
  }

  /** The endpoints to check once the agent sees the internet again; doubts from before are dropped. */
  takeUnbelieved(): string[] {
    for (const [key, { doubtSince }] of this.known) if (doubtSince !== null) this.disbelieve(key);
    const keys = [...this.unbelieved];
    this.unbelieved.clear();
    return keys;
  }

  /** A check of the endpoint is done: without a doubt it has its first result. */
  settle(key: string): void {
    if (this.of(key).doubtSince === null) this.pass(key);
  }

  /** Callers no longer wait for the endpoint's first result. */
  pass(key: string): void {
    if (this.rounds.length === 0) return;
    for (const { unsettled } of this.rounds) unsettled.delete(key);
    this.endRounds();
  }

  private forget(key: string): void {
    this.known.delete(key);
    this.withdrawn.delete(key);
    this.toldGeneration.delete(key);
    this.unbelieved.delete(key);
  }

  private endRounds(): void {
    for (const { unsettled, end } of this.rounds) if (unsettled.size === 0) end();
    this.rounds = this.rounds.filter(({ unsettled }) => unsettled.size > 0);
  }
}
