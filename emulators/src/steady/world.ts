import { type ChildProcess, fork, spawn } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CheckInInput } from '@farwatch/core/calls/check-in';
import { seeded } from '@farwatch/core/testing/seeded';
import { z } from 'zod';
import { AGENT_ID, buildProgram, makeAgentFolder, PROJECT_ID } from '../kills/agent-process.ts';
import { startFaultyServer } from '../kills/faulty-server.ts';
import { startListening } from '../kills/listening.ts';
import { ServerMemory } from '../kills/memory.ts';
import { cleanEnv } from '../platform/clean-env.ts';
import { rootDir } from '../platform/paths.ts';
import type { Counts } from './summary.ts';

/** As many as an owner may have. */
const PER_OWNER = 200;
const DOMAIN = 'site.farwatch.test';
const DNS_PORT = 53;
const GENERATION = 1;
/** As the installer's services give them. */
const NODE_OPTIONS = '--max-semi-space-size=8';

const targetsSchema = z.object({ urls: z.record(z.string(), z.string()), authority: z.string() });

export type WorldOptions = {
  endpoints: number;
  intervalSec: number;
  /** The sites' answer to each request comes after so many ms. */
  answerMs: number;
  /** What the sites speak: `http`, `tls` (HTTP/1.1) or `h2`. */
  scheme: string;
  /** A bundle to run; undefined for the present one, which is then built. */
  program: string | undefined;
  /** What Node is told besides. */
  nodeArgs: readonly string[];
};

export type World = {
  /** The agent's process. */
  pid: number;
  counts(): Counts;
  /** Tells the agent to stop, and ends all else. Gives its exit code, null if it was killed. */
  close(): Promise<number | null>;
};

/**
 * The agent's program in a process of its own, registered with a server in this one that assigns it so many endpoints and
 * takes its reports. The sites, each with its own name and address, are in a third one. Needs `enterOwnNetwork`.
 */
export async function startWorld(options: WorldOptions): Promise<World> {
  const sites = fork(join(rootDir, 'agent/src/bench/targets.ts'), [
    ...[`${options.answerMs}`, `*.${DOMAIN}`, `${DNS_PORT}`],
  ]);
  const { urls, authority } = targetsSchema.parse(await new Promise((done) => sites.once('message', done)));
  const ownerIds = Array.from({ length: Math.ceil(options.endpoints / PER_OWNER) }, (_, index) => `o${index}`);
  const memory = new ServerMemory(Object.fromEntries(ownerIds.map((ownerId) => [ownerId, GENERATION])));
  const counts: Counts = { checks: 0, failed: 0, reports: 0, syncs: 0 };
  const server = await startFaultyServer({ memory, random: seeded(1), onReport: (report) => count(report, counts) });
  server.mend();
  const listening = await startListening(PROJECT_ID, assignments(options, ownerIds, portOf(urls[options.scheme])));
  const folder = await makeAgentFolder(server.host, listening.host);
  await writeFile(join(folder, 'authority.pem'), authority);
  const program = options.program ?? (await buildProgram(folder));
  const referenceSite = `https://witness.${DOMAIN}:${portOf(urls.tls)}/`;
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
    await Promise.all([server.close(), listening.close()]);
    await rm(folder, { recursive: true, force: true });
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

function count({ owners }: CheckInInput, counts: Counts): void {
  const checks = Object.values(owners).flatMap((own) => own.checks);
  counts.reports += 1;
  counts.checks += checks.length;
  counts.failed += checks.filter(({ error }) => error !== null).length;
}

function portOf(url: string | undefined): number {
  if (url === undefined) throw new Error('the sites do not speak that: give http, tls or h2');
  return Number(new URL(url).port);
}

/** What the server assigns, by the paths of its documents. */
function assignments({ endpoints, intervalSec, scheme }: WorldOptions, ownerIds: readonly string[], port: number) {
  const base = scheme === 'http' ? 'http' : 'https';
  return Object.fromEntries(
    ownerIds.map((ownerId, index) => {
      const count = Math.min(PER_OWNER, endpoints - index * PER_OWNER);
      const told = Array.from({ length: count }, (_, each) => {
        const id = `${ownerId}e${each}`;
        return [id, { url: `${base}://${id}.${DOMAIN}:${port}/`, name: id, group: 'shop', monitorId: 'm1', rev: 0 }];
      });
      const vote = { agentId: AGENT_ID, generation: GENERATION, live: true, liveSeq: 1, changedAt: 1 };
      const assignment = { location: 'tw', ownerId, ...vote, intervalSec, count, endpoints: Object.fromEntries(told) };
      return [`assignments/tw_${ownerId}`, assignment];
    }),
  );
}
