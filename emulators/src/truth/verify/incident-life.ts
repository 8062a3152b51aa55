import { MINUTE_MS } from '@farwatch/core/values/time';
import type { IncidentVersion } from '../history.ts';
import { CALM_MS, type OwnerPlan } from '../scenario.ts';
import type { World } from '../world.ts';
import { channelOf, viewedOwner } from './channel-views.ts';
import { type Failing, type Incident, isHeldBy, type Rule, type Severity } from './holds.ts';

/** A sweep, sending, and the waits before it: by then a message has come that nothing held. */
export const ARRIVES_WITHIN_MS = 95_000;
/** How often the rules are looked at: those that follow the clock change with a minute. */
const STEP_MS = 30_000;
/** After the server or the service was away, retries are at most this far apart. */
const RETRIED_WITHIN_MS = 6 * MINUTE_MS;

/** An incident of the viewed owner from its opening on. */
export type Life = { world: World; owner: OwnerPlan; id: string; versions: readonly IncidentVersion[] };
/** The state of an incident at a time. */
export type State = {
  state: 'down' | 'partial' | 'over';
  outage: number;
  /** Null while it is over. */
  severity: Severity;
};

/**
 * The incidents that the view's channel covers, without those whose endpoint was removed, got another URL or was paused,
 * and those of endpoints that flapped, which flapping.ts verifies.
 */
export function livesOf(world: World): Life[] {
  return [...world.server.history.versions].flatMap(([id, versions]) => {
    const last = versions.at(-1)?.incident;
    const owner = last && viewedOwner(world, last.ownerId);
    const isUnmonitored = last?.updates.some(({ event }) => event === 'unmonitored' || event === 'paused');
    return !owner || isUnmonitored || last.type !== 'downtime' || last.flapping ? [] : [{ world, owner, id, versions }];
  });
}

export function incidentAt({ versions }: Life, atMs: number): Incident | undefined {
  return versions.findLast(({ fromMs }) => fromMs <= atMs)?.incident;
}

export function stateOf({ outage, status, severity }: Incident): State {
  if (outage && outage.endedAt === null) return { state: 'down', outage: outage.number, severity };
  return { state: status === 'active' ? 'partial' : 'over', outage: 0, severity };
}

/** Whether a rule holds a failure of the incident at that time; false before it was opened. */
export function isHeldAt(life: Life, rule: Rule, atMs: number, severity?: Severity): boolean | null {
  const incident = incidentAt(life, atMs);
  if (!incident) return false;
  const failing: Failing = { ...life, incident, severity: severity ?? incident.severity, atMs };
  return isHeldBy(rule, failing);
}

/** Times at which rules are looked at: each change of the incident, and every half minute. */
export function timesOf({ versions }: Life, fromMs: number, toMs: number): number[] {
  const first = Math.ceil(fromMs / STEP_MS) * STEP_MS;
  const steps = Array.from({ length: Math.max(0, Math.ceil((toMs - first) / STEP_MS)) }, (_, n) => first + n * STEP_MS);
  const changes = versions.map((each) => each.fromMs).filter((atMs) => atMs >= fromMs && atMs < toMs);
  return [...new Set([fromMs, ...steps, ...changes])].sort((a, b) => a - b);
}

/** Whether nothing but the rules keeps the channel from sending at that time. */
export function isDelivering(world: World, atMs: number): boolean {
  const { chaos, faults, endMs } = world.scenario;
  const { startMs } = world.timeline;
  if (chaos > 0 && atMs < startMs + endMs - CALM_MS + RETRIED_WITHIN_MS) return false;
  return faults.every((fault) => {
    if (fault.do !== 'server-down' && !(fault.do === 'chat' && fault.channel === channelOf(world))) return true;
    return atMs < startMs + fault.atMs || atMs > startMs + fault.atMs + fault.forMs + RETRIED_WITHIN_MS;
  });
}
