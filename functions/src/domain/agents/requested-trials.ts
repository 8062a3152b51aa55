import type { RequestedTrial } from '@farwatch/core/documents/requested-trial';
import { TRIAL } from '@farwatch/core/values/limits';
import type { DocumentReference } from 'firebase-admin/firestore';
import type { Finder } from '../../platform/db/collection.ts';
import { requestedTrials } from '../../platform/db/collections.ts';
import type { Run } from '../../platform/db/run.ts';

const waitingFields = requestedTrials.pick('at', 'ownerId');

/** More than can wait and be over at an agent in a time without a trial that removes what is over. */
const MOST = 2 * TRIAL.waitingPerAgent;

/** The trials requested at an agent: the owners of those that it may still perform, and the documents of those that are over. */
export async function readRequestedTrials(
  run: Run,
  agentId: string,
  finder?: Finder,
): Promise<{ waiting: string[]; all: DocumentReference[]; over: DocumentReference[] }> {
  const own = requestedTrials.collection(run.db).where('agentId', '==', agentId).orderBy('at', 'desc').limit(MOST);
  const found = await waitingFields.find(own, finder);
  const refOf = ({ id }: { id: string }) => requestedTrials.ref(run.db, id);
  const isOver = ({ at }: Pick<RequestedTrial, 'at'>) => at <= run.nowMs - TRIAL.validMs;
  return {
    waiting: found.flatMap((each) => (isOver(each) ? [] : [each.ownerId])),
    all: found.map(refOf),
    over: found.filter(isOver).map(refOf),
  };
}
