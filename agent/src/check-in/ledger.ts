/**
 * The endpoints whose verdict the next live report must carry: every one checked since the last report that arrived,
 * even if its checks have become too old for the live lane.
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

  /** Endpoints that no longer exist have nothing to report. */
  keepOnly(isThere: (key: string) => boolean): void {
    for (const keys of [this.waiting, this.underway]) {
      for (const key of keys) if (!isThere(key)) keys.delete(key);
    }
  }

  /** A report on its way carries these. What is noted again meanwhile waits for the next. */
  carried(keys: Iterable<string>): void {
    for (const key of keys) {
      this.waiting.delete(key);
      this.underway.add(key);
    }
  }

  arrived(): void {
    this.underway.clear();
  }

  /** It will not arrive: its verdicts wait again. */
  returned(): void {
    this.waiting = new Set([...this.underway, ...this.waiting]);
    this.underway.clear();
  }
}
