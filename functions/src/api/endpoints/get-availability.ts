import { endpointCalls } from '@farwatch/core/api/endpoints';
import { endpointAvailability } from '@farwatch/core/status/availability';
import { endpointHistory } from '@farwatch/core/status/monitor-history';
import { rounded } from '../monitors/monitor-entry.ts';
import { route } from '../route.ts';
import { ownEndpoint } from './own-endpoint.ts';

export const getEndpointAvailability = route(endpointCalls.availability, {
  run: async (run, caller, { params }) => {
    const endpoint = await ownEndpoint(run, caller, params.id);
    const history = endpointHistory(endpoint, endpoint.transitions);
    const { uptimePercent, downMs, coverage } = endpointAvailability(history, run.nowMs);
    return { metrics: { availability_percentage: rounded(uptimePercent), total_downtime_ms: downMs, coverage } };
  },
});
