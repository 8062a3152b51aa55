import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';
import { measureDetection } from '../bench/detection.ts';
import { measureHistory } from '../bench/history.ts';
import { measureHostile } from '../bench/hostile.ts';
import { measureIngest } from '../bench/ingest.ts';
import { measureLargeAccount } from '../bench/large-account.ts';
import { measurePeer } from '../bench/peer.ts';
import { measurePhones } from '../bench/phones.ts';
import { measureScreens } from '../bench/screens.ts';
import { stopWatched } from './platform/guard.ts';
import { Problem } from './platform/problem.ts';
import { runToEnd } from './platform/run-to-end.ts';
import { stopOnSignal } from './platform/signals.ts';

/** `npm run bench`: all parts; `npm run bench -- ingest`: that one, with the following arguments. */
stopOnSignal(() => stopWatched(10_000), 130);

type Part = (args: readonly string[]) => Promise<void>;
const PARTS: Record<string, Part> = {
  ingest: measureIngest,
  detection: measureDetection,
  history: measureHistory,
  screens: measureScreens,
  phones: measurePhones,
  large: measureLargeAccount,
  peer: measurePeer,
  hostile: measureHostile,
};

const [name, ...args] = process.argv.slice(2);

async function measure(): Promise<void> {
  const part = name === undefined ? undefined : PARTS[name];
  if (name !== undefined && !part) throw new Problem(`There is no "${name}": ${Object.keys(PARTS).join(', ')}.`);
  for (const [title, each] of Object.entries(part && name ? { [name]: part } : PARTS)) {
    console.log(`\n${title}: ${machine()}\n`);
    await each(args);
  }
}

/** Describes the machine, and how busy it is now, in one line. */
function machine(): string {
  const gib = Math.round(totalmem() / 2 ** 30);
  const [load = 0] = loadavg();
  const model = cpus()[0]?.model ?? 'unknown';
  return `${availableParallelism()} processors (${model}), ${gib} GiB, Node ${process.versions.node}, load ${load.toFixed(1)}`;
}

await runToEnd(() => measure().then(() => 0));
