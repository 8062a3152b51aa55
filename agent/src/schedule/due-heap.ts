type Entry = { key: string; atMs: number };

/** When each key is due, the earliest first: a binary heap, so that a change costs log(size) steps. */
export class DueHeap {
  private readonly entries: Entry[] = [];
  private readonly indexOf = new Map<string, number>();

  /** The key that is due first, and when; null if there is none. */
  first(): Entry | null {
    return this.entries[0] ?? null;
  }

  /** Adds a key, or moves it to another time. */
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
  private settle(from: number): void {
    let index = from;
    for (let parent = (index - 1) >> 1; parent >= 0 && this.swapIfBefore(index, parent); parent = (index - 1) >> 1) {
      index = parent;
    }
    if (index === from) this.moveDown(from);
  }

  private moveDown(from: number): void {
    for (let index = from; ; ) {
      const left = 2 * index + 1;
      const child = this.isBefore(left + 1, left) ? left + 1 : left;
      if (!this.swapIfBefore(child, index)) return;
      index = child;
    }
  }

  private swapIfBefore(index: number, other: number): boolean {
    const entry = this.entries[index];
    const displaced = this.entries[other];
    if (!entry || !displaced || entry.atMs >= displaced.atMs) return false;
    this.put(index, displaced);
    this.put(other, entry);
    return true;
  }

  private isBefore(index: number, other: number): boolean {
    const entry = this.entries[index];
    const compared = this.entries[other];
    return entry !== undefined && compared !== undefined && entry.atMs < compared.atMs;
  }
}
