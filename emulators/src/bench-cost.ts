import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { type Documents, FREE_A_DAY, monthlyPrice } from '../bench/prices.ts';
import { addressesOf, envOf } from './addresses.ts';
import { stopWatched } from './platform/guard.ts';
import { rootDir } from './platform/paths.ts';
import { claimFreePorts } from './platform/ports.ts';
import { runToEnd } from './platform/run-to-end.ts';
import { stopOnSignal } from './platform/signals.ts';
import { startSuite } from './suite.ts';
import { startTelegram } from './telegram.ts';
import { startWireProxy } from './wire/proxy.ts';

/**
 * `npm run bench:cost`: the reads and writes of one account's day, counted on the wire, compared with a design that
 * writes each check. Two hours stand for a day without outages, whose hours are alike; one with outages is simulated
 * whole.
 */
stopOnSignal(() => stopWatched(10_000), 130);

const MINUTES_A_DAY = 1_440;
const INTERVALS_A_DAY = MINUTES_A_DAY / 10;
const LARGE = { monitors: 10, endpoints: 200, areAtOnce: false, channels: 1 };
const PLANS = [
  { ...LARGE, monitors: 1, endpoints: 10, outages: 0, minutes: 120 },
  { ...LARGE, outages: 0, minutes: 120 },
  { ...LARGE, monitors: 40, endpoints: 2000, outages: 0, minutes: 120 },
  { ...LARGE, outages: 20, minutes: MINUTES_A_DAY },
  { ...LARGE, outages: 20, channels: 3, minutes: MINUTES_A_DAY },
];
/** All endpoints are down once: the costs of that hour beyond those of a quiet one. */
const ALL_DOWN = [1, 3].map((channels) => ({ ...LARGE, outages: 200, areAtOnce: true, channels, minutes: 60 }));
const billedSchema = z.record(z.string(), z.object({ reads: z.number(), writes: z.number(), deletes: z.number() }));
type Billed = z.infer<typeof billedSchema>;

async function measure(): Promise<void> {
  const suite = await startSuite({ ports: await claimFreePorts(), run: 'bench-cost', only: ['auth', 'firestore'] });
  const addresses = addressesOf(suite.ports);
  const telegram = await startTelegram(0);
  const wire = await startWireProxy(addresses.firestoreHost);
  const env = {
    ...process.env,
    ...envOf(addresses),
    METADATA_SERVER_DETECTION: 'none',
    TELEGRAM_API_ROOT: telegram.origin,
    FARWATCH_FIRESTORE_PROXY_CONTROL: wire.control,
    FARWATCH_FIRESTORE_PROXY_HOST: wire.host,
    // Selects the stand-ins of the first test process.
    VITEST_POOL_ID: '1',
  };
  const run = async (...args: string[]) => {
    const program = [join(rootDir, 'functions/bench/cost.ts'), ...args];
    const { stdout } = await promisify(execFile)(process.execPath, program, { env, cwd: rootDir });
    return billedSchema.parse(JSON.parse(stdout.trim().split('\n').at(-1) ?? ''));
  };
  try {
    for (const plan of PLANS) {
      const watched = times(await run('watched', JSON.stringify(plan)), MINUTES_A_DAY / plan.minutes);
      // A whole day includes the build of the day before; two hours of it do not.
      if (plan.minutes < MINUTES_A_DAY) Object.assign(watched, await run('built', JSON.stringify(plan)));
      const naive = times(await run('naive', String(plan.endpoints)), INTERVALS_A_DAY);
      print(plan, watched, naive);
    }
    for (const plan of ALL_DOWN) printHour(plan, await run('watched', JSON.stringify(plan)));
  } finally {
    await wire.stop();
    await telegram.close();
    await suite.stop();
  }
}

function times(billed: Billed, factor: number): Billed {
  const scaled = Object.entries(billed).map(([item, { reads, writes, deletes }]) => [
    item,
    { reads: reads * factor, writes: writes * factor, deletes: deletes * factor },
  ]);
  return Object.fromEntries(scaled) as Billed;
}

function sumOf(billed: Billed): Documents {
  const all = Object.values(billed);
  const of = (kind: keyof Documents) => all.reduce((sum, each) => sum + each[kind], 0);
  return { reads: of('reads'), writes: of('writes'), deletes: of('deletes') };
}

function printHour({ endpoints, channels }: (typeof ALL_DOWN)[number], watched: Billed): void {
  console.log(`\nAn hour in which ${endpoints} endpoints are down at once for ten minutes, ${channels} channels`);
  for (const [item, documents] of Object.entries(watched)) console.log(line(item, documents));
}

function print(plan: (typeof PLANS)[number], watched: Billed, naive: Billed): void {
  const { monitors, endpoints, outages, channels } = plan;
  console.log(
    `\nA day of ${endpoints} endpoints in ${monitors} monitors, from 3 locations every 10 min, ${outages} outages, ${channels} channels`,
  );
  console.log(`  ${''.padEnd(14)}${'reads'.padStart(10)}${'writes'.padStart(10)}`);
  for (const [item, documents] of Object.entries(watched)) console.log(line(item, documents));
  const [all, other] = [sumOf(watched), sumOf(naive)];
  console.log(
    `${line('all', all)}   ${share(all.reads, FREE_A_DAY.reads)} and ${share(all.writes, FREE_A_DAY.writes)} of the free quota`,
  );
  console.log(
    `${line('naive', other)}   ${(other.reads / all.reads).toFixed(1)} and ${(other.writes / all.writes).toFixed(1)} times`,
  );
  console.log(`  a month: $${monthlyPrice(all).toFixed(2)}, naive $${monthlyPrice(other).toFixed(2)}`);
}

function line(item: string, { reads, writes }: Documents): string {
  return `  ${item.padEnd(14)}${reads.toFixed(0).padStart(10)}${writes.toFixed(0).padStart(10)}`;
}

const share = (part: number, whole: number) => `${((100 * part) / whole).toFixed(0)} %`;

await runToEnd(() => measure().then(() => 0));
