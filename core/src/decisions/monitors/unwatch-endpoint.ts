import { type Endpoint, type IncidentsBySort, mapIncidents } from '../../documents/endpoint.ts';
import { LIMITS } from '../../values/limits.ts';
import { type Transition, trimTransitions } from '../../values/transition.ts';
import type { EndpointChange } from '../status/decide-endpoint.ts';
import { resolveIncident } from '../status/incident.ts';
import { downLocations } from '../status/status-rules.ts';

/** Resolves the incidents of an endpoint that is removed, gets another URL or is paused. */
export function resolveUnwatched(
  open: IncidentsBySort,
  nowMs: number,
  event: 'unmonitored' | 'paused' = 'unmonitored',
): IncidentsBySort {
  return mapIncidents((sort) => open[sort] && resolveIncident(open[sort], event, nowMs));
}

/**
 * Restarts an endpoint whose URL or check options changed, or that is paused or resumed: without votes or open incidents; its id and
 * history stay.
 */
export function restartEndpoint(
  endpoint: Endpoint,
  to: 'pending' | 'paused',
  open: IncidentsBySort,
  nowMs: number,
): EndpointChange {
  const resolved = resolveUnwatched(open, nowMs, to === 'paused' ? 'paused' : 'unmonitored');
  const restarted: Endpoint = {
    ...endpoint,
    votes: {},
    lastError: null,
    slow: null,
    certificate: null,
    coverageGap: 'none',
  };
  if (endpoint.status === to) return { endpoint: restarted, transition: null, event: null, ...resolved };
  const { status: from, since, ownerId } = endpoint;
  const locations = from === 'down' ? downLocations(endpoint.votes) : [];
  const atMs = Math.max(nowMs, since);
  const { slow } = endpoint;
  const wasSlow = slow && ({ wasSlow: true } as const);
  const transition: Transition = { at: atMs, from, to, locations, ...wasSlow };
  return {
    endpoint: {
      ...restarted,
      status: to,
      since: atMs,
      slowChangedAt: slow ? atMs : endpoint.slowChangedAt,
      transitions: trimTransitions(endpoint.transitions, [transition], nowMs, LIMITS.transitionsPerEndpoint),
    },
    transition,
    event: {
      ownerId,
      changedAt: atMs,
      previous: from,
      next: to,
      locations,
      previousDurationMs: atMs - since,
      ...wasSlow,
    },
    ...resolved,
  };
}
