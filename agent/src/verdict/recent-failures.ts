/** Which hosts began to fail within the last `withinMs`. Times by performance.now(). */
export class RecentFailures {
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
