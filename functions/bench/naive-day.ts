import { LOCATION_CODES } from '@farwatch/core/values/locations';
import type { Firestore } from 'firebase-admin/firestore';
import { newTestProject, T0 } from '../src/testing/test-project.ts';
import { Bill, type Billed } from './bill.ts';

const AT_ONCE = 250;

type Write = readonly [path: string, fields: Record<string, unknown>];

/**
 * The same checks with a naive design: a document for each check, the status in the endpoint's document, and a
 * dashboard that listens to the endpoints and so reads each change. Runs for one interval.
 */
export async function naiveInterval(endpoints: number): Promise<Billed> {
  const project = newTestProject();
  const { db } = project.viaProxy(T0);
  const bill = new Bill();
  const ids = Array.from({ length: endpoints }, (_, index) => `e${index}`);
  try {
    for (const location of LOCATION_CODES) {
      const checks = ids.map((id): Write => [`checks/${location}_${id}`, { endpointId: id, ms: 120, statusCode: 200 }]);
      const statuses = ids.map((id): Write => [`endpoints/${id}`, { status: 'up', checkedAt: T0 }]);
      await bill.spend('checks', () => write(db, [...checks, ...statuses]));
      bill.add('dashboard', { reads: endpoints, writes: 0, deletes: 0 });
    }
    return bill.billed();
  } finally {
    await project.close();
  }
}

async function write(db: Firestore, writes: readonly Write[]): Promise<void> {
  for (let from = 0; from < writes.length; from += AT_ONCE) {
    const batch = db.batch();
    for (const [path, fields] of writes.slice(from, from + AT_ONCE)) batch.set(db.doc(path), fields);
    await batch.commit();
  }
}
