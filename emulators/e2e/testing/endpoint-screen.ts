import { type Endpoint, endpointSchema, newEndpoint } from '@farwatch/core/documents/endpoint';
import { toTimestamps } from '@farwatch/core/documents/timestamps';
import { defaultsOf } from '@farwatch/core/values/monitor-fields/field';
import { ENDPOINT_FIELDS } from '@farwatch/core/values/monitor-fields/table';
import { Timestamp } from 'firebase-admin/firestore';
import type { Page } from 'playwright-core';
import { SeedDocuments } from '../../src/seed/documents.ts';
import { type Account, database } from './accounts.ts';

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
