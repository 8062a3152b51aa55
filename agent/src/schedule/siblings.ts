import { SECOND_MS } from '@farwatch/core/values/time';
import { type Bucket, isFull, type Rate, takeTokens } from '@farwatch/core/values/token-bucket';
import type { Plan, Planned } from './plan.ts';
import { targetHost } from './target-host.ts';

/** How many others are looked at with one. */
const AT_ONCE = 20;

/** For each owner: an endpoint that fails now and then must not multiply the planned checks. */
const RATE: Rate = { burst: 60, perSec: 0.1 };

/** Those that change, too, are no reason to look again. */
const AGAIN_AFTER_MS = 10 * SECOND_MS;

/** An owner's other endpoints at an endpoint's host: what happens to one often happens to all. */
export class Siblings {
  private plan: Plan = new Map();
  /** Keys by owner and host; null until it is needed for the present plan. */
  private byHost: Map<string, string[]> | null = null;
  /** When the endpoints at a host were last looked at. */
  private readonly lookedAt = new Map<string, number>();
  private readonly buckets = new Map<string, Bucket>();

  follow(plan: Plan): void {
    this.plan = plan;
    this.byHost = null;
  }

  /**
   * Takes up to 20 siblings of an endpoint that `isWanted` and that the owner's rate allows, those first that would be
   * checked last; none within 10 s of the last ones at the host. Returns their keys.
   */
  take(endpoint: Planned, isWanted: (key: string) => boolean, nowMs: number): string[] {
    this.forgetUntil(nowMs);
    const { ownerId } = endpoint;
    const host = hostKey(endpoint);
    if (this.lookedAt.has(host)) return [];
    this.byHost ??= groupByHost(this.plan);
    const dueAt = (key: string) => this.plan.get(key)?.dueAt ?? nowMs;
    const others = (this.byHost.get(host) ?? []).filter((key) => key !== endpoint.key && isWanted(key));
    const { bucket, taken } = takeTokens(this.buckets.get(ownerId), RATE, Math.min(others.length, AT_ONCE), nowMs);
    if (taken === 0) return [];
    this.lookedAt.set(host, nowMs);
    this.buckets.set(ownerId, bucket);
    return others.sort((a, b) => dueAt(b) - dueAt(a)).slice(0, taken);
  }

  private forgetUntil(nowMs: number): void {
    for (const [host, atMs] of this.lookedAt) if (Math.abs(nowMs - atMs) >= AGAIN_AFTER_MS) this.lookedAt.delete(host);
    for (const [ownerId, bucket] of this.buckets) if (isFull(bucket, RATE, nowMs)) this.buckets.delete(ownerId);
  }
}

function hostKey({ ownerId, url, check }: Planned): string {
  return `${ownerId} ${targetHost(url, check)}`;
}

function groupByHost(plan: Plan): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const planned of plan.values()) {
    const host = hostKey(planned);
    const keys = groups.get(host);
    if (keys) keys.push(planned.key);
    else groups.set(host, [planned.key]);
  }
  return groups;
}
