import { type Maintenance, maintenanceSchema } from '@farwatch/core/documents/maintenance';
import { LIST_LIMITS } from '@farwatch/core/values/limits';
import { limit } from 'firebase/firestore';
import { type Live, type LiveList, useOwnDocuments } from './firestore-listeners.ts';

/** The user's maintenance windows, live. */
export function useMaintenance(): Live<LiveList<Maintenance>> {
  return useOwnDocuments('maintenance', maintenanceSchema, [limit(LIST_LIMITS.byPerson)]);
}
