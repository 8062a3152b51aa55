import { rangeStart } from '@farwatch/core/decisions/incidents/select-incidents';
import { isInMaintenance } from '@farwatch/core/decisions/maintenance/in-maintenance';
import {
  type AvailabilityRating,
  availabilityOf,
  availabilityRating,
  displayedUptime,
} from '@farwatch/core/decisions/status/availability';
import { endpointHistory } from '@farwatch/core/decisions/status/monitor-history';
import { statusSpans } from '@farwatch/core/decisions/status/spans';
import type { Incident } from '@farwatch/core/documents/incident';
import type { Occurrence } from '@farwatch/core/documents/maintenance';
import { DAY_MS, displayedLengthMs } from '@farwatch/core/values/time';
import type { EndpointDetails } from './endpoint-details.ts';

/** An endpoint's last 24 h. */
export type EndpointMetrics = {
  /** Null while there is too little data, as for a new endpoint. */
  availabilityPercent: number | null;
  coverage: number;
  rating: AvailabilityRating;
  downMs: number;
  /** Whether the endpoint has existed for the whole time. */
  isFullDay: boolean;
  outages: number;
};

type Input = Pick<EndpointDetails, 'status' | 'since' | 'createdAt' | 'votes' | 'slow' | 'transitions'>;

/** The metrics as of `nowMs`, from the endpoint's document and its monitor's maintenance; rated Unknown without data. */
export function endpointMetrics(endpoint: Input, maintenance: readonly Occurrence[], nowMs: number): EndpointMetrics {
  const history = endpointHistory(endpoint, endpoint.transitions, maintenance);
  const spans = statusSpans(history, nowMs - DAY_MS, nowMs);
  const availability = availabilityOf(spans);
  const { coverage } = availability;
  const availabilityPercent = displayedUptime(availability);
  const isDown = spans.map((span) => span.status === 'down');
  return {
    availabilityPercent,
    coverage,
    rating: availabilityRating(availabilityPercent),
    downMs: spans.reduce(
      (sum, span, index) => sum + (isDown[index] ? displayedLengthMs(span.fromMs, span.toMs) : 0),
      0,
    ),
    isFullDay: endpoint.createdAt <= nowMs - DAY_MS,
    outages: isDown.filter((down, index) => down && !isDown[index - 1]).length,
  };
}

/**
 * How many of an endpoint's incidents started in the last 24 h, except those in maintenance all along, how many of those were limited to some locations, and
 * how many are active, including older ones.
 */
export function incidentMetrics(
  incidents: readonly Pick<
    Incident,
    'endpointId' | 'type' | 'outage' | 'status' | 'triggeredAt' | 'resolvedAt' | 'maintenance'
  >[],
  endpointId: string,
  nowMs: number,
): { started: number; partial: number; active: number } {
  const own = incidents.filter((incident) => incident.endpointId === endpointId);
  const isMaintenance = ({ maintenance, triggeredAt, resolvedAt }: (typeof own)[number]) =>
    maintenance !== null && isInMaintenance([maintenance], triggeredAt, resolvedAt ?? nowMs);
  const started = own.filter((each) => each.triggeredAt >= rangeStart('24h', nowMs) && !isMaintenance(each));
  return {
    started: started.length,
    partial: started.filter(({ type, outage }) => type === 'downtime' && outage === null).length,
    active: own.filter((incident) => incident.status === 'active').length,
  };
}
