const AT_MOST_MS = 30_000;

/** One timer for the earliest of many moments, reset when an earlier one is added. Rings at least every 30 s. */
export class Alarm {
  private readonly ring: () => void;
  private timer: NodeJS.Timeout | null = null;
  private ringsAtMs = Number.POSITIVE_INFINITY;

  constructor(ring: () => void) {
    this.ring = ring;
  }

  /** Rings after `delayMs`, or earlier if that was asked for before. */
  within(delayMs: number): void {
    const atMs = performance.now() + Math.min(Math.max(0, delayMs), AT_MOST_MS);
    if (atMs >= this.ringsAtMs) return;
    this.stop();
    this.ringsAtMs = atMs;
    this.timer = setTimeout(
      () => {
        this.stop();
        this.ring();
      },
      Math.max(1, Math.ceil(atMs - performance.now())),
    );
  }

  stop(): void {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    this.ringsAtMs = Number.POSITIVE_INFINITY;
  }
}
