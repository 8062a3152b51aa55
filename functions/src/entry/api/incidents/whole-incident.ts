import { failuresAnswer } from '@farwatch/core/contracts/api/failure-answer';

import { isoOf } from '@farwatch/core/contracts/api/parts';
import { type WholeIncident, wholeIncidentCalls } from '@farwatch/core/contracts/api/whole-incident';
import type { StoredEvidence } from '@farwatch/core/documents/evidence';
import type { Incident } from '@farwatch/core/documents/incident';
import { DAY_MS } from '@farwatch/core/values/time';
import { Timestamp } from 'firebase-admin/firestore';
import { evidence, incidents, messages } from '../../../platform/db/collections.ts';
import type { Run } from '../../../platform/db/run.ts';
import { ApiError } from '../../../platform/http/errors.ts';
import { route } from '../../../platform/http/route.ts';
import { messageAnswers } from '../messages.ts';
import { incidentEntry } from './incident-entry.ts';

/** Twenty outages of twenty locations would have more, which nobody reads. */
const MOST_EVIDENCE = 60;
/** Of the owner, in the time of the incident. */
const MOST_MESSAGES = 300;

export const getIncident = route(wholeIncidentCalls.read, {
  run: async (run, caller, { params: { id } }) => {
    const incident = incidents.read(await incidents.ref(run.db, id).get());
    if (incident?.ownerId !== caller.accountId) throw new ApiError('not_found');
    const [found, sent] = await Promise.all([readEvidence(run, id, incident), readMessages(run, id, incident)]);
    return { ...wholeIncident(id, incident), evidence: found.map(evidenceAnswer), messages: sent };
  },
});

function wholeIncident(id: string, incident: Incident): Omit<WholeIncident, 'evidence' | 'messages'> {
  const { outage, earlierOutages, failures, upStatuses, actions, peakSeverity, downLocations } = incident;
  return {
    ...incidentEntry(id, incident),
    peakSeverity,
    downLocations,
    outages: [...earlierOutages, ...(outage ? [outage] : [])].map(
      ({ maintenance: _, startedAt, endedAt, ...each }) => ({
        ...each,
        startedAt: isoOf(startedAt),
        endedAt: isoOf(endedAt),
      }),
    ),
    failures: failuresAnswer(failures),
    upStatuses,
    actions: actions.map(({ until, createdAt, ...each }) => ({
      ...each,
      until: isoOf(until),
      createdAt: isoOf(createdAt),
    })),
  };
}

async function readEvidence(run: Run, incidentId: string, { ownerId }: Incident): Promise<StoredEvidence[]> {
  const own = evidence.collection(run.db).where('ownerId', '==', ownerId).where('incidentId', '==', incidentId);
  const { docs } = await own.orderBy('createdAt', 'desc').limit(MOST_EVIDENCE).get();
  return docs.flatMap((document) => evidence.readIfValid(document) ?? []);
}

function evidenceAnswer({ location, outage, failed, lastGood }: StoredEvidence): WholeIncident['evidence'][number] {
  const { certificate, phases: _, at, ...check } = failed;
  return {
    location,
    outage,
    failed: { ...check, at: isoOf(at), certificateEndsAt: isoOf(certificate?.endsAt ?? null) },
    lastGood: lastGood && {
      at: isoOf(lastGood.at),
      ms: lastGood.ms,
      address: lastGood.address,
      statusCode: lastGood.statusCode,
    },
  };
}

/** Messages name incidents in their contents, which no index has, so those of its time are read. */
async function readMessages(run: Run, incidentId: string, { ownerId, triggeredAt, resolvedAt }: Incident) {
  const own = messages.collection(run.db).where('ownerId', '==', ownerId);
  const since = own.where('createdAt', '>=', Timestamp.fromMillis(triggeredAt));
  // A channel that fails is tried again for a day.
  const until = resolvedAt === null ? since : since.where('createdAt', '<=', Timestamp.fromMillis(resolvedAt + DAY_MS));
  const { docs } = await until.orderBy('createdAt', 'desc').limit(MOST_MESSAGES).get();
  return messageAnswers(docs).filter(({ contents }) => contents.some((each) => each.incidentId === incidentId));
}
