import { type Incident, incidentSchema } from '@farwatch/core/documents/incident';
import { toTimestamps } from '@farwatch/core/documents/timestamps';
import { incidentSample } from '@farwatch/core/testing/samples';
import { Timestamp } from 'firebase-admin/firestore';
import type { Page } from 'playwright-core';
import { SeedDocuments } from '../../src/seed/documents.ts';
import { type Account, database } from './accounts.ts';

/** Adds incidents to an account, each a sample with these changes. Returns their ids. */
export async function seedIncidents(account: Account, incidents: readonly Partial<Incident>[]): Promise<string[]> {
  const documents = new SeedDocuments();
  const ids = incidents.map((_, index) => `${account.uid}i${String(index).padStart(4, '0')}`);
  for (const [index, changes] of incidents.entries()) {
    const incident = incidentSample({ ...changes, ownerId: account.uid });
    documents.put(incidentSchema, `incidents/${ids[index]}`, incident);
  }
  await documents.write(database());
  return ids;
}

/** Updates an incident's document. */
export async function changeIncident(id: string, changes: Partial<Incident>): Promise<void> {
  await database()
    .doc(`incidents/${id}`)
    .update(toTimestamps(changes, (ms) => Timestamp.fromMillis(ms)));
}

/**
 * Makes Firestore's rules refuse the page's next listeners for incidents, by requesting another account's. Returns a
 * function that ends this.
 */
export function refuseIncidents(page: Page, { uid }: Account): Promise<() => Promise<void>> {
  return changeIncidentListeners(page, (query) => query.replaceAll(uid, 'another-user'));
}

/** Loses the response to the page's next listener for a range of incidents, by giving it another target's id. */
export async function loseIncidents(page: Page): Promise<void> {
  let isLost = false;
  await changeIncidentListeners(page, (query) => {
    if (isLost || !query.includes('GREATER_THAN_OR_EQUAL')) return query;
    isLost = true;
    return query.replace(/"targetId":\d+/, '"targetId":999998');
  });
}

/** Changes the page's queries when it listens to incidents. Returns a function that ends this. */
async function changeIncidentListeners(page: Page, change: (query: string) => string): Promise<() => Promise<void>> {
  const url = '**/google.firestore.v1.Firestore/Listen/**';
  await page.route(url, async (route) => {
    const body = new URLSearchParams(route.request().postData() ?? '');
    for (const [name, value] of [...body]) {
      if (value.includes('"incidents"')) body.set(name, change(value));
    }
    await route.continue({ postData: body.toString() });
  });
  return () => page.unroute(url);
}
