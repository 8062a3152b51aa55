import { type Endpoint, endpointSchema, newEndpoint } from '@farwatch/core/documents/endpoint';
import { toTimestamps } from '@farwatch/core/documents/timestamps';
import { defaultsOf } from '@farwatch/core/values/monitor-fields/field';
import { ENDPOINT_FIELDS } from '@farwatch/core/values/monitor-fields/table';
import { MINUTE_MS } from '@farwatch/core/values/time';
import { Timestamp } from 'firebase-admin/firestore';
import type { Page } from 'playwright-core';
import { SeedDocuments } from '../../src/seed/documents.ts';
import { type Account, database } from './accounts.ts';
import { seedIncidents } from './incidents.ts';
import type { SeededMonitor } from './seed-monitors.ts';

/** Adds an endpoint without checks to a monitor of the account. Returns its id. */
export async function putFreshEndpoint(account: Account, monitorId: string): Promise<string> {
  const id = `${monitorId}fresh`;
  const fields = {
    ...defaultsOf(ENDPOINT_FIELDS),
    ownerId: account.uid,
    monitorId,
    url: 'https://fresh.farwatch.test/',
    name: 'Fresh',
  };
  const documents = new SeedDocuments();
  documents.put(endpointSchema, `endpoints/${id}`, newEndpoint({ ...fields, locations: ['tw', 'bd'] }, Date.now()));
  await documents.write(database());
  return id;
}

/** Updates an endpoint's document. */
export async function changeEndpoint(id: string, changes: Partial<Endpoint>): Promise<void> {
  await database()
    .doc(`endpoints/${id}`)
    .update(toTimestamps(changes, (ms) => Timestamp.fromMillis(ms)));
}

/**
 * Makes the first endpoint of a monitor slow in Taiwan and Thailand, with an incident that is still open. Returns the
 * incident's id.
 */
export async function makeSlow(
  account: Account,
  { monitorId, endpointIds: [id = ''] }: SeededMonitor,
): Promise<string> {
  const since = Date.now() - 25 * MINUTE_MS;
  const found = await database().doc(`endpoints/${id}`).get();
  const { url, name } = endpointSchema.pick({ url: true, name: true }).parse(found.data());
  const limits = { tw: 850, th: 1100 };
  const measured = { tw: { ms: 2340, limitMs: limits.tw }, th: { ms: 1985, limitMs: limits.th } };
  const state = (prefix: string) => ({
    [`${prefix}slow`]: { since },
    [`${prefix}votes.tw.slow`]: { since, ms: measured.tw.ms },
    [`${prefix}votes.th.slow`]: { since, ms: measured.th.ms },
  });
  const update = (path: string, changes: Record<string, unknown>) =>
    database()
      .doc(path)
      .update(toTimestamps(changes, (ms) => Timestamp.fromMillis(ms)));
  await update(`endpoints/${id}`, { ...state(''), slowMs: 'auto', slowLimits: limits });
  await update(`monitors/${monitorId}`, state(`endpoints.${id}.`));
  const details = {
    url,
    expectedStatus: null,
    actualStatus: null,
    error: null,
    certificateEndsAt: null,
    slow: measured,
  };
  const [incidentId = ''] = await seedIncidents(account, [
    {
      ...{ type: 'slow', severity: 'minor', title: `${name} is slow`, details, outage: null },
      ...{ monitorId, endpointId: id, endpoint: { name, url }, monitor: { name: 'Shop' } },
      ...{ triggeredAt: since, locations: ['tw', 'th'], downLocations: ['tw', 'th'] },
    },
  ]);
  return incidentId;
}

/** Finds one of the four cards of the page. */
export function card(page: Page, title: string) {
  return page.getByRole('region', { name: title, exact: true });
}

/** The cell texts of each row of a table, without its header. */
export async function cellsOf(page: Page, table: string): Promise<string[][]> {
  const rows = page.getByRole('table', { name: table }).locator('tbody tr');
  await rows.first().waitFor();
  const found = `document.querySelectorAll(${JSON.stringify(`table[aria-label="${table}"] tbody tr`)})`;
  return page.evaluate<string[][]>(`[...${found}].map((row) => [...row.cells].map((cell) => cell.innerText.trim()))`);
}
