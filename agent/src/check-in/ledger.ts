/**
 * The endpoints whose verdict the next live report must carry: every one checked since the last that arrived, also where
 * the checks themselves have grown too old for the live lane.
 */
export class Ledger {
  private waiting = new Set<string>();
  private underway = new Set<string>();

  note(key: string): void {
    this.waiting.add(key);
  }

  get isEmpty(): boolean {
    return this.waiting.size === 0;
  }

  list(): string[] {
    return [...this.waiting];
  }

  /** Those that are gone have nothing to tell any more. */
  keepOnly(isThere: (key: string) => boolean): void {
    for (const keys of [this.waiting, this.underway]) {
      for (const key of keys) if (!isThere(key)) keys.delete(key);
    }
  }

  /** A report is on its way that carries these. What is noted again meanwhile waits for the next. */
  carried(keys: Iterable<string>): void {
    for (const key of keys) {
      this.waiting.delete(key);
      this.underway.add(key);
    }
  }

  /** It arrived. */
  arrived(): void {
    this.underway.clear();
  }

  /** It will not arrive: its verdicts wait again. */
  returned(): void {
    this.waiting = new Set([...this.underway, ...this.waiting]);
    this.underway.clear();
  }
}
