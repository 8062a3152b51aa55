/**
 * Gathers items for a few ms and writes them together, since writes cost more than items. `add` ends when its item is
 * written.
 */
export class Batcher<T> {
  private readonly write: (items: T[]) => Promise<void>;
  private readonly gatherMs: number;
  private waiting: { item: T; done: () => void; failed: (error: unknown) => void }[] = [];
  private running: Promise<void> | null = null;

  constructor(write: (items: T[]) => Promise<void>, gatherMs: number) {
    this.write = write;
    this.gatherMs = gatherMs;
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
      await new Promise((resolve) => setTimeout(resolve, this.gatherMs));
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
