import type { Verdict } from '@farwatch/core/documents/flip';
import type { Plan } from '../schedule/plan.ts';
import { type Knowledge, NOTHING_KNOWN, withoutDoubt } from '../verdict/confirm.ts';

/** What is known of every endpoint of the plan, and which of them have not had their first say. */
export class KnowledgeBook {
  private readonly known = new Map<string, Knowledge>();
  /** Endpoints whose failure was not believed because nothing could be seen. */
  private readonly unbelieved = new Set<string>();
  /** Under which gen the verdict was last brought up to be reported. */
  private readonly toldGen = new Map<string, number>();
  private unsettled: Set<string> | null = null;
  private endFirstRound: () => void = () => undefined;

  /** Ends when every endpoint of the first plan has a verdict, or has been found not to be judged now. */
  readonly firstRound = new Promise<void>((resolve) => {
    this.endFirstRound = resolve;
  });

  of(key: string): Knowledge {
    return this.known.get(key) ?? NOTHING_KNOWN;
  }

  verdictOf(key: string): Verdict | null {
    return this.of(key).verdict;
  }

  /** Another plan: what is gone, or has another URL, also one it had before, is forgotten. */
  follow(before: Plan, plan: Plan): void {
    for (const [key, { url, rev }] of before) {
      const next = plan.get(key);
      if (next?.url !== url || next.rev !== rev) this.forget(key);
    }
    this.unsettled ??= new Set(plan.keys());
    for (const key of this.unsettled) if (!plan.has(key)) this.unsettled.delete(key);
    this.lookIfSettled();
  }

  learn(key: string, knowledge: Knowledge): void {
    this.known.set(key, knowledge);
    this.unbelieved.delete(key);
  }

  /** Whether there is a verdict that was not yet brought up under this gen; from now on it was. */
  isNewUnder(key: string, gen: number): boolean {
    if (this.verdictOf(key) === null || this.toldGen.get(key) === gen) return false;
    this.toldGen.set(key, gen);
    return true;
  }

  /** A failure seen while the agent sees nothing: it does not count. */
  disbelieve(key: string): void {
    this.known.set(key, withoutDoubt(this.of(key)));
    this.unbelieved.add(key);
  }

  /** The endpoints to check once the agent sees again; what was doubted while it did not is dropped. */
  takeUnbelieved(): string[] {
    for (const [key, { doubtSince }] of this.known) if (doubtSince !== null) this.disbelieve(key);
    const keys = [...this.unbelieved];
    this.unbelieved.clear();
    return keys;
  }

  /** A check of the endpoint is through: without a doubt it has had its first say. */
  settle(key: string): void {
    if (this.of(key).doubtSince === null && this.unsettled?.delete(key)) this.lookIfSettled();
  }

  private forget(key: string): void {
    this.known.delete(key);
    this.toldGen.delete(key);
    this.unbelieved.delete(key);
  }

  private lookIfSettled(): void {
    if (this.unsettled?.size === 0) this.endFirstRound();
  }
}
