import { allCollections } from '@farwatch/core/documents/collections';
import { groupOf } from '@farwatch/core/documents/indexes-file';
import { fromStored } from '../platform/db/timestamps.ts';
import { T0, type TestProject } from './test-project.ts';

export type Documents = Record<string, Record<string, unknown>>;

/** All documents by path, with timestamps as core has them. */
export async function allDocuments(project: TestProject): Promise<Documents> {
  const { db } = project.run(T0);
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

/** Fields that show when, or in which call, the server did its work. */
const WORK_TIMES =
  /^(appliedAt|appliedBy|expireAt|finishedAt|updatedAt|changedAt|failureAt|sentAt|lastSentAt|freshAt|seenAt|startedAt)$/;

/**
 * All documents without what may differ between two equivalent histories: generated ids (of incidents, their messages,
 * and events), the times at which the server worked, what failed before it succeeded, the state of sweeps and upgrades, keys, and
 * commands, which expire.
 */
export async function comparableDocuments(project: TestProject): Promise<Documents> {
  const documents = Object.entries(await allDocuments(project)).filter(
    ([path]) => !/^(commands|sweeps|upgrades|signingKeys)\//.test(path),
  );
  const incidents = documents.filter(([path]) => path.startsWith('incidents/'));
  const named = incidents.map(([path, { endpointId, type, triggeredAt }]) => {
    return [path.slice('incidents/'.length), `${endpointId}-${type}-${triggeredAt}`] as const;
  });
  const renamed = (text: string) => named.reduce((result, [id, name]) => result.replaceAll(id, name), text);
  const plain = documents.map(([path, data]) => {
    const isMessage = path.startsWith('messages/');
    const { stuck: _, ...rest } = data;
    const text = JSON.stringify(rest, (key, value) => (isWorkTime(key, isMessage) && value !== null ? '…' : value));
    const event = /^(endpoints\/.+\/events)\//.exec(path)?.[1];
    const { changedAt: at } = data;
    const name = isMessage ? `messages/${renamed(JSON.stringify(data.contents))}` : renamed(path);
    return [event ? `${event}/${at}` : name, JSON.parse(renamed(text)) as Record<string, unknown>] as const;
  });
  return Object.fromEntries(plain.sort(byPath));
}

function isWorkTime(key: string, isMessage: boolean): boolean {
  return WORK_TIMES.test(key) || (isMessage && key === 'createdAt');
}
