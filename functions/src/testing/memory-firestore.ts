import { PassThrough } from 'node:stream';
import { callServer, Way } from '@farwatch/emulators/firestore/wire-client';
import { WireServer } from '@farwatch/emulators/firestore/wire-server';
import { Firestore } from 'firebase-admin/firestore';

/** Nothing listens there, so that no call can leave the process. */
const NOWHERE = '127.0.0.1:9';
const host = process.env.FIRESTORE_EMULATOR_HOST ?? NOWHERE;

/** Whether tests use Firestore and Auth in memory, which they do unless there is an emulator. */
export const isInMemory = host === NOWHERE;

if (isInMemory) {
  process.env.GCLOUD_PROJECT = 'demo-farwatch';
  process.env.FIRESTORE_EMULATOR_HOST = NOWHERE;
  process.env.FIREBASE_AUTH_EMULATOR_HOST = NOWHERE;
}

type Memory = { isUsed: boolean; servers: Map<string, WireServer>; watched: WeakSet<Firestore>; way: Way };

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

type Client = Firestore & { formattedName: string };
type Calling = {
  request(this: Client, method: string, request: object, tag: string, retried?: readonly number[]): Promise<unknown>;
  requestStream(this: Client, method: string, isBidirectional: boolean, request: object): Promise<PassThrough>;
};

/** Makes all clients of this process answer from memory: every call of theirs passes these two methods. */
export function useMemoryFirestore(): void {
  const memory = sharedMemory();
  if (memory.isUsed) return;
  memory.isUsed = true;
  const prototype = calling(Firestore.prototype);
  prototype.request = async function (method, request, _tag, retried) {
    const [message] = await call(this, method, request, retried);
    return message;
  };
  prototype.requestStream = async function (method, _isBidirectional, request) {
    const messages = await call(this, method, request);
    const stream = new PassThrough({ objectMode: true, highWaterMark: messages.length + 1 });
    for (const message of messages) stream.write(message);
    stream.end();
    return stream;
  };
}

function call(client: Client, method: string, request: object, retried?: readonly number[]) {
  const { servers, watched, way } = sharedMemory();
  const { formattedName } = client;
  const server = servers.get(formattedName) ?? new WireServer(formattedName);
  servers.set(formattedName, server);
  return callServer(server, watched.has(client) ? way : null, { method, request, ...(retried && { retried }) });
}

/** These methods are not in the client's types. */
function calling(prototype: object): Calling {
  if (!('request' in prototype && 'requestStream' in prototype))
    throw new Error('Firestore.request or requestStream no longer exist');
  return prototype as Calling;
}
