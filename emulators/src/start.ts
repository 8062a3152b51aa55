import { LOCATION_CODES } from '@farwatch/core/values/locations';
import { endGuard, stopWatched } from './platform/guard.ts';
import { logsDir, shown } from './platform/paths.ts';
import { claimFixedPorts } from './platform/ports.ts';
import { explain, Problem } from './platform/problem.ts';
import { seconds } from './platform/progress.ts';
import { stopOnSignal } from './platform/signals.ts';
import { type Product, startProduct } from './product.ts';
import { accounts } from './project.ts';
import { needPlatform } from './suite.ts';

const run = 'local';
const log = (line: string) => console.log(line);
let product: Product | null = null;
let stopping = false;

stopOnSignal(async () => {
  stopping = true;
  console.log('\nStopping …');
  await (product ? product.stop() : stopWatched(10_000));
  console.log('Stopped.');
}, 0);

try {
  const start = performance.now();
  const ports = await claimFixedPorts();
  await needPlatform();
  product = await startProduct({ ports, run, seed: true, agents: LOCATION_CODES, clock: true, log });
  console.log(summary(product, performance.now() - start));
  await product.suite.exited;
  throw new Problem(`The emulators have exited: see ${shown(product.suite.logFile)}.`);
} catch (error) {
  if (!stopping) await fail(error);
}

async function fail(error: unknown): Promise<void> {
  console.error(explain(error));
  await product?.stop();
  await endGuard();
  process.exit(1);
}

function summary({ addresses, suite }: Product, tookMs: number): string {
  const { ports } = suite;
  const user = ({ email, password }: { email: string; password: string }) =>
    `${email.padEnd(22)}${password.padEnd(16)}`;
  return `
Farwatch is ready (${seconds(tookMs)}).

  App and API     ${addresses.origin}
  Demo targets    ${addresses.targets}   switch a site down there and watch
  Telegram        ${addresses.telegram}/messages   sent messages, as JSON
  Other channels  ${addresses.channelServices}   sent messages; also /messages, as JSON
  Registries      ${addresses.rdap}   domains to watch, and what is known of them
  Mail            ${addresses.mail}   all of it, also to verify an address or reset a password
  Payments        ${addresses.payments}/invoices   as JSON; each has a page to pay it
  Emulators       functions ${ports.functions} · Firestore ${ports.firestore} · Auth ${ports.auth} · tasks ${ports.tasks} · hub ${ports.hub}

  ${user(accounts.user)}monitors, incidents, alerts
  ${user(accounts.admin)}also the agents
  ${user(accounts.unverified)}email not verified yet

  Logs are in ${shown(logsDir(run))}. Ctrl-C stops everything.
`;
}
