import { endpointSchema } from '@farwatch/core/documents/endpoint';
import type { Firestore } from 'firebase-admin/firestore';
import type { Message } from './judge.ts';
import type { WatchedSite } from './plan.ts';

const statusSchema = endpointSchema.pick({ status: true });

/** How long one outage took to become known, ms after the site's failing; null where it has not. */
export type Latency = { atMs: number; storedMs: number | null; toldMs: number | null; isDisturbed: boolean };

/** Waits until the endpoint's document says down, or `signal` says that nobody needs to know any more. */
export function storedDown(db: Firestore, { endpointId }: WatchedSite, signal: AbortSignal): Promise<number | null> {
  return new Promise((resolve, reject) => {
    const end = (atMs: number | null) => {
      stop();
      resolve(atMs);
    };
    const stop = db.doc(`endpoints/${endpointId}`).onSnapshot((doc) => {
      if (statusSchema.parse(doc.data()).status === 'down') end(Date.now());
    }, reject);
    signal.addEventListener('abort', () => end(null), { once: true });
  });
}

/** When the first message said that it is down; a line of a message about many counts as well. */
export function toldDown(messages: readonly Message[], { name }: WatchedSite, fromMs: number, toMs: number) {
  const said = messages.find(
    ({ atMs, text }) => atMs >= fromMs && atMs <= toMs && text.split('\n').some((line) => saysDown(line, name)),
  );
  return said?.atMs ?? null;
}

function saysDown(line: string, name: string): boolean {
  return line.includes(`: ${name} is down`) || line.includes(`${name} is up again: it was down for`);
}

/** "7.1 s, worst 12.0 s of 9"; a dash for none. */
export function inWords(latenciesMs: readonly (number | null)[]): string {
  const known = latenciesMs.filter((ms) => ms !== null).sort((a, b) => a - b);
  const [median, worst] = [known[Math.floor(known.length / 2)], known.at(-1)];
  if (median === undefined || worst === undefined) return '-';
  return `${seconds(median)}, worst ${seconds(worst)} of ${known.length}`;
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`;
}
