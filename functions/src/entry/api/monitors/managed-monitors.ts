import { createHmac, randomBytes } from 'node:crypto';
import { MANAGED_PAGE, type ManagedMonitor, managedCalls } from '@farwatch/core/contracts/api/managed';
import { maskContent } from '@farwatch/core/decisions/monitors/check-secrets';
import { monitorVersion } from '@farwatch/core/decisions/monitors/monitor-content';
import { isMask } from '@farwatch/core/values/channels/secret';
import { secretsOf } from '@farwatch/core/values/check-secrets';
import { FieldPath } from 'firebase-admin/firestore';
import { readUnmasked } from '../../../domain/monitors/check-secrets.ts';
import { endpoints, monitors } from '../../../platform/db/collections.ts';
import type { Run } from '../../../platform/db/run.ts';
import { route } from '../../../platform/http/route.ts';
import { readSigningKey } from '../../../platform/links/signing-key.ts';

export const listManagedMonitors = route(managedCalls.monitors, {
  run: async (run, caller, { query: { cursor } }) => {
    const own = monitors.collection(run.db).where('ownerId', '==', caller.uid).orderBy(FieldPath.documentId());
    const { docs } = await (cursor === undefined ? own : own.startAfter(cursor)).limit(MANAGED_PAGE).get();
    const found = docs.flatMap((document) => {
      const monitor = monitors.readIfValid(document);
      return monitor ? [{ id: document.id, monitor }] : [];
    });
    const ids = found.flatMap(({ monitor }) => Object.keys(monitor.endpoints));
    const documents = ids.length === 0 ? [] : await run.db.getAll(...ids.map((id) => endpoints.ref(run.db, id)));
    const masked = documents.flatMap((document) => {
      const endpoint = endpoints.readIfValid(document);
      return endpoint ? [[document.id, endpoint] as const] : [];
    });
    const unmasked = await readUnmasked(run, run.db, new Map(masked));
    const fingerprintKey = await readFingerprintKey(run, caller.uid);
    const last = docs.at(-1);
    return {
      monitors: found.map(({ id, monitor }) => answerOf(id, monitorVersion(monitor, unmasked), fingerprintKey)),
      next: docs.length < MANAGED_PAGE || !last ? null : last.id,
      fingerprintKey,
    };
  },
});

function answerOf(id: string, version: Omit<ManagedMonitor, 'id' | 'secrets'>, key: string): ManagedMonitor {
  const secrets = version.endpoints.flatMap((endpoint) => {
    const own = [...secretsOf(endpoint.check)].filter(([, secret]) => !isMask(secret));
    const fingerprints = Object.fromEntries(own.map(([name, secret]) => [name, fingerprintOf(key, secret)]));
    return own.length === 0 ? [] : [[endpoint.id, fingerprints] as const];
  });
  return { ...maskContent(version), id, secrets: Object.fromEntries(secrets) };
}

function fingerprintOf(key: string, secret: string): string {
  return createHmac('sha256', key).update(secret).digest('base64url');
}

/** The account's own key: the same secret has another fingerprint in another account. */
async function readFingerprintKey(run: Run, ownerId: string): Promise<string> {
  const secret = await readSigningKey(run, 'fingerprints', () => randomBytes(32).toString('base64url'));
  return createHmac('sha256', secret).update(ownerId).digest('base64url');
}
