import { agentCalls } from '@farwatch/core/api/agents';
import { AGENT } from '@farwatch/core/limits';
import { LOCATION_CODES, LOCATION_NAMES, type LocationCode } from '@farwatch/core/locations';
import { Timestamp } from 'firebase-admin/firestore';
import { agents } from '../../db/kinds.ts';
import type { Run } from '../../db/run.ts';
import { POLLED_MS } from '../answer-cache.ts';
import { route } from '../route.ts';

export const getAvailableLocations = route(agentCalls.locations, {
  cachedForMs: POLLED_MS,
  run: (run) =>
    Promise.all(
      LOCATION_CODES.map(async (code) => ({
        country_code: code,
        country_name: LOCATION_NAMES[code],
        agent_count: await countActive(run, code),
      })),
    ),
});

/** Counted by the index: a read, however many agents there are. */
async function countActive(run: Run, location: LocationCode): Promise<number> {
  const since = Timestamp.fromMillis(run.nowMs - AGENT.activeWithinMs);
  const joined = agents.collection(run.db).where('location', '==', location).where('joined', '==', true);
  return (await joined.where('lastReportAt', '>', since).count().get()).data().count;
}
