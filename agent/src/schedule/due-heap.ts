type Entry = { key: string; atMs: number; index: number };

/** When each key is due, the earliest first: a binary heap, so that a change costs log(size) steps. */
export class DueHeap {
  private readonly entries: Entry[] = [];
  private readonly entryOf = new Map<string, Entry>();

  /** The key that is due first, and when; null if there is none. */
  first(): { key: string; atMs: number } | null {
    return this.entries[0] ?? null;
  }

  /** Adds a key, or moves it to another time. */
  set(key: string, atMs: number): void {
    const entry = this.entryOf.get(key) ?? { key, atMs, index: this.entries.length };
    entry.atMs = atMs;
    this.entryOf.set(key, entry);
    this.place(entry, entry.index);
  }

  remove(key: string): void {
    const entry = this.entryOf.get(key);
    if (!entry) return;
    this.entryOf.delete(key);
    const last = this.entries.pop();
    if (last && last !== entry) this.place(last, entry.index);
  }

  clear(): void {
    this.entries.length = 0;
    this.entryOf.clear();
  }

  /** Puts an entry at a free index, and moves it up or down from there to where it belongs. */
  private place(entry: Entry, from: number): void {
    let index = from;
    for (let parent = this.parentOf(index); parent && entry.atMs < parent.atMs; parent = this.parentOf(index)) {
      const above = parent.index;
      this.put(parent, index);
      index = above;
    }
    if (index === from) index = this.freeBelow(entry, from);
    this.put(entry, index);
  }

  /** Moves earlier entries up from below an index. Returns which one is free then. */
  private freeBelow(entry: Entry, from: number): number {
    let index = from;
    for (let child = this.earlierChildOf(index); child && child.atMs < entry.atMs; child = this.earlierChildOf(index)) {
      const below = child.index;
      this.put(child, index);
      index = below;
    }
    return index;
  }

  private put(entry: Entry, index: number): void {
    entry.index = index;
    this.entries[index] = entry;
  }

  private parentOf(index: number): Entry | undefined {
    return index === 0 ? undefined : this.entries[(index - 1) >> 1];
  }

  private earlierChildOf(index: number): Entry | undefined {
    const left = this.entries[2 * index + 1];
    const right = this.entries[2 * index + 2];
    return left && right && right.atMs < left.atMs ? right : left;
  }
}
