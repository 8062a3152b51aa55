import { setTimeout as sleep } from 'node:timers/promises';
import { ownOf } from './stand-ins.ts';

const control = () => `http://${ownOf('FARWATCH_WIRE')}`;

export type Counts = { calls: number; reads: number; writes: number; deletes: number };

/** Forgets what was counted and which calls were to fail. */
export async function resetWire(): Promise<void> {
  await fetch(`${control()}/reset`, { method: 'POST' });
}

/** What went through the proxy since the last reset. */
export async function wireCounts(): Promise<Counts> {
  const { calls, reads, writes, deletes } = (await (await fetch(`${control()}/counts`)).json()) as Counts;
  return { calls, reads, writes, deletes };
}

/** A call, mostly a commit, that is to go wrong: see the proxy for what each means. By default once, and so that the client tries again. */
export type WireFault = {
  fault: 'lose' | 'refuse' | 'delay' | 'hold';
  method: 'Commit' | 'BatchWrite' | 'BatchGetDocuments' | 'RunQuery' | 'BeginTransaction';
  touching?: string;
  times?: number;
  status?: number;
  delayMs?: number;
};

/** gRPC's PERMISSION_DENIED, on which no client commits again: with it a fault is like a crash at that call. */
export const FINAL = 7;

export async function failNext(fault: WireFault): Promise<void> {
  const response = await fetch(`${control()}/faults`, { method: 'POST', body: JSON.stringify(fault) });
  if (!response.ok) throw new Error(await response.text());
}

/** Holds the next commit, or other call, that touches that text: `arrived` resolves when it has come, `release` lets it go on. */
export async function holdNext(touching?: string, method: WireFault['method'] = 'Commit') {
  await failNext({ fault: 'hold', method, ...(touching !== undefined && { touching }) });
  const arrived = async () => {
    while ((await faultsLeft()).length > 0) await sleep(5);
  };
  const release = async () => {
    await fetch(`${control()}/release`, { method: 'POST' });
  };
  return { arrived, release };
}

/** The faults that have not happened yet: none when a test has met what it set out to. */
export async function faultsLeft(): Promise<WireFault[]> {
  return (await fetch(`${control()}/faults`)).json() as Promise<WireFault[]>;
}
