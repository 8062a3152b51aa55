/**
 * The endpoints whose verdict the next live report must carry: all that were checked since the last delivered report,
 * even if their checks are too old for the live lane.
 */
export class UnreportedVerdicts {
  private waiting = new Set<string>();
  private inFlight = new Set<string>();

  note(key: string): void {
    this.waiting.add(key);
  }

  get isEmpty(): boolean {
    return this.waiting.size === 0;
  }

  list(): string[] {
    return [...this.waiting];
  }

  /** Drops endpoints that no longer exist. */
  keepOnly(isThere: (key: string) => boolean): void {
    for (const keys of [this.waiting, this.inFlight]) {
      for (const key of keys) if (!isThere(key)) keys.delete(key);
    }
  }

  /**
   * To be called when a report in flight carries these verdicts. Verdicts noted again in the meantime wait for the
   * next.
   */
  sent(keys: Iterable<string>): void {
    for (const key of keys) {
      this.waiting.delete(key);
      this.inFlight.add(key);
    }
  }

  delivered(): void {
    this.inFlight.clear();
  }

  /** To be called when the report in flight was lost or came too late: its verdicts wait again. */
  returned(): void {
    this.waiting = new Set([...this.inFlight, ...this.waiting]);
    this.inFlight.clear();
  }
}
