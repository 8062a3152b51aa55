import { type Decoded, decoder } from './protos.ts';

/** Documents read, written and deleted, as Firestore bills them. */
export interface Cost {
  reads: number;
  writes: number;
  deletes: number;
}

/** Reads one call's messages and returns its cost after it has succeeded. */
export interface Meter {
  request?(message: Buffer): void;
  response?(message: Buffer): void;
  cost(): Cost;
}

const meters: Record<string, () => Meter> = {
  BatchGetDocuments: () => readsOf('BatchGetDocumentsResponse', 0, ({ found, missing }) => (found || missing ? 1 : 0)),
  GetDocument: () => ({ cost: () => ({ reads: 1, writes: 0, deletes: 0 }) }),
  ListDocuments: () => readsOf('ListDocumentsResponse', 1, ({ documents }) => listOf(documents).length),
  RunQuery: () => readsOf('RunQueryResponse', 1, ({ document }) => (document ? 1 : 0)),
  RunAggregationQuery: () => readsOf('RunAggregationQueryResponse', 1, () => 0),
  Listen: listenMeter,
  Commit: () => writesOf('CommitRequest'),
  BatchWrite: () => writesOf('BatchWriteRequest', 'BatchWriteResponse'),
};

/** The meter for a method of Firestore; those that bill no documents get one that counts nothing. */
export function meterFor(method: string): Meter {
  return meters[method]?.() ?? { cost: () => ({ reads: 0, writes: 0, deletes: 0 }) };
}

function readsOf(type: string, least: number, documentsIn: (message: Decoded) => number): Meter {
  const decode = decoder(type);
  let reads = 0;
  return {
    response: (message) => {
      reads += documentsIn(decode(message));
    },
    cost: () => ({ reads: Math.max(reads, least), writes: 0, deletes: 0 }),
  };
}

/** Each state of a document counts once per target, since the emulator repeats results. */
function listenMeter(): Meter {
  const decode = decoder('ListenResponse');
  const seen = new Set<string>();
  return {
    response: (message) => {
      const { documentChange } = decode(message) as { documentChange?: { document: Decoded; targetIds: number[] } };
      for (const target of documentChange?.targetIds ?? []) {
        seen.add(JSON.stringify([target, documentChange?.document.name, documentChange?.document.updateTime]));
      }
    },
    cost: () => ({ reads: seen.size, writes: 0, deletes: 0 }),
  };
}

/**
 * A write with its `updateTransforms` is one; in a BatchWrite each has its own status, and only successful ones count.
 */
function writesOf(requestType: string, responseType?: string): Meter {
  const [decodeRequest, decodeResponse] = [decoder(requestType), responseType ? decoder(responseType) : null];
  let requested: unknown[] = [];
  let status: unknown[] | null = null;
  return {
    request: (message) => {
      requested = listOf(decodeRequest(message).writes);
    },
    response: (message) => {
      if (decodeResponse) status = listOf(decodeResponse(message).status);
    },
    cost: () => {
      const done = requested.filter((_, index) => status === null || !fieldOf(status[index], 'code'));
      const deletes = done.filter((write) => fieldOf(write, 'delete')).length;
      const writes = done.filter((write) => fieldOf(write, 'update') || fieldOf(write, 'transform')).length;
      return { reads: 0, writes, deletes };
    },
  };
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Decoded)[name] : undefined;
}
