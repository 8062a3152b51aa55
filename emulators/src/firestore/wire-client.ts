import { PassThrough } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { Faults } from '../wire/faults.ts';
import { Tally } from '../wire/tally.ts';
import { StoreError } from './values.ts';
import type { Answer, WireServer } from './wire-server.ts';

const ABORTED = 10;
const TRIES = 5;
/** The statuses after which the SDK repeats a call; see its firestore_client_config.json. */
const RETRIED: Record<string, readonly number[]> = { commit: [8, 14], batchWrite: [8, ABORTED, 14] };
const RETRIED_READS = [4, 13, 14];

/** A call as the SDK makes it. */
export type Call = {
  method: string;
  request: object;
  /** The statuses after which the SDK repeats the call. */
  retried?: readonly number[];
};

/** A client of the SDK. */
export type Client = {
  /** The name of its database, with the project's. */
  readonly formattedName: string;
};

/** Makes a client, or all that have this prototype, pass each call to `answer`, which returns the answer's messages. */
export function answerCalls(target: object, answer: (client: Client, call: Call) => Promise<readonly unknown[]>): void {
  if (!('request' in target && 'requestStream' in target))
    throw new Error('Firestore.request or Firestore.requestStream no longer exist');
  Object.assign(target, {
    async request(this: Client, method: string, request: object, _tag: string, retried?: readonly number[]) {
      const [message] = await answer(this, { method, request, ...(retried && { retried }) });
      return message;
    },
    async requestStream(this: Client, method: string, _isBidirectional: boolean, request: object) {
      const messages = await answer(this, { method, request });
      const stream = new PassThrough({ objectMode: true, highWaterMark: messages.length + 1 });
      for (const message of messages) stream.write(message);
      return stream.end();
    },
  });
}

/** The network between a client and a database in memory, which does what a proxy does to calls (wire/proxy.ts). */
export class Way {
  readonly faults = new Faults();
  readonly tally = new Tally();
}

/** Calls the server as the SDK does, which repeats calls. */
export async function callServer(
  server: WireServer,
  way: Way | null,
  { method, request, retried = RETRIED[method] ?? RETRIED_READS }: Call,
): Promise<readonly unknown[]> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return way ? await callAlong(way, server, method, request) : (await server.answer(method, request)).messages;
    } catch (error) {
      if (attempt >= TRIES || !(error instanceof StoreError) || !retried.includes(error.code)) throw error;
    }
  }
}

async function callAlong(way: Way, server: WireServer, method: string, request: object): Promise<Answer['messages']> {
  const name = `${method.slice(0, 1).toUpperCase()}${method.slice(1)}`;
  const call = done(way, server, name, method, request);
  way.tally.open(
    call.then(
      () => undefined,
      () => undefined,
    ),
  );
  return call;
}

async function done({ faults, tally }: Way, server: WireServer, name: string, method: string, request: object) {
  const fault = faults.list().length > 0 ? faults.take(name, Buffer.from(JSON.stringify(request))) : null;
  const failed = fault && new StoreError(fault.status, `${fault.fault} ${name}`);
  if (failed && fault.fault === 'refuse') throw failed;
  if (fault?.fault === 'delay') await sleep(fault.delayMs);
  if (fault?.fault === 'hold') await faults.held();
  const { messages, cost } = await server.answer(method, request);
  tally.add(name, cost);
  if (failed && fault.fault === 'lose') throw failed;
  return messages;
}
