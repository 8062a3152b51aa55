/** Planned work. */
export type Event = { readonly atMs: number; cancel(): void };

class Entry implements Event {
  readonly atMs: number;
  readonly order: number;
  work: (() => void) | null;

  constructor(atMs: number, order: number, work: () => void) {
    this.atMs = atMs;
    this.order = order;
    this.work = work;
  }

  cancel(): void {
    this.work = null;
  }
}

/** Virtual time, epoch ms: it stops while anything runs, and then advances to the next event. */
export class Timeline {
  readonly startMs: number;
  nowMs: number;
  private readonly heap: Entry[] = [];
  private order = 0;

  constructor(startMs: number) {
    this.startMs = startMs;
    this.nowMs = startMs;
  }

  /** Runs the work at that time, or now if it is past; work for the same time runs in the order it was planned. */
  at(atMs: number, work: () => void): Event {
    const entry = new Entry(Math.max(this.nowMs, atMs), this.order++, work);
    this.heap.push(entry);
    this.rise(entry);
    return entry;
  }

  after(delayMs: number, work: () => void): Event {
    return this.at(this.nowMs + delayMs, work);
  }

  /** Runs everything until that time. Before the next event starts, everything that an event started waits. */
  async runUntil(untilMs: number): Promise<void> {
    for (let next = this.heap[0]; next && next.atMs <= untilMs; next = this.heap[0]) {
      this.removeFirst();
      if (!next.work) continue;
      this.nowMs = next.atMs;
      next.work();
      await allWaiting();
    }
    this.nowMs = Math.max(this.nowMs, untilMs);
  }

  private removeFirst(): void {
    const last = this.heap.pop();
    if (last && this.heap.length > 0) this.sink(last);
  }

  /** Moves the entry from the end of the heap up to its place. */
  private rise(entry: Entry): void {
    const { heap } = this;
    let index = heap.length - 1;
    while (index > 0) {
      const above = (index - 1) >> 1;
      const parent = heap[above];
      if (!parent || isBefore(parent, entry)) break;
      heap[index] = parent;
      index = above;
    }
    heap[index] = entry;
  }

  /** Moves the entry from the top of the heap, which is free, down to its place. */
  private sink(entry: Entry): void {
    const { heap } = this;
    let index = 0;
    for (;;) {
      const left = 2 * index + 1;
      const [one, other] = [heap[left], heap[left + 1]];
      const first = one && other && isBefore(other, one) ? other : one;
      if (!first || isBefore(entry, first)) break;
      heap[index] = first;
      index = first === one ? left : left + 1;
    }
    heap[index] = entry;
  }
}

function isBefore(one: Entry, other: Entry): boolean {
  return one.atMs < other.atMs || (one.atMs === other.atMs && one.order < other.order);
}

/** Resolves when no promise has anything left to do. A world waits for no real I/O, so the event loop needs no turn. */
function allWaiting(): Promise<void> {
  return new Promise((resolve) => process.nextTick(resolve));
}
