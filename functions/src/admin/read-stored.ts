import type { Stored } from '@farwatch/core/invariants/stored';
import type { Firestore, Query, QueryDocumentSnapshot, Transaction } from 'firebase-admin/firestore';
import type { z } from 'zod';
import type { Kind } from '../db/kind.ts';
import { agentStates, agents, alerts, assignments, endpoints, flips, incidents, monitors, users } from '../db/kinds.ts';

/**
 * All documents that invariants are about, as they are at one moment. Reads each of them, which is billed. Throws an error
 * that names the document for one of another shape.
 */
export function readStored(db: Firestore): Promise<Stored> {
  return db.runTransaction(
    async (tx) => {
      const active = incidents.collection(db).where('status', '==', 'active');
      const unfinished = ['waiting', 'deferred'];
      const found = await all(tx, incidents, active);
      return {
        users: await all(tx, users, users.collection(db)),
        monitors: await all(tx, monitors, monitors.collection(db)),
        endpoints: await all(tx, endpoints, endpoints.collection(db)),
        incidents: found,
        agents: await all(tx, agents, agents.collection(db)),
        agentStates: await all(tx, agentStates, agentStates.collection(db)),
        assignments: await all(tx, assignments, assignments.collection(db)),
        flips: await all(tx, flips, flips.collection(db).where('state', 'in', ['new', 'parked'])),
        alerts: await all(tx, alerts, alerts.collection(db).where('state', 'in', unfinished)),
        alertsByIncident: await countAlerts(tx, db, [...found.keys()]),
      };
    },
    { readOnly: true },
  );
}

async function all<Schema extends z.ZodObject>(
  tx: Transaction,
  kind: Kind<Schema>,
  query: Query,
): Promise<Map<string, z.infer<Schema>>> {
  const { docs } = await tx.get(query);
  return new Map(docs.map((document) => [document.id, readOne(kind, document)]));
}

function readOne<Schema extends z.ZodObject>(kind: Kind<Schema>, document: QueryDocumentSnapshot): z.infer<Schema> {
  try {
    return kind.read(document) as z.infer<Schema>;
  } catch (error) {
    throw new Error(`${document.ref.path} has another shape: ${String(error)}`, { cause: error });
  }
}

async function countAlerts(tx: Transaction, db: Firestore, incidentIds: readonly string[]) {
  const counts = new Map<string, number>();
  for (const id of incidentIds) {
    const told = await tx.get(alerts.collection(db).where('incidentId', '==', id).count());
    counts.set(id, told.data().count);
  }
  return counts;
}
