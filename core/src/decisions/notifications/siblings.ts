import type { Incident } from '../../documents/incident.ts';
import { FAILURE_KINDS, type MessageKind, RECOVERY_KINDS } from '../../documents/message.ts';
import type { Announced } from '../../documents/outbox.ts';
import { hostOf } from '../../values/host-of.ts';
import { ALERT } from '../../values/limits.ts';
import type { LocationCode } from '../../values/locations.ts';
import { MINUTE_MS } from '../../values/time.ts';
import { firstFailedAt } from './delays.ts';
import { isFailures } from './subject.ts';

/** What one message gathers: the failures of the endpoints at one host, or their recoveries. */
export type Gathered = { host: string; side: 'failure' | 'recovery' };

/** A subject of which a message is due since `readyAt`, epoch ms. */
export type ReadySubject = Gathered & { key: string; readyAt: number; incident: Incident };

/** A subject of which nothing is due before `untilMs`, epoch ms; earlier if it waits for locations and all have answered. */
export type WaitingSubject = Gathered & { key: string; untilMs: number; waitsForLocations: boolean };

type Siblings = {
  ready: readonly ReadySubject[];
  waiting: readonly WaitingSubject[];
  announced: Readonly<Record<string, Announced>>;
  /** How many endpoints are checked at each host; null if that was not read. */
  hosts: ReadonlyMap<string, number> | null;
  nowMs: number;
};

/**
 * Until when each of these subjects waits for its siblings, epoch ms, by key. `unreadAt`: locations at which the endpoints are
 * to be read first, since some of them are held only in case that there are others at their host.
 */
type Held = { heldUntil: ReadonlyMap<string, number>; unreadAt: ReadonlySet<LocationCode> };

/** The host and side that a message is gathered by; null if it is sent alone. */
export function gatheredBy(kind: MessageKind, url: string): Gathered | null {
  const host = hostOf(url);
  const side = FAILURE_KINDS.includes(kind) ? 'failure' : RECOVERY_KINDS.includes(kind) ? 'recovery' : null;
  return host === null || side === null ? null : { host, side };
}

/** The host and side as one text. */
export function gatheringKey({ host, side }: Gathered): string {
  return `${side} ${host}`;
}

/**
 * Decides which messages wait for those of their siblings, the endpoints at the same host (docs/notifications.md, Delays).
 * Those of one host go together.
 */
export function holdForSiblings(siblings: Siblings): Held {
  const { nowMs, hosts } = siblings;
  const heldUntil = new Map<string, number>();
  const unreadAt = new Set<LocationCode>();
  for (const group of Map.groupBy(siblings.ready, gatheringKey).values()) {
    const firstMs = Math.min(...group.map(({ readyAt }) => readyAt));
    const settledMs = untilSettled(group, firstMs, siblings);
    const untilMs = Math.max(settledMs, untilSeen(group, firstMs, siblings));
    if (untilMs <= nowMs) continue;
    for (const { key, side, incident } of group) {
      heldUntil.set(key, untilMs);
      if (hosts === null && side === 'failure' && settledMs <= nowMs) unreadAt.add(incident.location);
    }
  }
  return { heldUntil, unreadAt };
}

/** Until the siblings that are known to fail, or to recover, can be announced, too. */
function untilSettled(group: readonly ReadySubject[], firstMs: number, { waiting }: Siblings): number {
  const times = waiting.flatMap((each) => {
    if (!isOf(group, each)) return [];
    if (each.waitsForLocations) return [Math.min(each.untilMs, firstMs + ALERT.holdMs)];
    return each.untilMs <= firstMs + ALERT.siblingsMs ? [each.untilMs] : [];
  });
  return Math.max(0, ...times);
}

/**
 * Until it shows whether the other endpoints at the host fail, or those that were announced as failing recover: agents check
 * them with the first contrary check, but only a few in a second, so that each one that joins may be followed by another.
 */
function untilSeen(group: readonly ReadySubject[], firstMs: number, siblings: Siblings): number {
  const { ready, waiting, nowMs } = siblings;
  const known = new Set([...ready, ...waiting].flatMap((each) => (isOf(group, each) ? [each.key] : [])));
  if (known.size === 1 && group.every(failedAlone)) return 0;
  if (!mayHaveOthers(group, known, siblings)) return 0;
  const untilMs = Math.max(...group.map(({ incident }) => incident.changedAt)) + ALERT.siblingsMs;
  if (known.size > 1) return Math.min(untilMs, firstMs + ALERT.holdMs);
  const failedAtMs = group.flatMap(({ side, incident }) =>
    side === 'failure' ? [firstFailedAt(incident, nowMs) + ALERT.siblingsFromFailureMs] : [],
  );
  return Math.min(untilMs, ...failedAtMs);
}

/**
 * Whether a location that saw the failure in the minute before its change had found all the others at the host well by then: one
 * that has failed for longer knows nothing of why more locations fail now.
 */
function failedAlone({ side, incident: { failures, changedAt } }: ReadySubject): boolean {
  return side === 'failure' && Object.values(failures).some(({ alone, at }) => alone && at > changedAt - MINUTE_MS);
}

function isOf([first]: readonly ReadySubject[], other: Gathered): boolean {
  return first !== undefined && gatheringKey(first) === gatheringKey(other);
}

function mayHaveOthers(
  [first]: readonly ReadySubject[],
  known: ReadonlySet<string>,
  { announced, hosts }: Siblings,
): boolean {
  if (!first) return false;
  const failing = Object.entries(announced).flatMap(([key, { state, isClosed, url }]) =>
    isFailures(key) && state !== 'over' && !isClosed && hostOf(url) === first.host ? [key] : [],
  );
  if (first.side === 'recovery') return failing.some((key) => !known.has(key));
  return hosts === null || (hosts.get(first.host) ?? 0) > new Set([...known, ...failing]).size;
}
