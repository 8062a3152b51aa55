import { LIMITS } from '@farwatch/core/values/limits';
import { MINUTE_MS, WINDOW_MS } from '@farwatch/core/values/time';
import type { Plan, Planned } from './plan.ts';

/**
 * How many endpoints at a time are checked every minute, and up to how many checks a window of ten minutes may have
 * with them.
 */
export type EveryMinuteLimits = { all: number; perOwner: number; checks: number; checksPerOwner: number };

/** A window holds a little more: checks are repeated and requested. */
const EVERY_MINUTE: EveryMinuteLimits = {
  all: 500,
  perOwner: 100,
  checks: 16_500,
  checksPerOwner: LIMITS.checksPerWindow - 100,
};

/**
 * The endpoints that are down. Those that went down last are checked every minute, within the limits of the agent and
 * of each owner; the rest at their interval.
 */
export class DownEndpoints {
  private readonly limits: EveryMinuteLimits;
  private plan: Plan = new Map();
  /** Planned checks of a window, by owner. */
  private planned = new Map<string, number>();
  /** Owners by endpoints that are down, in the order they went down. */
  private readonly down = new Map<string, string>();
  private everyMinute = new Set<string>();

  constructor(limits: Partial<EveryMinuteLimits> = {}) {
    this.limits = { ...EVERY_MINUTE, ...limits };
  }

  /** Follows another plan. Its endpoints may be down or not. */
  follow(plan: Plan): void {
    this.plan = plan;
    this.planned = new Map();
    for (const planned of plan.values()) {
      const sum = this.planned.get(planned.ownerId) ?? 0;
      this.planned.set(planned.ownerId, sum + WINDOW_MS / planned.intervalMs);
    }
    this.everyMinute = this.select();
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
    const { all, perOwner, checks, checksPerOwner } = this.limits;
    const selected = new Set<string>();
    const countOf = new Map<string, number>();
    const checksOf = new Map(this.planned);
    let sum = [...this.planned.values()].reduce((total, each) => total + each, 0);
    for (const [key, ownerId] of [...this.down].reverse()) {
      if (selected.size >= all) break;
      const [count, added] = [countOf.get(ownerId) ?? 0, addedChecks(this.plan.get(key))];
      const own = (checksOf.get(ownerId) ?? 0) + added;
      // A short interval needs no checks besides its own.
      if (added === 0 || count >= perOwner || own > checksPerOwner || sum + added > checks) continue;
      sum += added;
      checksOf.set(ownerId, own);
      countOf.set(ownerId, count + 1);
      selected.add(key);
    }
    return selected;
  }
}

/** How many checks more a window has if an endpoint is checked every minute. */
function addedChecks(planned: Pick<Planned, 'intervalMs'> | undefined): number {
  return planned ? Math.max(0, WINDOW_MS / MINUTE_MS - WINDOW_MS / planned.intervalMs) : 0;
}
