import { MINUTE_MS } from '@farwatch/core/values/time';
import { fullAfterOne, nextFree, type Rate } from './rate.ts';

/**
 * How often redirects of an owner's sites are followed to one host. Checks that begin there have turns of their own;
 * this keeps an account from sending many of its checks on to a stranger. Times by a clock that never jumps.
 */
export class RedirectLimits {
  private readonly rate: Rate;
  private readonly fullAt = new Map<string, number>();
  private tidiedAtMs = Number.NEGATIVE_INFINITY;

  constructor(rate: Rate) {
    this.rate = rate;
  }

  /** In how many ms a redirect may be followed there; it is counted as followed. */
  take(ownerId: string, host: string, nowMs: number): number {
    this.tidy(nowMs);
    const key = `${host} ${ownerId}`;
    const before = this.fullAt.get(key) ?? nowMs;
    this.fullAt.set(key, fullAfterOne(before, this.rate, nowMs));
    return nextFree(before, this.rate, nowMs) - nowMs;
  }

  /** How many owners and hosts are remembered. */
  get size(): number {
    return this.fullAt.size;
  }

  private tidy(nowMs: number): void {
    if (nowMs < this.tidiedAtMs + MINUTE_MS) return;
    this.tidiedAtMs = nowMs;
    for (const [key, fullAtMs] of this.fullAt) if (fullAtMs <= nowMs) this.fullAt.delete(key);
  }
}
