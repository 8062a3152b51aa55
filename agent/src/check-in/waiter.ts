/** Waits until a moment (performance.now()) or a poke, whichever comes first. A poke while nobody waits is kept. */
export class Waiter {
  private wake: (() => void) | null = null;
  private isPoked = false;

  poke(): void {
    this.isPoked = true;
    this.wake?.();
  }

  async until(atMs: number): Promise<void> {
    const delayMs = Math.min(atMs - performance.now(), 2 ** 31 - 1);
    if (!this.isPoked && delayMs > 0) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, delayMs);
        this.wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    this.wake = null;
    this.isPoked = false;
  }
}
