import { incidentActionCalls } from '@farwatch/core/contracts/api/incident-actions';
import { DONE } from '@farwatch/core/contracts/api/parts';
import { type ActionRequest, assignIncident } from '@farwatch/core/decisions/incidents/act-on-incident';
import type { Person } from '@farwatch/core/documents/incident';
import { mailAssigned, readPerson } from '../../../domain/accounts/mail-member.ts';
import { readUser } from '../../../domain/users/ensure-user.ts';
import { incidents } from '../../../platform/db/collections.ts';
import { changeInTransaction } from '../../../platform/db/read-then-write.ts';
import type { Caller } from '../../../platform/http/authenticate.ts';
import { ApiError, fieldError } from '../../../platform/http/errors.ts';
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

/** Nothing that channels announce depends on it, so they do not look at it. */
export const assignIncidentTo = route(incidentActionCalls.assign, {
  run: async (run, caller, { body: { id, personId } }) => {
    const person = personId === null ? null : await readPerson(run, caller.accountId, personId);
    if (personId !== null && !person) throw fieldError('personId', 'is not a person of the account');
    const to = person && { uid: person.uid, name: personName(person.name) };
    const by = await callingPerson(run, caller);
    const ref = incidents.ref(run.db, id);
    const assigned = await changeInTransaction(run, async (tx, unchanged) => {
      const before = incidents.read(await tx.get(ref));
      if (before?.ownerId !== caller.accountId) throw new ApiError('not_found');
      const after = assignIncident(before, to, by, run.nowMs);
      // An earlier attempt of this call, whose answer was lost, may have stored it at this time.
      if (after === before) return unchanged(after.assignees?.at(-1)?.createdAt === run.nowMs ? after : null);
      run.activity?.describe({ id, name: after.endpoint.name, ...(!to && { action: 'unassigned' as const }) });
      tx.update(ref, incidents.toUpdate({ assignees: after.assignees ?? [] }));
      return after;
    });
    const isForOther = person !== null && person.uid !== caller.uid;
    if (assigned && isForOther)
      await mailAssigned(run, person, { id, incident: assigned, by: by.name || caller.email });
    return DONE;
  },
});

async function actAs(run: ApiRun, caller: Caller, request: ActionRequest, ids: readonly string[]) {
  const by = await callingPerson(run, caller);
  return actOnIncidents(run, { ownerId: caller.accountId, request, by }, ids);
}

async function callingPerson(run: ApiRun, caller: Caller): Promise<Person> {
  const displayName = caller.accountRole === 'owner' ? (await readUser(run, caller)).displayName : caller.displayName;
  return { name: personName(displayName), channelName: null };
}
