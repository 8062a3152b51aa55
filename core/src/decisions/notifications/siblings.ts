import type { Incident } from '../../documents/incident.ts';
import { FAILURE_KINDS, type MessageKind, RECOVERY_KINDS } from '../../documents/message.ts';
import type { Announced } from '../../documents/outbox.ts';
import { hostOf } from '../../values/host-of.ts';
import { ALERT } from '../../values/limits.ts';
import type { LocationCode } from '../../values/locations.ts';
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

/** The host and side that a message is gathered by; null if it is told alone. */
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
 * Those of one host go together, once the first of them waits no longer.
 */
export function holdForSiblings(siblings: Siblings): Held {
  const { nowMs } = siblings;
  const heldUntil = new Map<string, number>();
  const unreadAt = new Set<LocationCode>();
  for (const group of Map.groupBy(siblings.ready, gatheringKey).values()) {
    const times = group.map((each) => ({
      ...each,
      settledMs: untilSettled(each, siblings),
      seenMs: untilSeen(each, siblings),
    }));
    const untilMs = Math.min(...times.map(({ settledMs, seenMs }) => Math.max(settledMs, seenMs)));
    if (untilMs <= nowMs) continue;
    for (const { key, side, incident, settledMs } of times) {
      heldUntil.set(key, untilMs);
      if (siblings.hosts === null && side === 'failure' && settledMs <= nowMs) unreadAt.add(incident.location);
    }
  }
  return { heldUntil, unreadAt };
}

/** Until the siblings that are known to fail, or to recover, can be told too. */
function untilSettled({ key, readyAt, ...own }: ReadySubject, { waiting }: Siblings): number {
  const times = waiting.flatMap((each) => {
    if (each.key === key || gatheringKey(each) !== gatheringKey(own)) return [];
    if (each.waitsForLocations) return [Math.min(each.untilMs, readyAt + ALERT.holdMs)];
    return each.untilMs <= readyAt + ALERT.siblingsMs ? [each.untilMs] : [];
  });
  return Math.max(0, ...times);
}

/**
 * Until it shows whether the other endpoints at the host fail, or those that were announced as failing recover: agents check
 * them at once with the first contrary check.
 */
function untilSeen(subject: ReadySubject, siblings: Siblings): number {
  const { incident, side } = subject;
  if (!mayHaveOthers(subject, siblings)) return 0;
  const untilMs = incident.changedAt + ALERT.siblingsMs;
  if (side === 'recovery') return untilMs;
  return Math.min(untilMs, firstFailedAt(incident, siblings.nowMs) + ALERT.siblingsFromFailureMs);
}

function mayHaveOthers(own: ReadySubject, { ready, waiting, announced, hosts }: Siblings): boolean {
  const { host, side } = own;
  const failing = Object.entries(announced).flatMap(([key, { state, isClosed, url }]) =>
    isFailures(key) && state !== 'over' && !isClosed && hostOf(url) === host ? [key] : [],
  );
  const known = [...ready, ...waiting].flatMap((each) => (gatheringKey(each) === gatheringKey(own) ? [each.key] : []));
  if (side === 'recovery') return failing.some((key) => !known.includes(key));
  return hosts === null || (hosts.get(host) ?? 0) > new Set([...known, ...failing]).size;
}
