import '../memory.ts';
import '../threads.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClock } from '../clock/clock.ts';
import { trustSystemAuthorities } from '../network/authorities.ts';
import { anyNetwork } from '../network/testing/any-network.ts';
import { createRunCheck } from '../probe/check.ts';
import { queueLimits } from '../schedule/queue.ts';
import { Spool } from '../spool/spool.ts';
import { Connectivity } from '../verdict/connectivity.ts';
import { assignmentOf } from '../watch/testing/assignment.ts';
import { Watcher } from '../watch/watcher.ts';
import type { Cost } from './messages.ts';

/**
 * A program that checks the given number of endpoints, as fast as it can, with all of the agent but its connection to
 * the server, and sends what `checks` of them cost to its parent. Arguments: URL, endpoints, checks.
 */
const [base = '', endpoints = '5000', checks = '2000'] = process.argv.slice(2);
/** Each endpoint is due again at once, so that there is always one to check. */
const INTERVAL_SEC = 1;
const WARM_UP = 500;
const MANY = 10_000;
const OWNERS = 10;

trustSystemAuthorities();
const stop = new AbortController();
const folder = await mkdtemp(join(tmpdir(), 'farwatch-bench-'));
const spool = await Spool.open(folder);
const network = anyNetwork();
const probe = createRunCheck(network);
const connectivity = new Connectivity({
  references: [{ url: 'http://reference.farwatch.test/', status: 200, text: null }], // as if always there
  checkReference: async () => true,
  probe,
  signal: stop.signal,
  onChange: () => undefined,
});
let done = 0;
let startUsage = process.cpuUsage();
const watcher = new Watcher({
  agentId: 'a1',
  clock: createClock(),
  probe,
  connectivity,
  limits: queueLimits(MANY),
  signal: stop.signal,
  keep: (check) => {
    count(); // here, since over plain HTTP the verdicts of many checks wait for the same proof, and then come at once
    return spool.append(check);
  },
  onFound: () => undefined,
  // A busy machine may stop the program for a second.
  onLocalFailure: (_planned, failure) => failure === 'frozen' || fail(failure),
  onChecked: ({ result }) => result.error === null || fail(result.error),
});
/** An owner may hold only half of the slots, so there are several. */
const owners = Array.from({ length: OWNERS }, (_, owner) => {
  const ids = Array.from({ length: Number(endpoints) / OWNERS }, (_one, index) => `e${owner}-${index}`);
  const urls = Object.fromEntries(ids.map((id) => [id, `${base}/${id}`]));
  return assignmentOf(urls, { ownerId: `o${owner}`, intervalSec: INTERVAL_SEC });
});
watcher.assign(owners);

function count(): void {
  done += 1;
  if (done === WARM_UP) startUsage = process.cpuUsage();
  if (done === WARM_UP + Number(checks)) void finish();
}

async function finish(): Promise<void> {
  const { user, system } = process.cpuUsage(startUsage);
  const peakMiB = process.resourceUsage().maxRSS / 1024;
  stop.abort();
  await spool.close();
  await rm(folder, { recursive: true, maxRetries: 5 }); // checks that were under way may still write their results
  process.send?.({ checks: Number(checks), cpuMs: (user + system) / 1_000, peakMiB } satisfies Cost, () =>
    process.exit(),
  );
}

function fail(why: string): never {
  throw new Error(`a check of ${base} failed: ${why}`);
}
