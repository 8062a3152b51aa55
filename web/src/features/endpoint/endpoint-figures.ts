import type { Incident } from '@farwatch/core/documents/incident';
import { rangeStart } from '@farwatch/core/incidents/select-incidents';
import { type AvailabilityRating, availabilityOf, availabilityRating } from '@farwatch/core/status/availability';
import { endpointHistory } from '@farwatch/core/status/monitor-history';
import { statusSpans } from '@farwatch/core/status/spans';
import { DAY_MS } from '@farwatch/core/time';
import type { EndpointFacts } from './endpoint-facts.ts';

/** An endpoint's last 24 h, as the API tells them. `outages`: stretches of being down, wherever it was seen from. */
export type EndpointFigures = {
  availabilityPercent: number;
  coverage: number;
  rating: AvailabilityRating;
  downMs: number;
  outages: number;
};

type Known = Pick<EndpointFacts, 'status' | 'since' | 'createdAt' | 'votes' | 'transitions'>;

/** The figures as of `nowMs`, from the endpoint's document alone; nothing known is rated Unknown (spec 4). */
export function endpointFigures(endpoint: Known, nowMs: number): EndpointFigures {
  const spans = statusSpans(endpointHistory(endpoint, endpoint.transitions), nowMs - DAY_MS, nowMs);
  const { uptimePercent, coverage, downMs } = availabilityOf(spans);
  const isDown = spans.map((span) => span.status === 'down');
  return {
    availabilityPercent: uptimePercent,
    coverage,
    rating: availabilityRating(coverage > 0 ? uptimePercent : null),
    downMs,
    outages: isDown.filter((down, index) => down && !isDown[index - 1]).length,
  };
}

/** How many of an endpoint's incidents began in the last 24 h, and how many are active, whenever they began. */
export function incidentFigures(
  incidents: readonly Pick<Incident, 'endpointId' | 'status' | 'triggeredAt'>[],
  endpointId: string,
  nowMs: number,
): { begun: number; active: number } {
  const own = incidents.filter((incident) => incident.endpointId === endpointId);
  return {
    begun: own.filter((incident) => incident.triggeredAt >= rangeStart('24h', nowMs)).length,
    active: own.filter((incident) => incident.status === 'active').length,
  };
}
