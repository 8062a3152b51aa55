/** How many endpoints at a time are checked every minute: a window of ten minutes gets that many more checks. */
export type EveryMinuteLimits = { all: number; perOwner: number };

const LIMITS: EveryMinuteLimits = { all: 500, perOwner: 100 };

/**
 * The endpoints that are down. Those that went down last are checked every minute, within the limits of the agent and
 * of each owner; the rest at their interval.
 */
export class DownEndpoints {
  private readonly limits: EveryMinuteLimits;
  /** Owners by endpoints that are down, in the order they went down. */
  private readonly down = new Map<string, string>();
  private everyMinute = new Set<string>();

  constructor(limits = LIMITS) {
    this.limits = limits;
  }

  isCheckedEveryMinute(key: string): boolean {
    return this.everyMinute.has(key);
  }

  add(key: string, ownerId: string): void {
    this.down.delete(key);
    this.down.set(key, ownerId);
    this.everyMinute = this.select();
  }

  /** It is up again, or gone. Returns the endpoint that is checked every minute in its place; null for none. */
  remove(key: string): string | null {
    if (!this.down.delete(key) || !this.everyMinute.has(key)) return null;
    const before = this.everyMinute;
    this.everyMinute = this.select();
    return [...this.everyMinute].find((each) => !before.has(each)) ?? null;
  }

  private select(): Set<string> {
    const selected = new Set<string>();
    const countOf = new Map<string, number>();
    for (const [key, ownerId] of [...this.down].reverse()) {
      if (selected.size >= this.limits.all) break;
      const count = countOf.get(ownerId) ?? 0;
      if (count >= this.limits.perOwner) continue;
      countOf.set(ownerId, count + 1);
      selected.add(key);
    }
    return selected;
  }
}
