import { type Agent, agentSchema } from '@farwatch/core/documents/agent';
import { idSchema } from '@farwatch/core/fields';
import { doc } from 'firebase/firestore';
import { useFirestore } from 'reactfire';
import { listenToDocument } from './document.ts';
import type { WithId } from './read-document.ts';
import { type Live, useLive } from './use-live.ts';

/** One agent of the admin, live; null if it does not exist. Invalid ids are not requested. */
export function useAgent(id: string): Live<WithId<Agent> | null> {
  const firestore = useFirestore();
  const isId = idSchema.safeParse(id).success;
  const live = useLive(isId ? `agent/${id}` : null, () => listenToDocument(doc(firestore, 'agents', id), agentSchema));
  return isId ? live : { data: null, error: undefined };
}
