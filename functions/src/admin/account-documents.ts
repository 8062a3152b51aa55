import { NO_CHANNEL, type Outlet } from '@farwatch/core/alerts/delivery';
import { CHANNEL_NAMES } from '@farwatch/core/channels/channels';
import type { DocumentSnapshot, Firestore } from 'firebase-admin/firestore';
import { outboxId } from '../alerts/lease.ts';
import {
  agents,
  alerts,
  assignments,
  endpoints,
  hours,
  incidents,
  monitors,
  NOTIFICATIONS_ID,
  notifications,
  outboxes,
  paymentRecords,
  payments,
  statusEvents,
  users,
} from '../db/kinds.ts';
import { pagesOf } from '../db/pages.ts';

const AT_ONCE = 300;
const OUTLETS: Outlet[] = [...CHANNEL_NAMES, NO_CHANNEL];
/** The collections whose documents name their owner, with what belongs to each document. */
const OWNED = [
  [monitors, null],
  [endpoints, statusEvents],
  [incidents, null],
  [alerts, null],
  [assignments, null],
  [hours, null],
  [payments, paymentRecords],
  [agents, null],
] as const;

/**
 * Every document of an account, in pages; the account's own last. Not among them is what goes by itself and holds many
 * owners' together: raw checks, flips, and what agents remember.
 */
export async function* documentsOf(db: Firestore, uid: string): AsyncGenerator<DocumentSnapshot[]> {
  for (const [owned, below] of OWNED) {
    for await (const page of pagesOf(owned.collection(db).where('ownerId', '==', uid), AT_ONCE)) {
      const parts = below ? page.map(({ id }) => below.collection(db, id)) : [];
      for (const part of parts) yield* pagesOf(part, AT_ONCE);
      yield page;
    }
  }
  const singles = [
    ...OUTLETS.map((outlet) => outboxes.ref(db, outboxId(uid, outlet))),
    notifications.ref(db, NOTIFICATIONS_ID, uid),
    users.ref(db, uid),
  ];
  yield (await db.getAll(...singles)).filter(({ exists }) => exists);
}
