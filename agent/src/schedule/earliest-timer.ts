/** One timer for the earliest of many times, reset when an earlier one is added. Fires after 30 s at the latest. */
export class EarliestTimer {
  private readonly fire: () => void;
  private timer: NodeJS.Timeout | null = null;
  private firesAtMs = Number.POSITIVE_INFINITY;

  constructor(fire: () => void) {
    this.fire = fire;
  }

  /** Fires after `delayMs`, or earlier if it is already set so. */
  within(delayMs: number): void {
    const atMs = performance.now() + Math.min(Math.max(0, delayMs), 30_000);
    if (atMs >= this.firesAtMs) return;
    this.stop();
    this.firesAtMs = atMs;
    this.timer = setTimeout(
      () => {
        this.stop();
        this.fire();
      },
      Math.max(1, Math.ceil(atMs - performance.now())),
    );
  }

  stop(): void {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    this.firesAtMs = Number.POSITIVE_INFINITY;
  }
}
