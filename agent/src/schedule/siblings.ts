import { readDependency } from '@farwatch/core/values/dependency';
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

/**
 * An owner's other endpoints at an endpoint's host, those that its monitor depends on, and those that depend on it: what
 * happens to one often happens to all.
 */
export class Siblings {
  private plan: Plan = new Map();
  /** Keys by owner and host, monitor, or dependency; null until it is needed for the present plan. */
  private groups: ReadonlyMap<string, readonly string[]> | null = null;
  /** When the endpoints at a host were last looked at, and what those depend on, by the host and that. */
  private readonly lookedAt = new Map<string, number>();
  private readonly buckets = new Map<string, Bucket>();
  /** When all others at an endpoint's host were taken with it that were as it was, and which, by its key. */
  private readonly looks = new Map<string, { atMs: number; keys: readonly string[] }>();

  follow(plan: Plan): void {
    this.plan = plan;
    this.groups = null;
  }

  /**
   * Takes up to 20 siblings of an endpoint that `isWanted` and that the owner's rate allows, what it depends on first, then
   * those that would be checked last; within 10 s of the last ones at the host only what else it depends on. Returns their keys.
   * `nowMs`: by the clock that counts sleep. `isOther`: whether one has been known to be otherwise before.
   */
  take(
    endpoint: Planned,
    isWanted: (key: string) => boolean,
    nowMs: number,
    isOther: (key: string) => boolean = () => false,
  ): string[] {
    this.forgetUntil(nowMs);
    const { ownerId } = endpoint;
    const host = `${ownerId} ${hostName(endpoint)}`;
    const ofHost = [host, ...endpoint.dependsOn].join(' on ');
    if (this.lookedAt.has(ofHost)) return [];
    this.groups ??= groupsOf(this.plan);
    const dueAt = (key: string) => this.plan.get(key)?.dueAt ?? 0;
    const membersOf = (names: readonly string[]) =>
      names.flatMap((name) => this.groups?.get(`${ownerId} ${name}`) ?? []);
    const causes = endpoint.dependsOn.flatMap((each) => this.causesIn(membersOf([monitorName(each)]), each));
    const isHostSeen = this.lookedAt.has(host);
    const affected = membersOf(isHostSeen ? [] : [hostName(endpoint), ...namesAsCause(endpoint).map(dependentsName)]);
    const others = [...new Set([...causes, ...affected.sort((a, b) => dueAt(b) - dueAt(a))])].filter(
      (key) => key !== endpoint.key && isWanted(key),
    );
    const { bucket, taken } = takeTokens(this.buckets.get(ownerId), RATE, Math.min(others.length, AT_ONCE), nowMs);
    const keys = others.slice(0, taken);
    const atHost = membersOf([hostName(endpoint)]).filter((key) => key !== endpoint.key);
    if (!isHostSeen && atHost.length > 0 && atHost.every((key) => keys.includes(key) || isOther(key)))
      this.looks.set(endpoint.key, { atMs: nowMs, keys: atHost.filter((key) => keys.includes(key)) });
    if (taken === 0) return [];
    for (const seen of [ofHost, ...(isHostSeen ? [] : [host])]) this.lookedAt.set(seen, nowMs);
    this.buckets.set(ownerId, bucket);
    return keys;
  }

  /**
   * Whether all others at an endpoint's host that were as it was were taken with it in the last 10 s, and each `isSame` since that
   * time. False without others here: those that only other locations check may have failed with it.
   */
  areSame(key: string, isSame: (key: string, sinceMs: number) => boolean): boolean {
    const look = this.looks.get(key);
    return look?.keys.every((each) => isSame(each, look.atMs)) ?? false;
  }

  /** Those of a monitor's endpoints that a dependency names. */
  private causesIn(keys: readonly string[], dependency: string): string[] {
    const { endpointId } = readDependency(dependency);
    return keys.filter((key) => endpointId === null || this.plan.get(key)?.endpoint === endpointId);
  }

  private forgetUntil(nowMs: number): void {
    for (const [host, atMs] of this.lookedAt) if (Math.abs(nowMs - atMs) >= AGAIN_AFTER_MS) this.lookedAt.delete(host);
    for (const [key, { atMs }] of this.looks) if (Math.abs(nowMs - atMs) >= AGAIN_AFTER_MS) this.looks.delete(key);
    for (const [ownerId, bucket] of this.buckets) if (isFull(bucket, RATE, nowMs)) this.buckets.delete(ownerId);
  }
}

/** How the groups of a plan are called, after their owner. */
const hostName = ({ url, check }: Planned) => `host ${targetHost(url, check)}`;
const monitorName = (dependency: string) => `monitor ${readDependency(dependency).monitorId}`;
const dependentsName = (dependency: string) => `on ${dependency}`;

/** The dependencies that name this endpoint. */
function namesAsCause({ monitorId, endpoint }: Planned): string[] {
  return [monitorId, `${monitorId}/${endpoint}`];
}

function groupsOf(plan: Plan): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, string[]>();
  for (const planned of plan.values()) {
    const names = [hostName(planned), monitorName(planned.monitorId), ...planned.dependsOn.map(dependentsName)];
    for (const name of names) {
      const id = `${planned.ownerId} ${name}`;
      const keys = groups.get(id);
      if (keys) keys.push(planned.key);
      else groups.set(id, [planned.key]);
    }
  }
  return groups;
}
