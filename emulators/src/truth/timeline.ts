/** Something that happens at a virtual moment; `cancel` takes it back. */
export type Event = { readonly atMs: number; cancel(): void };

type Entry = Event & { order: number; work: (() => void) | null };

/** Virtual time, epoch ms: it stands still while anything runs, and then goes on to the next event. */
export class Timeline {
  nowMs: number;
  private readonly heap: Entry[] = [];
  private order = 0;

  constructor(startMs: number) {
    this.nowMs = startMs;
  }

  /** Does the work at that moment, not before now; events of one moment in the order they were planned. */
  at(atMs: number, work: () => void): Event {
    const entry: Entry = { atMs: Math.max(this.nowMs, atMs), order: this.order++, work, cancel: () => undefined };
    entry.cancel = () => {
      entry.work = null;
    };
    this.heap.push(entry);
    this.rise(this.heap.length - 1);
    return entry;
  }

  after(delayMs: number, work: () => void): Event {
    return this.at(this.nowMs + delayMs, work);
  }

  /** Lets everything happen until that moment. What an event starts has come to its next wait before the next event. */
  async runUntil(untilMs: number): Promise<void> {
    for (let next = this.heap[0]; next && next.atMs <= untilMs; next = this.heap[0]) {
      this.removeFirst();
      if (!next.work) continue;
      this.nowMs = next.atMs;
      next.work();
      await settled();
    }
    this.nowMs = Math.max(this.nowMs, untilMs);
  }

  private removeFirst(): void {
    const last = this.heap.pop();
    if (!last || this.heap.length === 0) return;
    this.heap[0] = last;
    this.sink(0);
  }

  private rise(from: number): void {
    for (let index = from; index > 0; ) {
      const parent = (index - 1) >> 1;
      if (this.isBefore(parent, index)) return;
      this.swap(parent, index);
      index = parent;
    }
  }

  private sink(from: number): void {
    for (let index = from; ; ) {
      const [left, right] = [2 * index + 1, 2 * index + 2];
      let first = index;
      if (left < this.heap.length && this.isBefore(left, first)) first = left;
      if (right < this.heap.length && this.isBefore(right, first)) first = right;
      if (first === index) return;
      this.swap(first, index);
      index = first;
    }
  }

  private isBefore(a: number, b: number): boolean {
    const [one, other] = [this.heap[a], this.heap[b]];
    if (!one || !other) return false;
    return one.atMs < other.atMs || (one.atMs === other.atMs && one.order < other.order);
  }

  private swap(a: number, b: number): void {
    const [one, other] = [this.heap[a], this.heap[b]];
    if (one && other) [this.heap[a], this.heap[b]] = [other, one];
  }
}

/** Ends once no promise has anything left to do: nothing in a world waits for the real outside. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
