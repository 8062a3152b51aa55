import { rangeStart } from '@farwatch/core/decisions/incidents/select-incidents';
import {
  type AvailabilityRating,
  availabilityOf,
  availabilityRating,
  shownUptime,
} from '@farwatch/core/decisions/status/availability';
import { endpointHistory } from '@farwatch/core/decisions/status/monitor-history';
import { statusSpans } from '@farwatch/core/decisions/status/spans';
import type { Incident } from '@farwatch/core/documents/incident';
import { DAY_MS } from '@farwatch/core/values/time';
import type { EndpointContext } from './endpoint-facts.ts';

/**
 * An endpoint's last 24 h. `availabilityPercent`: null while too little is known, as for a new one. `outages`: periods
 * in which its status was down. `isWhole`: it existed for the whole time.
 */
export type EndpointMetrics = {
  availabilityPercent: number | null;
  coverage: number;
  rating: AvailabilityRating;
  downMs: number;
  isWhole: boolean;
  outages: number;
};

type Known = Pick<EndpointContext, 'status' | 'since' | 'createdAt' | 'votes' | 'transitions'>;

/** The figures as of `nowMs`, from the endpoint's document alone; rated Unknown if nothing is known. */
export function endpointMetrics(endpoint: Known, nowMs: number): EndpointMetrics {
  const spans = statusSpans(endpointHistory(endpoint, endpoint.transitions), nowMs - DAY_MS, nowMs);
  const availability = availabilityOf(spans);
  const { coverage, downMs } = availability;
  const availabilityPercent = shownUptime(availability);
  const isDown = spans.map((span) => span.status === 'down');
  return {
    availabilityPercent,
    coverage,
    rating: availabilityRating(availabilityPercent),
    downMs,
    isWhole: endpoint.createdAt <= nowMs - DAY_MS,
    outages: isDown.filter((down, index) => down && !isDown[index - 1]).length,
  };
}

/**
 * How many of an endpoint's incidents began in the last 24 h, how many of those were limited to some locations, and how
 * many are active, whenever they began.
 */
export function incidentMetrics(
  incidents: readonly Pick<Incident, 'endpointId' | 'kind' | 'outage' | 'status' | 'triggeredAt'>[],
  endpointId: string,
  nowMs: number,
): { begun: number; partial: number; active: number } {
  const own = incidents.filter((incident) => incident.endpointId === endpointId);
  const begun = own.filter((incident) => incident.triggeredAt >= rangeStart('24h', nowMs));
  return {
    begun: begun.length,
    partial: begun.filter(({ kind, outage }) => kind === 'downtime' && outage === null).length,
    active: own.filter((incident) => incident.status === 'active').length,
  };
}
