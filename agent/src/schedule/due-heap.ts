type Entry = { key: string; atMs: number };

/** Which of two moments comes first. */
export type IsBefore = (aMs: number, bMs: number) => boolean;

/** Keys by the moment at which each is due, the earliest first: a binary heap, so that a change costs log(size) steps. */
export class DueHeap {
  private readonly isBefore: IsBefore;
  private readonly entries: Entry[] = [];
  private readonly indexOf = new Map<string, number>();

  constructor(isBefore: IsBefore = (aMs, bMs) => aMs < bMs) {
    this.isBefore = isBefore;
  }

  /** The key that is due first, and when; null if there is none. */
  first(): Entry | null {
    return this.entries[0] ?? null;
  }

  /** Adds a key, or moves it to another moment. */
  set(key: string, atMs: number): void {
    const index = this.indexOf.get(key) ?? this.entries.length;
    this.put(index, { key, atMs });
    this.settle(index);
  }

  remove(key: string): void {
    const index = this.indexOf.get(key);
    if (index === undefined) return;
    this.indexOf.delete(key);
    const last = this.entries.pop();
    if (!last || last.key === key) return;
    this.put(index, last);
    this.settle(index);
  }

  clear(): void {
    this.entries.length = 0;
    this.indexOf.clear();
  }

  private put(index: number, entry: Entry): void {
    this.entries[index] = entry;
    this.indexOf.set(entry.key, index);
  }

  /** Moves the entry up or down to where it belongs. */
  private settle(index: number): void {
    if (!this.moveUp(index)) this.moveDown(index);
  }

  private moveUp(from: number): boolean {
    let index = from;
    for (let parent = (index - 1) >> 1; parent >= 0 && this.swapIfBefore(index, parent); parent = (index - 1) >> 1) {
      index = parent;
    }
    return index !== from;
  }

  private moveDown(from: number): void {
    for (let index = from; ; ) {
      const [left, right] = [2 * index + 1, 2 * index + 2];
      const child = this.comesBefore(right, left) ? right : left;
      if (!this.swapIfBefore(child, index)) return;
      index = child;
    }
  }

  private swapIfBefore(index: number, other: number): boolean {
    const [entry, displaced] = [this.entries[index], this.entries[other]];
    if (!entry || !displaced || !this.isBefore(entry.atMs, displaced.atMs)) return false;
    this.put(index, displaced);
    this.put(other, entry);
    return true;
  }

  private comesBefore(index: number, other: number): boolean {
    const [entry, compared] = [this.entries[index], this.entries[other]];
    return entry !== undefined && compared !== undefined && this.isBefore(entry.atMs, compared.atMs);
  }
}
