import { mkdtemp, open, readFile, rm, statfs } from 'node:fs/promises';
import { isIP } from 'node:net';
import { join } from 'node:path';
import { createCalls } from '../client/calls.ts';
import { fetchConfig } from '../client/config.ts';
import { describeFailure } from '../client/failure.ts';
import { closeFirebase, openFirebase } from '../client/firebase.ts';
import { Session } from '../client/session.ts';
import { createClock } from '../clock/clock.ts';
import type { Resolve } from '../resolve/resolver.ts';
import { readAgent } from '../state/agent-file.ts';
import type { AgentFolder } from '../state/folder.ts';
import { readKey } from '../state/keys.ts';
import type { Lookup, ServerFound } from './findings.ts';

/** Whether the server accepts this agent, and how far this machine's clock is ahead of it, in ms. */
export type ServerExamined = { found: ServerFound; clockOffsetMs: number | null };

/** Signs in once, as the agent does when it starts. */
export async function examineServer(folder: AgentFolder): Promise<ServerExamined> {
  const [agent, key] = [await readAgent(folder.agent), await readKey(folder.key)];
  if (!agent || !key) return { found: { origin: null, reached: null, signIn: null }, clockOffsetMs: null };
  const { agentId, origin } = agent;
  const startedMs = performance.now();
  const config = await fetchConfig(origin).catch((error: Error) => error);
  if (config instanceof Error) {
    return { found: { origin, reached: { error: config.message }, signIn: null }, clockOffsetMs: null };
  }
  const reached = { ms: performance.now() - startedMs };
  const firebase = openFirebase(config);
  const clock = createClock();
  const { agentToken } = createCalls(firebase.functions);
  const failure = await new Session({ agentId, key, clock, auth: firebase.auth, agentToken }).signIn();
  await closeFirebase(firebase);
  const clockOffsetMs = clock.isKnown() ? clock.wallOffsetMs() : null;
  return { found: { origin, reached, signIn: failure === null ? 'ok' : describeFailure(failure) }, clockOffsetMs };
}

/** Resolves each host name of these URLs as a check would. */
export function examineNames(urls: readonly string[], resolve: Resolve): Promise<Lookup[]> {
  const hosts = urls.map((url) => new URL(url).hostname.replace(/^\[|\]$/g, ''));
  const names = [...new Set(hosts)].filter((host) => isIP(host) === 0);
  return Promise.all(
    names.map(async (name) => {
      const startedMs = performance.now();
      const error = await resolve(name).then(
        () => null,
        ({ code, message }: NodeJS.ErrnoException) => code?.replace('ERR_RESOLVE_', '') ?? message,
      );
      return { name, ms: performance.now() - startedMs, error };
    }),
  );
}

/** Writes and syncs a file in a folder of its own, and removes it; the free space that is left. */
export async function examineDisk(path: string): Promise<{ path: string; freeBytes: number; error: string | null }> {
  try {
    const own = await mkdtemp(join(path, 'doctor-'));
    try {
      const file = await open(join(own, 'file'), 'w');
      await file.writeFile('A sentence.\n');
      await file.sync();
      await file.close();
    } finally {
      await rm(own, { recursive: true, force: true });
    }
    const { bavail, bsize } = await statfs(path);
    return { path, freeBytes: bavail * bsize, error: null };
  } catch (error) {
    return { path, freeBytes: 0, error: (error as NodeJS.ErrnoException).code ?? (error as Error).message };
  }
}

/** How many files this process may open at once; null for no limit, or where the system does not report it. */
export async function examineFiles(limits = '/proc/self/limits'): Promise<number | null> {
  const text = await readFile(limits, 'utf8').catch(() => ''); // not Linux
  const soft = /^Max open files\s+(\d+)/m.exec(text)?.[1];
  return soft === undefined ? null : Number(soft);
}
