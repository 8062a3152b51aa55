import type { Endpoint } from '../../documents/endpoint.ts';
import type { Incident } from '../../documents/incident.ts';
import { LIMITS } from '../../values/limits.ts';
import { type Transition, trimTransitions } from '../../values/transition.ts';
import type { EndpointChange } from '../status/decide-endpoint.ts';
import { resolveIncident } from '../status/incident.ts';
import { downLocations } from '../status/status-rules.ts';

export type OpenIncidents = { downtime: Incident | null; certificate: Incident | null };

/** Resolves the incidents of an endpoint that is removed, gets another URL or is paused. */
export function resolveUnwatched(
  { downtime, certificate }: OpenIncidents,
  nowMs: number,
  event: 'unmonitored' | 'paused' = 'unmonitored',
): OpenIncidents {
  const close = (open: Incident | null) => open && resolveIncident(open, event, nowMs);
  return { downtime: close(downtime), certificate: close(certificate) };
}

/**
 * Restarts an endpoint whose URL or check options changed, or that is paused or resumed: without votes or open incidents; its id and
 * history stay.
 */
export function restartEndpoint(
  endpoint: Endpoint,
  to: 'pending' | 'paused',
  open: OpenIncidents,
  nowMs: number,
): EndpointChange {
  const resolved = resolveUnwatched(open, nowMs, to === 'paused' ? 'paused' : 'unmonitored');
  const restarted: Endpoint = {
    ...endpoint,
    votes: {},
    lastError: null,
    certificate: null,
    coverageGap: 'none',
  };
  if (endpoint.status === to) return { endpoint: restarted, transition: null, event: null, ...resolved };
  const { status: from, since, ownerId } = endpoint;
  const locations = from === 'down' ? downLocations(endpoint.votes) : [];
  const atMs = Math.max(nowMs, since);
  const transition: Transition = { at: atMs, from, to, locations };
  return {
    endpoint: {
      ...restarted,
      status: to,
      since: atMs,
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
    },
    ...resolved,
  };
}
