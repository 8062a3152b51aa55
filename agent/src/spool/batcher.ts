/** Writes items at once, and those that come during a write together after it. `add` ends when its item is written. */
export class Batcher<T> {
  private readonly write: (items: T[]) => Promise<void>;
  private waiting: { item: T; done: () => void; failed: (error: unknown) => void }[] = [];
  private running: Promise<void> | null = null;

  constructor(write: (items: T[]) => Promise<void>) {
    this.write = write;
  }

  add(item: T): Promise<void> {
    return new Promise((done, failed) => {
      this.waiting.push({ item, done, failed });
      this.running ??= this.run();
    });
  }

  /** Ends when nothing waits. */
  async drain(): Promise<void> {
    while (this.running) await this.running;
  }

  private async run(): Promise<void> {
    while (this.waiting.length > 0) {
      const batch = this.waiting.splice(0);
      try {
        await this.write(batch.map(({ item }) => item));
        for (const { done } of batch) done();
      } catch (error) {
        for (const { failed } of batch) failed(error);
      }
    }
    this.running = null;
  }
}
