import { type Incident, incidentSchema } from '@farwatch/core/documents/incident';
import { toTimestamps } from '@farwatch/core/documents/timestamps';
import { incidentSample } from '@farwatch/core/testing/samples';
import { Timestamp } from 'firebase-admin/firestore';
import type { Page } from 'playwright-core';
import { SeedDocuments } from '../../src/seed/documents.ts';
import { type Account, database } from './accounts.ts';

/**
 * Adds incidents of an account as the functions would have left them, with the given differences. Returns their ids.
 */
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

/** Changes an incident as the functions would. */
export async function changeIncident(id: string, changes: Partial<Incident>): Promise<void> {
  await database()
    .doc(`incidents/${id}`)
    .update(toTimestamps(changes, (ms) => Timestamp.fromMillis(ms)));
}

/**
 * Makes Firestore's rules refuse the page's next listeners for incidents: their queries go out as if for somebody
 * else's. Returns what ends it.
 */
export function refuseIncidents(page: Page, { uid }: Account): Promise<() => Promise<void>> {
  return changeIncidentListeners(page, (asked) => asked.replaceAll(uid, 'somebody-else'));
}

/** Lets the answer to the page's next listener for the incidents of a range get lost, as if it were another's. */
export async function loseIncidents(page: Page): Promise<void> {
  let lost = 0;
  await changeIncidentListeners(page, (asked) => {
    if (lost > 0 || !asked.includes('GREATER_THAN_OR_EQUAL')) return asked;
    lost += 1;
    return asked.replace(/"targetId":\d+/, '"targetId":999998');
  });
}

/** Changes the page's query when it next listens to incidents. Returns what ends it. */
async function changeIncidentListeners(page: Page, change: (asked: string) => string): Promise<() => Promise<void>> {
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
