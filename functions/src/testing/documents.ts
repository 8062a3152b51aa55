import { allCollections } from '@farwatch/core/documents/collections';
import { groupOf } from '@farwatch/core/documents/indexes-file';
import { fromStored } from '../db/timestamps.ts';
import { T0, type World } from './world.ts';

export type Documents = Record<string, Record<string, unknown>>;

/** Every document there is, by path, as core knows it. */
export async function allDocuments(world: World): Promise<Documents> {
  const { db } = world.run(T0);
  const top = await db.listCollections();
  const groups = new Set(allCollections().flatMap((each) => (each.path.includes('{}') ? groupOf(each) : [])));
  const nested = [...groups].map((name) => db.collectionGroup(name));
  const found = await Promise.all([...top, ...nested].map((query) => query.get()));
  const docs = found.flatMap(({ docs: each }) => each);
  return Object.fromEntries(
    docs.map((doc) => [doc.ref.path, fromStored(doc.data()) as Record<string, unknown>] as const).sort(byPath),
  );
}

function byPath([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : 1;
}

/** Fields that tell when, or in which call, the server got round to something, not what came of it; a message's number tells no more. */
const WORK_TIMES =
  /^(appliedAt|appliedBy|expireAt|finishedAt|nextAt|triedAt|messageId|updatedAt|changedAt|lastAlertAt)$/;

/**
 * All documents without what may differ between two histories that come to the same: ids that the server made up (of
 * incidents, with the alerts named after them, and of events), the times at which it did its work, what one sweep leaves to the
 * next, and commands, which are wishes that fade.
 */
export async function essence(world: World): Promise<Documents> {
  const documents = Object.entries(await allDocuments(world)).filter(([path]) => !/^(commands|sweeps)\//.test(path));
  const incidents = documents.filter(([path]) => path.startsWith('incidents/'));
  const named = incidents.map(([path, { endpointId, kind, triggeredAt }]) => {
    return [path.slice('incidents/'.length), `${endpointId}-${kind}-${triggeredAt}`] as const;
  });
  const renamed = (text: string) => named.reduce((result, [id, name]) => result.replaceAll(id, name), text);
  const plain = documents.map(([path, data]) => {
    const isAlert = path.startsWith('alerts/');
    const text = JSON.stringify(data, (key, value) => (isWorkTime(key, isAlert) && value !== null ? '…' : value));
    const event = /^(endpoints\/.+\/events)\//.exec(path)?.[1];
    const { changedAt: at } = data;
    return [event ? `${event}/${at}` : renamed(path), JSON.parse(renamed(text)) as Record<string, unknown>] as const;
  });
  return Object.fromEntries(plain.sort(byPath));
}

function isWorkTime(key: string, isAlert: boolean): boolean {
  return WORK_TIMES.test(key) || (isAlert && key === 'createdAt');
}
