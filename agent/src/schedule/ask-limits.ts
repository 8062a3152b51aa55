import { MINUTE_MS, SECOND_MS } from '@farwatch/core/time';
import { fullAfterOne, nextFree, type Rate } from './rate.ts';

/**
 * An endpoint's requested check: one in 30 s, and two in reserve. The server lets nobody ask more often, but asks by
 * itself when another location changed its verdict, which must not wait.
 */
const ENDPOINT: Rate = { burst: 3, perSec: SECOND_MS / (30 * SECOND_MS) };

/**
 * For all of an owner's: enough for 'check now' and the server's own request on each of 200 endpoints, then 200 a
 * minute.
 */
const OWNER: Rate = { burst: 400, perSec: (200 * SECOND_MS) / MINUTE_MS };

/**
 * Limits requested checks. What exceeds them is not dropped but checked as soon as the limits allow, once for all
 * requests meanwhile. Times by a clock that never jumps.
 */
export class AskLimits {
  private readonly endpoints = new Map<string, number>();
  private readonly owners = new Map<string, number>();
  /** Endpoints with a requested check to come. */
  private readonly pending = new Set<string>();

  /** In how many ms the endpoint may be checked for this request; null if a coming check answers it anyway. */
  admit(key: string, ownerId: string, nowMs: number): number | null {
    if (this.pending.has(key)) return null;
    this.pending.add(key);
    const freeAtMs = [take(this.endpoints, key, ENDPOINT, nowMs), take(this.owners, ownerId, OWNER, nowMs)];
    return Math.max(...freeAtMs) - nowMs;
  }

  /** A check of the endpoint begins: later requests want another. */
  began(key: string): void {
    this.pending.delete(key);
  }

  /** Something about the endpoint changed: its limit starts over. */
  changed(key: string): void {
    this.endpoints.delete(key);
  }

  /** The endpoint is gone, or is another one. */
  forget(key: string): void {
    this.pending.delete(key);
    this.endpoints.delete(key);
  }

  /** Forgets what no longer limits anything. */
  tidy(nowMs: number): void {
    for (const fullAt of [this.endpoints, this.owners]) {
      for (const [name, fullAtMs] of fullAt) if (fullAtMs <= nowMs) fullAt.delete(name);
    }
  }
}

function take(fullAt: Map<string, number>, name: string, rate: Rate, nowMs: number): number {
  const before = fullAt.get(name) ?? nowMs;
  fullAt.set(name, fullAfterOne(before, rate, nowMs));
  return nextFree(before, rate, nowMs);
}
