import { incidentActionCalls } from '@farwatch/core/contracts/api/incident-actions';
import type { ActionRequest } from '@farwatch/core/decisions/incidents/act-on-incident';
import { readUser } from '../../../domain/users/ensure-user.ts';
import type { Caller } from '../../../platform/http/authenticate.ts';
import { type ApiRun, route } from '../../../platform/http/route.ts';
import { actOnIncidents, personName } from './act.ts';

export const acknowledgeIncidents = route(incidentActionCalls.acknowledge, {
  run: (run, caller, { body: { ids, note } }) => actAs(run, caller, { do: 'acknowledge', note }, ids),
});

export const unacknowledgeIncidents = route(incidentActionCalls.unacknowledge, {
  run: (run, caller, { body: { ids } }) => actAs(run, caller, { do: 'unacknowledge' }, ids),
});

export const snoozeIncidents = route(incidentActionCalls.snooze, {
  run: (run, caller, { body: { ids, minutes } }) => actAs(run, caller, { do: 'snooze', minutes }, ids),
});

export const noteIncident = route(incidentActionCalls.note, {
  run: (run, caller, { body: { id, note } }) => actAs(run, caller, { do: 'note', note }, [id]),
});

async function actAs(run: ApiRun, caller: Caller, request: ActionRequest, ids: readonly string[]) {
  const displayName = caller.accountRole === 'owner' ? (await readUser(run, caller)).displayName : caller.displayName;
  const by = { name: personName(displayName), channelName: null };
  return actOnIncidents(run, { ownerId: caller.accountId, request, by }, ids);
}
