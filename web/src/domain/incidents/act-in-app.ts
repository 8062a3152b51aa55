import { type ActionResult, incidentActionCalls } from '@farwatch/core/contracts/api/incident-actions';
import type { ActionRequest } from '@farwatch/core/decisions/incidents/act-on-incident';
import { callApi } from '../../lib/api/client.ts';

/** Acts on the account's incidents, at most 100; a note is added to the first. Throws ApiFailure. */
export function actInApp(ids: readonly string[], request: ActionRequest): Promise<ActionResult> {
  switch (request.do) {
    case 'acknowledge':
      return callApi(incidentActionCalls.acknowledge, { body: { ids: [...ids], note: request.note } });
    case 'unacknowledge':
      return callApi(incidentActionCalls.unacknowledge, { body: { ids: [...ids] } });
    case 'snooze':
      return callApi(incidentActionCalls.snooze, { body: { ids: [...ids], minutes: request.minutes } });
    case 'note':
      return callApi(incidentActionCalls.note, { body: { id: ids[0] ?? '', note: request.note } });
  }
}
