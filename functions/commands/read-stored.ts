import type { Stored } from '@farwatch/core/decisions/invariants/stored';
import type { Firestore, Query, Transaction } from 'firebase-admin/firestore';
import type { z } from 'zod';
import type { Collection } from '../src/platform/db/collection.ts';
import {
  agentStates,
  agents,
  assignments,
  endpoints,
  incidents,
  monitors,
  outboxes,
  pages,
  users,
  verdictChanges,
} from '../src/platform/db/collections.ts';

/**
 * A consistent snapshot of all documents that the invariants cover. Each is a billed read. Throws an error that names
 * the document for an invalid one.
 */
export function readStored(db: Firestore): Promise<Stored> {
  return db.runTransaction(
    async (tx) => {
      const active = incidents.collection(db).where('status', '==', 'active');
      return {
        users: await readAll(tx, users, users.collection(db)),
        monitors: await readAll(tx, monitors, monitors.collection(db)),
        endpoints: await readAll(tx, endpoints, endpoints.collection(db)),
        incidents: await readAll(tx, incidents, active),
        agents: await readAll(tx, agents, agents.collection(db)),
        agentStates: await readAll(tx, agentStates, agentStates.collection(db)),
        assignments: await readAll(tx, assignments, assignments.collection(db)),
        verdictChanges: await readAll(
          tx,
          verdictChanges,
          verdictChanges.collection(db).where('state', 'in', ['new', 'parked']),
        ),
        outboxes: await readAll(tx, outboxes, outboxes.collection(db).where('dueAt', '>', new Date(0))),
        pages: await readAll(tx, pages, pages.collection(db)),
      };
    },
    { readOnly: true },
  );
}

async function readAll<Schema extends z.ZodObject>(
  tx: Transaction,
  collection: Collection<Schema>,
  query: Query,
): Promise<Map<string, z.infer<Schema>>> {
  const { docs } = await tx.get(query);
  const read = (document: (typeof docs)[number]) => {
    try {
      return collection.read(document) as z.infer<Schema>;
    } catch (error) {
      throw new Error(`${document.ref.path} is invalid: ${String(error)}`, { cause: error });
    }
  };
  return new Map(docs.map((document) => [document.id, read(document)]));
}
