import { locationCalls } from '@farwatch/core/contracts/api/locations';
import { assignmentId } from '@farwatch/core/documents/assignment';
import { LIMITS } from '@farwatch/core/values/limits';
import { LOCATION_CODES } from '@farwatch/core/values/locations';
import { presentAgents, readCapableAgents } from '../../../domain/agents/capable-agents.ts';
import { assignments } from '../../../platform/db/collections.ts';
import { POLLED_MS } from '../../../platform/http/answer-cache.ts';
import { route } from '../../../platform/http/route.ts';

const plannedFields = assignments.pick('plannedChecks');

export const listLocationSupport = route(locationCalls.list, {
  cachedForMs: POLLED_MS,
  run: async (run, caller) => {
    const refs = LOCATION_CODES.map((code) => assignments.ref(run.db, assignmentId(code, caller.uid)));
    const planned = await plannedFields.getAll(run.db, ...refs);
    const locations = LOCATION_CODES.map(async (code, index) => {
      const [active, capable] = await Promise.all([
        presentAgents(run, code).count().get(),
        readCapableAgents(run, code, []),
      ]);
      const features = new Set(capable.flatMap(({ device }) => device?.features ?? []));
      const plannedChecks = planned[index]?.plannedChecks ?? 0;
      return { code, agents: active.data().count, features: [...features].sort(), plannedChecks };
    });
    return { locations: await Promise.all(locations), maxChecks: LIMITS.checksPerOwner };
  },
});
