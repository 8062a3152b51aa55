import { type Flapping, type Incident, isFlapping, runningOutage } from '../../documents/incident.ts';
import { FLAPPING } from '../../values/limits.ts';
import type { EndpointStatus } from '../../values/status.ts';
import type { Transition } from '../../values/transition.ts';

/**
 * Returns how an endpoint flaps if another outage starts at `atMs`; null if it does not (docs/status.md, Flapping). An
 * outage counts that started within the last hour, unless the endpoint has been up or down for half an hour since.
 *
 * @param transitions - The endpoint's before that outage, the oldest first.
 */
export function flappingFrom(transitions: readonly Transition[], atMs: number): Flapping | null {
  let starts: number[] = [];
  let isRunning = false;
  let flippedAt = Number.NEGATIVE_INFINITY;
  for (const { at, to } of transitions) {
    if (to === 'paused' || to === 'pending') [starts, isRunning] = [[], false];
    if (to === 'unknown' || (to === 'down') === isRunning) continue;
    if (at - flippedAt >= FLAPPING.stableAfterMs) starts = [];
    if (to === 'down') starts.push(at);
    isRunning = to === 'down';
    flippedAt = at;
  }
  if (atMs - flippedAt >= FLAPPING.stableAfterMs) starts = [];
  const counted = [...starts.filter((startedAt) => startedAt > atMs - FLAPPING.withinMs), atMs];
  const [since = atMs] = counted;
  return counted.length >= FLAPPING.outages ? { since, outages: counted.length, until: null } : null;
}

/**
 * Returns when a flapping incident is stable after a change: half an hour after its endpoint went up or down, or started or
 * stopped to fail from single locations. While nothing is known, it does not.
 */
export function stableAfter(open: Incident, after: Incident, status: EndpointStatus, atMs: number): number | null {
  const state = stateOf(after, status);
  if (state === 'unknown') return null;
  const isSame = open.stableAt !== null && isFlapping(open) && stateOf(open, status) === state;
  return isSame ? open.stableAt : atMs + FLAPPING.stableAfterMs;
}

/** Without a failure, what the incident is in depends on the endpoint's status. */
function stateOf(incident: Incident, status: EndpointStatus): 'down' | 'failing' | 'up' | 'unknown' {
  if (runningOutage(incident)) return 'down';
  if (incident.downLocations.length > 0) return 'failing';
  return status === 'up' ? 'up' : 'unknown';
}
