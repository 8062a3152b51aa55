import { createHmac, randomBytes } from 'node:crypto';
import { MANAGED_PAGE, type ManagedMonitor, managedCalls } from '@farwatch/core/contracts/api/managed';
import { isoOf } from '@farwatch/core/contracts/api/parts';
import { maskContent } from '@farwatch/core/decisions/monitors/check-secrets';
import { monitorVersion } from '@farwatch/core/decisions/monitors/monitor-content';
import type { Channel } from '@farwatch/core/documents/channel';
import { maskSettings } from '@farwatch/core/values/channels/channel-settings';
import { getChannelType } from '@farwatch/core/values/channels/channel-types';
import { isMask } from '@farwatch/core/values/channels/secret';
import { secretsOf } from '@farwatch/core/values/check-secrets';
import { FieldPath } from 'firebase-admin/firestore';
import { readWindows } from '../../domain/maintenance/read-windows.ts';
import { readUnmasked } from '../../domain/monitors/check-secrets.ts';
import { endpoints, monitors, pages } from '../../platform/db/collections.ts';
import type { Run } from '../../platform/db/run.ts';
import { route } from '../../platform/http/route.ts';
import { readSigningKey } from '../../platform/links/signing-key.ts';
import { isBuiltIn, readChannels } from './channels/stored-channels.ts';
import { pageAnswer } from './pages/page-answer.ts';

export const listManagedMonitors = route(managedCalls.monitors, {
  run: async (run, caller, { query: { cursor } }) => {
    const own = monitors.collection(run.db).where('ownerId', '==', caller.accountId).orderBy(FieldPath.documentId());
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
    const fingerprintKey = await readFingerprintKey(run, caller.accountId);
    const last = docs.at(-1);
    return {
      monitors: found.map(({ id, monitor }) => answerOf(id, monitorVersion(monitor, unmasked), fingerprintKey)),
      next: docs.length < MANAGED_PAGE || !last ? null : last.id,
      fingerprintKey,
    };
  },
});

/** The parse leaves out what a file does not describe. */
export const listManagedOthers = route(managedCalls.others, {
  run: async (run, caller) => {
    const own = pages.collection(run.db).where('ownerId', '==', caller.accountId);
    const [channels, windows, { docs }, key] = await Promise.all([
      readChannels(run, caller),
      readWindows(run, null, caller.accountId),
      own.get(),
      readFingerprintKey(run, caller.accountId),
    ]);
    return managedCalls.others.output.parse({
      channels: Object.entries(channels).map(([id, channel]) => channelOf(id, channel, key)),
      windows: windows.map((window) => ({ ...window, managed: window.managed ?? null })),
      pages: docs.flatMap((document) => {
        const page = pages.readIfValid(document);
        return page ? [pageAnswer(document.id, page)] : [];
      }),
    });
  },
});

function channelOf(id: string, channel: Channel, key: string) {
  const { settings } = channel;
  const secrets = getChannelType(channel.type).secrets.flatMap((name) => {
    const secret = settings[name];
    return typeof secret === 'string' && secret !== '' ? [[name, fingerprintOf(key, secret)]] : [];
  });
  return {
    ...channel,
    id,
    settings: maskSettings(channel.type, settings),
    verifiedAt: isoOf(channel.verifiedAt),
    managed: channel.managed ?? null,
    isBuiltIn: isBuiltIn(id),
    secrets: Object.fromEntries(secrets),
  };
}

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
