import { answerCalls, callServer, Way } from '@farwatch/emulators/firestore/wire-client';
import { WireServer } from '@farwatch/emulators/firestore/wire-server';
import { Firestore } from 'firebase-admin/firestore';

/** Nothing listens there, so that no call can leave the process. */
const UNREACHABLE = '127.0.0.1:9';
const host = process.env.FIRESTORE_EMULATOR_HOST ?? UNREACHABLE;

/** Whether tests use Firestore and Auth in memory, which they do unless there is an emulator. */
export const isInMemory = host === UNREACHABLE;

if (isInMemory) {
  process.env.GCLOUD_PROJECT = 'demo-farwatch';
  process.env.FIRESTORE_EMULATOR_HOST = UNREACHABLE;
  process.env.FIREBASE_AUTH_EMULATOR_HOST = UNREACHABLE;
}

type Memory = { isUsed: boolean; servers: Map<string, WireServer>; watched: WeakSet<object>; way: Way };

const MEMORY = Symbol.for('the documents of functions/src/testing/memory-firestore.ts');

/** One for the process: tests that reset modules load this file again, and it changes the same package of Firebase. */
function sharedMemory(): Memory {
  const shared: typeof globalThis & { [MEMORY]?: Memory } = globalThis;
  shared[MEMORY] ??= { isUsed: false, servers: new Map(), watched: new WeakSet(), way: new Way() };
  return shared[MEMORY];
}

/** What calls of `watchedFirestore` meet. */
export function memoryWay(): Way {
  return sharedMemory().way;
}

/** A client of the project's documents whose calls are counted and can be made to fail. */
export function watchedFirestore(projectId: string): Firestore {
  const db = new Firestore({ projectId });
  sharedMemory().watched.add(db);
  return db;
}

/** Forgets a project's documents. */
export function dropMemory(projectId: string): void {
  sharedMemory().servers.delete(databaseName(projectId));
}

const databaseName = (projectId: string) => `projects/${projectId}/databases/(default)`;

/** Makes all clients of this process answer from memory. */
export function useMemoryFirestore(): void {
  const memory = sharedMemory();
  if (memory.isUsed) return;
  memory.isUsed = true;
  answerCalls(Firestore.prototype, (client, call) => {
    const { servers, watched, way } = memory;
    const server = servers.get(client.formattedName) ?? new WireServer(client.formattedName);
    servers.set(client.formattedName, server);
    return callServer(server, watched.has(client) ? way : null, call);
  });
}
