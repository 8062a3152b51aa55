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
