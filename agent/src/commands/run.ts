import { constants } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { isBlockedHost } from '@farwatch/core/values/blocked-hosts';
import { AGENT } from '@farwatch/core/values/limits';
import { locationName } from '@farwatch/core/values/locations';
import { AssertionThread } from '../assertion-thread.ts';
import { openFirebase } from '../client/firebase.ts';
import { type Clock, createClock } from '../clock/clock.ts';
import { deviceReader } from '../device/device.ts';
import { APP_VERSION } from '../device/identity.ts';
import { createLog, type Log } from '../log.ts';
import { trustSystemAuthorities } from '../network/authorities.ts';
import { canPing } from '../network/ping.ts';
import { SeenAddresses } from '../network/seen-addresses.ts';
import { EXIT, notRegistered, Problem } from '../outcome.ts';
import { createRunCheck } from '../probe/check.ts';
import { userAgentOf } from '../probe/user-agent.ts';
import { Updater } from '../program/updater.ts';
import { Agent } from '../run/agent.ts';
import { ProcessorShares } from '../schedule/processor-shares.ts';
import { PER_HOST, queueLimits } from '../schedule/queue.ts';
import type { Settings } from '../settings.ts';
import { Spool } from '../spool/spool.ts';
import { readAgent } from '../state/agent-file.ts';
import { AssignmentsFile } from '../state/assignments-file.ts';
import { agentFolder, makeFolder } from '../state/folder.ts';
import { readKey } from '../state/keys.ts';
import { takeLock } from '../state/lock.ts';
import { writeStatus } from '../state/status-file.ts';
import { texts } from '../texts/texts.ts';
import { createReferenceCheck } from '../verdict/reference-sites.ts';
import { openNetwork, referencesFrom } from './network.ts';
import { register } from './register.ts';

/**
 * After a request to stop, the agent ends within ten seconds: for running checks, for its last reports, and for writes
 * in flight.
 */
const LAST_CHECKS_MS = 2_000;
const LAST_REPORTS_MS = 6_500;
const LAST_WRITES_MS = 500;

const MAX_PER_HOST = 10_000;

/**
 * `run`: checks and reports until stopped. With a link it registers first if no agent is registered. Returns the exit
 * code: 0 when stopped, 2 when the agent was deleted or reset, 5 when a new version waits to be started.
 */
export async function run(settings: Settings): Promise<number> {
  const { dir, allowPrivate, perHost, referenceSites, link, updates } = settings;
  const folder = agentFolder(dir);
  if (link !== undefined && !(await readAgent(folder.agent))) await register(link, settings);
  const [registered, key] = [await readAgent(folder.agent), await readKey(folder.key)];
  if (!registered || !key) throw notRegistered(folder);
  await makeFolder(folder);
  const seenAs = await SeenAddresses.open(folder.seenAs);
  const clock = createClock();
  /** The hosts in the server's last answer; unknown until the first report. */
  let blockedHosts: readonly string[] = [];
  const network = openNetwork(allowPrivate, seenAs, {
    isWallRight: () => isWallRight(clock),
    isBlocked: (host) => isBlockedHost(host, blockedHosts),
  });
  const references = referencesFrom(referenceSites, network);
  const limits = queueLimits(perHostFrom(perHost));
  const lock = await takeLock(folder.lock);
  if ('heldBy' in lock) throw new Problem(texts().command.running(lock.heldBy));

  trustSystemAuthorities();
  const log = createLog(settings);
  const stop = new AbortController();
  const { agentId, name, location, origin, config } = registered;
  log.info(`Agent “${name}” (${locationName(location)}) of ${origin} is starting.`, {
    event: 'started',
    agentId,
    version: APP_VERSION,
  });
  const spool = await Spool.open(folder.spool, {
    correctionOf: (guess) => clock.correctionOf(guess),
    onMemory: (error) => logMemory(log, error),
    onUnreadable: (path) => log.warn(`${path} has a format that this version cannot read. Numbering restarts.`),
  });
  const assignments = new AssignmentsFile(folder.assignments, agentId, (error) =>
    log.warn(`Cannot store the assignments: ${error.message}`),
  );
  const now = () => clock.now();
  const about = { agentId, origin, version: APP_VERSION };
  const updater = new Updater({ folder: folder.programs, ...about, now, log, signal: stop.signal });
  const shares = new ProcessorShares();
  const assertions = new AssertionThread(shares);
  const agent = new Agent({
    agentId,
    key,
    clock,
    spool,
    assignments,
    limits,
    log,
    references,
    checkReference: createReferenceCheck(network),
    signal: stop.signal,
    firebase: openFirebase(config),
    probe: createRunCheck(network, userAgentOf(origin), (...task) => assertions.evaluate(...task)),
    shares,
    onSeenAs: (address) => void seenAs.note(address),
    readDevice: await deviceReader(key.publicKey, await canPing()),
    // Only the command `status` needs it.
    onStatus: (status) => void writeStatus(folder.status, status).catch(() => undefined),
    onArrived: (report, answer) => {
      blockedHosts = answer.blockedHosts ?? [];
      if (updates) updater.arrived(report, answer.newest);
    },
  });
  const sentence = await Promise.race([
    agent.run(),
    stopped(agent, stop, log, stopSignal()),
    stopped(agent, stop, log, newVersion(updater)),
  ]);
  stop.abort();
  await (sentence === null ? assignments.close() : assignments.remove());
  await spool.close();
  await lock.release();
  if (sentence === null) log.info('Stopped. Unsent results are kept.', { event: 'stopped' });
  else log.warn(`${sentence} The agent stops. Unsent results are kept in ${folder.spool}.`);
  if (sentence !== null) return EXIT.gone;
  return updater.isReady ? EXIT.update : EXIT.ok;
}

/** Certificates are verified by the machine's own clock; a few minutes do not matter. */
function isWallRight(clock: Clock): boolean {
  return clock.isKnown() && Math.abs(clock.wallOffsetMs()) < AGENT.clockSkewMs;
}

function logMemory(log: Log, error: Error | null): void {
  if (error)
    log.warn(`Cannot write to disk (${error.message}). Results are kept in memory, and lost if the agent stops.`);
  else log.info('Writing to disk works again.');
}

/** Returns the given rate, or the default; throws Problem for an invalid one. */
function perHostFrom(given: string | undefined): number {
  const perHost = given === undefined ? PER_HOST : Number(given);
  if (!(perHost > 0 && perHost <= MAX_PER_HOST)) {
    throw new Problem(texts().command.perHost(MAX_PER_HOST, String(given)));
  }
  return perHost;
}

/** Ends, with null, once there is a reason to stop and the agent has sent what it had, or ran out of time. */
async function stopped(agent: Agent, stop: AbortController, log: Log, reason: Promise<string>): Promise<null> {
  log.info(await reason);
  await Promise.race([agent.finish(), sleep(LAST_CHECKS_MS)]);
  await Promise.race([agent.flush(), sleep(LAST_REPORTS_MS)]);
  stop.abort();
  await sleep(LAST_WRITES_MS);
  return null;
}

async function newVersion({ ready }: Updater): Promise<string> {
  return `Version ${await ready} is installed: sending what is left first, then it is started.`;
}

/** Ends at the first signal to stop; the second ends the process. Spool and lock survive that at any time. */
function stopSignal(): Promise<string> {
  return new Promise((resolve) => {
    let isStopping = false;
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.on(signal, () => {
        if (isStopping) process.exit(128 + constants.signals[signal]);
        isStopping = true;
        resolve('Stopping: sending what is left first. Signal again to stop at once.');
      });
    }
  });
}
