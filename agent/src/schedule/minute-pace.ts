/** How many endpoints at a time are checked every minute: a window of ten minutes gets that many more checks. */
export type PaceLimits = { all: number; perOwner: number };

const LIMITS: PaceLimits = { all: 500, perOwner: 100 };

/**
 * The endpoints checked every minute because they are down: those that went down last, within the limits of the agent
 * and of each owner. The rest are checked at their interval, and move up when one recovers.
 */
export class MinutePace {
  private readonly limits: PaceLimits;
  /** Owners by endpoints that are down, in the order they went down. */
  private readonly down = new Map<string, string>();
  private readonly fast = new Set<string>();
  private readonly fastOf = new Map<string, number>();

  constructor(limits: PaceLimits = LIMITS) {
    this.limits = limits;
  }

  /** Whether the endpoint is checked every minute. */
  has(key: string): boolean {
    return this.fast.has(key);
  }

  wentDown(key: string, ownerId: string): void {
    this.leave(key);
    if (this.ofOwner(ownerId) >= this.limits.perOwner) this.slowOldest((each) => each === ownerId);
    else if (this.fast.size >= this.limits.all) this.slowOldest(() => true);
    this.down.set(key, ownerId);
    this.hurry(key, ownerId);
  }

  /** It is up again, or gone. Returns the endpoint that is checked every minute in its place; null for none. */
  leave(key: string): string | null {
    const wasFast = this.fast.has(key);
    this.slow(key);
    this.down.delete(key);
    return wasFast ? this.moveUp() : null;
  }

  private moveUp(): string | null {
    const next = [...this.down].findLast(
      ([key, ownerId]) => !this.fast.has(key) && this.ofOwner(ownerId) < this.limits.perOwner,
    );
    if (!next) return null;
    this.hurry(...next);
    return next[0];
  }

  private slowOldest(isOne: (ownerId: string) => boolean): void {
    const oldest = [...this.down].find(([key, ownerId]) => this.fast.has(key) && isOne(ownerId));
    if (oldest) this.slow(oldest[0]);
  }

  private hurry(key: string, ownerId: string): void {
    this.fast.add(key);
    this.fastOf.set(ownerId, this.ofOwner(ownerId) + 1);
  }

  private slow(key: string): void {
    const ownerId = this.down.get(key);
    if (ownerId === undefined || !this.fast.delete(key)) return;
    const left = this.ofOwner(ownerId) - 1;
    if (left > 0) this.fastOf.set(ownerId, left);
    else this.fastOf.delete(ownerId);
  }

  private ofOwner(ownerId: string): number {
    return this.fastOf.get(ownerId) ?? 0;
  }
}
