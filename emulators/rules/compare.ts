import type { CollectionDeclaration } from '@farwatch/core/documents/collection';
import { LIST_LIMITS } from '@farwatch/core/values/limits';
import type { RulesTestContext, RulesTestEnvironment } from '@firebase/rules-unit-testing';
import {
  collection,
  deleteDoc,
  doc,
  getCountFromServer,
  getDoc,
  getDocs,
  limit,
  query,
  setDoc,
  updateDoc,
  where,
} from 'firebase/firestore';
import { type FilterField, mayGet, mayGetMissing, mayList, READERS, type Reader, SEEDS } from './readers.ts';

type Client = ReturnType<RulesTestContext['firestore']>;
type Request = { name: string; isAllowed: boolean; send(): Promise<unknown> };

const FILTERS: readonly [FilterField, string][] = [
  ['ownerId', 'owner'],
  ['ownerId', 'admin'],
  ['agentId', 'agent1'],
];

/** Makes one client for each reader. */
export function connectReaders(env: RulesTestEnvironment): Map<Reader, Client> {
  return new Map(
    READERS.map((reader) => {
      const { uid, token } = reader;
      const context = uid === null ? env.unauthenticatedContext() : env.authenticatedContext(uid, token);
      return [reader, context.firestore()];
    }),
  );
}

/** Creates the seeds in the collection, past the rules. */
export async function seed(env: RulesTestEnvironment, declaration: CollectionDeclaration): Promise<void> {
  await env.withSecurityRulesDisabled(async (context) => {
    for (const { id, ...data } of SEEDS) await setDoc(doc(context.firestore(), pathOf(declaration), id), data);
  });
}

/** The requests to the collection for which the rules differ from its declaration. */
export async function compareWithRules(
  clients: ReadonlyMap<Reader, Client>,
  declaration: CollectionDeclaration,
): Promise<string[]> {
  const perReader = [...clients].map(async ([reader, client]) => {
    const found: string[] = [];
    const requests = [...reads(declaration, reader, client), ...writes(declaration, client)];
    for (const { name, isAllowed, send } of requests) {
      if ((await isAnswered(send)) !== isAllowed)
        found.push(`${name} by ${reader.name} should be ${isAllowed ? 'allowed' : 'refused'}`);
    }
    return found;
  });
  return (await Promise.all(perReader)).flat();
}

function pathOf({ path }: CollectionDeclaration): string {
  return path.replace('{}', 'parent');
}

function reads(declaration: CollectionDeclaration, reader: Reader, client: Client): Request[] {
  const path = pathOf(declaration);
  const all = collection(client, path);
  const most = declaration.readableBy === 'assigned agent' ? LIST_LIMITS.byAgent : LIST_LIMITS.byPerson;
  const gets = SEEDS.map((each) => ({
    name: `get ${path}/${each.id}`,
    isAllowed: mayGet(declaration, reader, each),
    send: () => getDoc(doc(all, each.id)),
  }));
  const lists = FILTERS.flatMap(([field, value]) => {
    const filtered = query(all, where(field, '==', value));
    const isAllowed = mayList(declaration, reader, field, value);
    const name = `list ${path} of ${field} ${value}`;
    return [
      { name, isAllowed, send: () => getDocs(query(filtered, limit(most))) },
      { name: `${name} beyond the limit`, isAllowed: false, send: () => getDocs(query(filtered, limit(most + 1))) },
      { name: `${name} without a limit`, isAllowed: false, send: () => getDocs(filtered) },
      { name: `count ${path} of ${field} ${value}`, isAllowed: false, send: () => getCountFromServer(filtered) },
    ];
  });
  return [
    ...gets,
    ...lists,
    {
      name: `get ${path}/missing`,
      isAllowed: mayGetMissing(declaration, reader),
      send: () => getDoc(doc(all, 'missing')),
    },
    { name: `list ${path}`, isAllowed: false, send: () => getDocs(query(all, limit(5))) },
  ];
}

/** Clients never write. */
function writes(declaration: CollectionDeclaration, client: Client): Request[] {
  const path = pathOf(declaration);
  const existing = doc(client, path, 'ofOwner');
  return [
    { name: `create ${path}`, isAllowed: false, send: () => setDoc(doc(client, path, 'new'), { ownerId: 'owner' }) },
    { name: `update ${path}`, isAllowed: false, send: () => updateDoc(existing, { name: 'changed' }) },
    { name: `delete ${path}`, isAllowed: false, send: () => deleteDoc(existing) },
  ];
}

/** False if the rules refuse it; throws any other error. */
async function isAnswered(send: () => Promise<unknown>): Promise<boolean> {
  try {
    await send();
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'permission-denied') return false;
    throw error;
  }
}
