import { type ChildProcess, fork, spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CheckInInput } from '@farwatch/core/contracts/calls/check-in';
import type { HttpCheck } from '@farwatch/core/values/http-check/http-check';
import { z } from 'zod';
import { buildProgram } from '../fake-backend/agent-program.ts';
import { startFakeBackend } from '../fake-backend/fake-backend.ts';
import { cleanEnv } from '../platform/clean-env.ts';
import { rootDir } from '../platform/paths.ts';
import type { Counts } from './summary.ts';

/** The assertion about what the sites answer. */
const ASSERTED: HttpCheck = { assertions: [{ source: 'body', op: 'contains', value: 'well' }] };
/** The most endpoints of an owner. */
const PER_OWNER = 200;
const DOMAIN = 'site.farwatch.test';
const DNS_PORT = 53;
/** The options that the installer's services set. */
const NODE_OPTIONS = '--max-semi-space-size=8';

const targetsSchema = z.object({ urls: z.record(z.string(), z.string()), authority: z.string() });

export type SetupOptions = {
  endpoints: number;
  intervalSec: number;
  /** Of 100 endpoints, this many have an assertion about the body. */
  asserted: number;
  /** The sites' response time, ms. */
  answerMs: number;
  /** The sites' protocol: `http`, `tls` (HTTP/1.1) or `h2`. */
  scheme: string;
  /** A bundle to run; undefined to build the current one. */
  program: string | undefined;
  /** More arguments for Node. */
  nodeArgs: readonly string[];
};

export type SteadySetup = {
  /** The agent's process. */
  pid: number;
  counts(): Counts;
  /** Stops the agent and everything else. Returns the agent's exit code, null if it was killed. */
  close(): Promise<number | null>;
};

/**
 * The agent's program in its own process, registered with a server in this process that assigns the endpoints and
 * receives reports. The sites, each with its own name and address, are in a third process. Needs `enterOwnNetwork`.
 */
export async function startSetup(options: SetupOptions): Promise<SteadySetup> {
  const sites = fork(join(rootDir, 'agent/src/bench/targets.ts'), [
    ...[`${options.answerMs}`, `*.${DOMAIN}`, `${DNS_PORT}`],
  ]);
  const { urls, authority } = targetsSchema.parse(await new Promise((done) => sites.once('message', done)));
  const counts: Counts = { checks: 0, failed: 0, reports: 0, reportBytes: 0, syncs: 0 };
  const backend = await startFakeBackend({
    owners: ownersOf(options, portOf(urls[options.scheme])),
    intervalSec: options.intervalSec,
    checkOf: (_endpoint, index) => (index % 100 < options.asserted ? ASSERTED : null),
    onReport: (report) => count(report, counts),
  });
  const { folder } = backend;
  await writeFile(join(folder, 'authority.pem'), authority);
  const program = options.program ?? (await buildProgram(folder));
  const referenceSite = `https://reference.${DOMAIN}:${portOf(urls.tls)}/`;
  const agent = startAgent(
    [...options.nodeArgs, program, 'run', '--dir', folder, '--reference-site', referenceSite],
    folder,
  );
  agent.on('message', () => {
    counts.syncs += 1;
  });
  const ended = new Promise<number | null>((resolve) => agent.once('exit', resolve));
  const close = async () => {
    agent.kill('SIGTERM');
    const code = await ended;
    sites.disconnect();
    await backend.close();
    return code;
  };
  return { pid: agent.pid ?? 0, counts: () => ({ ...counts }), close };
}

function startAgent(args: readonly string[], folder: string): ChildProcess {
  const preload = fileURLToPath(new URL('count-syncs.mjs', import.meta.url));
  const env = { ...cleanEnv(), NODE_EXTRA_CA_CERTS: join(folder, 'authority.pem'), NODE_OPTIONS };
  return spawn(process.execPath, ['--import', preload, ...args], {
    env,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
}

function count(report: CheckInInput, counts: Counts): void {
  const { owners } = report;
  const checks = Object.values(owners).flatMap((own) => own.checks);
  counts.reports += 1;
  counts.reportBytes += JSON.stringify(report).length;
  counts.checks += checks.length;
  counts.failed += checks.filter(({ error }) => error !== null).length;
}

function portOf(url: string | undefined): number {
  if (url === undefined) throw new Error('the sites do not speak that: give http, tls or h2');
  return Number(new URL(url).port);
}

/** URLs by endpoint, by owner. */
function ownersOf({ endpoints, scheme }: SetupOptions, port: number): Record<string, Record<string, string>> {
  const owners: Record<string, Record<string, string>> = {};
  for (let index = 0; index < endpoints; index += 1) {
    const ownerId = `o${Math.floor(index / PER_OWNER)}`;
    const id = `${ownerId}e${index % PER_OWNER}`;
    owners[ownerId] ??= {};
    owners[ownerId][id] = `${scheme === 'http' ? 'http' : 'https'}://${id}.${DOMAIN}:${port}/`;
  }
  return owners;
}
