import {
  expandWindows,
  keptTime,
  occurrencesFor,
  type WindowWithId,
} from '@farwatch/core/decisions/maintenance/monitor-occurrences';
import { type Maintenance, maintenanceSchema } from '@farwatch/core/documents/maintenance';
import { toTimestamps } from '@farwatch/core/documents/timestamps';
import { DAY_MS } from '@farwatch/core/values/time';
import { Timestamp } from 'firebase-admin/firestore';
import { SeedDocuments } from '../../src/seed/documents.ts';
import { type Account, database } from './accounts.ts';

/** A window to create: by default an hour, once, for all monitors, in UTC. */
export type WindowSeed = Pick<Maintenance, 'name' | 'start'> & Partial<Maintenance>;

/** Adds maintenance windows to an account, and their occurrences to its monitors. */
export async function seedMaintenance({ uid }: Account, seeds: readonly WindowSeed[], nowMs: number): Promise<void> {
  const windows = seeds.map(
    (seed, index): WindowWithId => ({
      id: `${uid}w${index}`,
      ownerId: uid,
      monitors: null,
      timeZone: 'UTC',
      durationMin: 60,
      rule: null,
      endings: {},
      planned: null,
      refreshAt: null,
      createdAt: nowMs - 40 * DAY_MS,
      updatedAt: nowMs - 40 * DAY_MS,
      ...seed,
    }),
  );
  const documents = new SeedDocuments();
  for (const { id, ...window } of windows) documents.put(maintenanceSchema, `maintenance/${id}`, window);
  await documents.write(database());
  const { docs } = await database().collection('monitors').where('ownerId', '==', uid).get();
  const expanded = expandWindows(windows, keptTime(nowMs));
  await Promise.all(
    docs.map(({ id, ref }) => {
      const maintenance = occurrencesFor(expanded, id);
      return ref.update(toTimestamps({ maintenance }, (ms) => Timestamp.fromMillis(ms)));
    }),
  );
}
