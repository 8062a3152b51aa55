import { parseArgs } from 'node:util';
import { findViolations } from '@farwatch/core/decisions/invariants/violations';
import { initializeApp } from 'firebase-admin/app';
import { getFirestore } from 'firebase-admin/firestore';
import { DOCUMENT_BYTES, findLargeDocuments } from './large-documents.ts';
import { readStored } from './read-stored.ts';

/**
 * `npm run check-invariants -- --project my-project`: reads a consistent snapshot of a project and prints
 * contradictions, then reads every document and prints those above 60 % of Firestore's limit, unless `--no-sizes` is
 * given. Writes nothing. Uses the application default credentials, or the Firestore emulator if
 * FIRESTORE_EMULATOR_HOST is set. Exit code 1 for contradictions, 2 if reading failed.
 */
async function main(): Promise<0 | 1> {
  const { values } = parseArgs({
    options: { project: { type: 'string' }, sizes: { type: 'boolean', default: true } },
    allowNegative: true,
  });
  initializeApp(values.project ? { projectId: values.project } : {});
  const db = getFirestore();
  const stored = await readStored(db);
  const violations = findViolations(stored, Date.now());
  for (const { document, text } of violations) console.log(`${document} ${text}`);
  const { users, monitors, endpoints, agents } = stored;
  const seen = `${users.size} users, ${monitors.size} monitors, ${endpoints.size} endpoints, ${agents.size} agents`;
  console.log(`${seen}: ${violations.length === 0 ? 'no' : violations.length} contradictions.`);
  if (values.sizes) {
    for (const { path, bytes } of await findLargeDocuments(db)) {
      console.log(`${path} has ${Math.round((bytes / DOCUMENT_BYTES) * 100)} % of the size that a document may have.`);
    }
  }
  return violations.length === 0 ? 0 : 1;
}

process.exitCode = await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  return 2;
});
