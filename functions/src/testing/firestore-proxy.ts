import { setTimeout as sleep } from 'node:timers/promises';
import { faultSchema } from '@farwatch/emulators/wire/faults';
import { isInMemory, memoryWay } from './memory-firestore.ts';
import { standInAddress } from './stand-in-address.ts';

const control = () => `http://${standInAddress('FARWATCH_FIRESTORE_PROXY_CONTROL')}`;

export type Counts = { calls: number; reads: number; writes: number; deletes: number };

/** Clears the counts and the pending faults. */
export async function resetProxy(): Promise<void> {
  if (isInMemory) {
    const { faults, tally } = memoryWay();
    faults.clear();
    await tally.allEnded();
    return tally.reset();
  }
  await fetch(`${control()}/reset`, { method: 'POST' });
}

/** What passed the proxy since the last reset. */
export async function readProxyCounts(): Promise<Counts> {
  const { calls, reads, writes, deletes } = isInMemory ? await memoryCounts() : await proxyCounts();
  return { calls, reads, writes, deletes };
}

async function memoryCounts(): Promise<Counts> {
  const { tally } = memoryWay();
  await tally.allEnded();
  return tally.counts();
}

async function proxyCounts(): Promise<Counts> {
  return (await (await fetch(`${control()}/counts`)).json()) as Counts;
}

/**
 * Makes a call fail: see the proxy for what each fault does. By default once, with a status on which the client
 * retries.
 */
export type ProxyFault = {
  fault: 'lose' | 'refuse' | 'delay' | 'hold';
  method: 'Commit' | 'BatchWrite' | 'BatchGetDocuments' | 'RunQuery' | 'BeginTransaction';
  touching?: string;
  times?: number;
  status?: number;
  delayMs?: number;
};

/** gRPC's PERMISSION_DENIED, after which no client retries: such a fault is like a crash at that call. */
export const PERMISSION_DENIED = 7;

export async function injectFault(fault: ProxyFault): Promise<void> {
  if (isInMemory) return memoryWay().faults.add(faultSchema.parse(fault));
  const response = await fetch(`${control()}/faults`, { method: 'POST', body: JSON.stringify(fault) });
  if (!response.ok) throw new Error(await response.text());
}

/**
 * Holds the next commit, or other call, that contains the text: `arrived` resolves once it has come, `release` lets it
 * pass.
 */
export async function holdNext(touching?: string, method: ProxyFault['method'] = 'Commit') {
  await injectFault({ fault: 'hold', method, ...(touching !== undefined && { touching }) });
  const arrived = async () => {
    while ((await faultsLeft()).length > 0) await sleep(5);
  };
  const release = async () => {
    if (isInMemory) memoryWay().faults.release();
    else await fetch(`${control()}/release`, { method: 'POST' });
  };
  return { arrived, release };
}

/** The faults that have not happened yet: empty if every fault that a test set up was met. */
export async function faultsLeft(): Promise<object[]> {
  if (isInMemory) return [...memoryWay().faults.list()];
  return (await fetch(`${control()}/faults`)).json() as Promise<object[]>;
}
