import { locationCalls } from '@farwatch/core/contracts/api/locations';
import { maxChecksOf } from '@farwatch/core/decisions/monitors/check-budget';
import { assignmentId } from '@farwatch/core/documents/assignment';
import { LOCATION_CODES } from '@farwatch/core/values/locations';
import { presentAgents, readCapableAgents } from '../../../domain/agents/capable-agents.ts';
import { readUser } from '../../../domain/users/ensure-user.ts';
import { assignments } from '../../../platform/db/collections.ts';
import { POLLED_MS } from '../../../platform/http/answer-cache.ts';
import { route } from '../../../platform/http/route.ts';

const plannedFields = assignments.pick('plannedChecks');

export const listLocationSupport = route(locationCalls.list, {
  cachedForMs: POLLED_MS,
  run: async (run, caller) => {
    const refs = LOCATION_CODES.map((code) => assignments.ref(run.db, assignmentId(code, caller.accountId)));
    const [planned, { maxEndpoints }] = await Promise.all([
      plannedFields.getAll(run.db, ...refs),
      readUser(run, caller),
    ]);
    const locations = LOCATION_CODES.map(async (code, index) => {
      const [active, capable] = await Promise.all([
        presentAgents(run, code).count().get(),
        readCapableAgents(run, code, []),
      ]);
      const features = new Set(capable.flatMap(({ device }) => device?.features ?? []));
      const plannedChecks = planned[index]?.plannedChecks ?? 0;
      return { code, agents: active.data().count, features: [...features].sort(), plannedChecks };
    });
    return { locations: await Promise.all(locations), maxChecks: maxChecksOf(maxEndpoints) };
  },
});
