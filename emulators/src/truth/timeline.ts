/** Something that happens at a virtual moment; `cancel` takes it back. */
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
    const entry = new Entry(Math.max(this.nowMs, atMs), this.order++, work);
    this.heap.push(entry);
    this.rise(entry);
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
    if (last && this.heap.length > 0) this.sink(last);
  }

  /** Puts the entry, for which there is room at the end, where it belongs on the way to the top. */
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

  /** Puts the entry where it belongs on the way from the top, whose own is gone. */
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

/**
 * Ends once no promise has anything left to do: what is planned so by a promise has its turn when all others had theirs.
 * Nothing in a world waits for the real outside, so the event loop needs no turn.
 */
function settled(): Promise<void> {
  return new Promise((resolve) => process.nextTick(resolve));
}
