import { mkdtemp, open, readFile, rm, statfs } from 'node:fs/promises';
import { isIP } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SECOND_MS } from '@farwatch/core/values/time';
import { doc, type FirestoreError, getDocFromServer } from 'firebase/firestore';
import * as rest from 'firebase/firestore/lite';
import { fetchConfig } from '../client/config.ts';
import { describeFailure } from '../client/failure.ts';
import { closeFirebase, type Firebase, openFirebase } from '../client/firebase.ts';
import { createCalls, Session } from '../client/server.ts';
import { createClock } from '../clock/clock.ts';
import type { Resolve } from '../resolve/resolver.ts';
import { readAgent } from '../state/agent-file.ts';
import type { AgentFolder } from '../state/folder.ts';
import { readKey } from '../state/keys.ts';
import { texts } from '../texts/texts.ts';
import type { Lookup, ServerFound, UpdatesFound } from './findings.ts';

/** gRPC retries a refused connection and waits for one that hangs. */
const READ_TIMEOUT_MS = 15 * SECOND_MS;

/**
 * Whether the server accepts this agent, how its Firestore can be read (null if not tried), and how far this machine's
 * clock is ahead of it, in ms.
 */
export type ServerExamined = { found: ServerFound; updates: UpdatesFound | null; clockOffsetMs: number | null };

/** Signs in once, as the agent does when it starts. */
export async function examineServer(folder: AgentFolder): Promise<ServerExamined> {
  const [agent, key] = [await readAgent(folder.agent), await readKey(folder.key)];
  if (!agent || !key) {
    return { found: { origin: null, reached: null, signIn: null }, updates: null, clockOffsetMs: null };
  }
  const { agentId, origin } = agent;
  const startedMs = performance.now();
  const config = await fetchConfig(origin).catch((error: Error) => error);
  if (config instanceof Error) {
    return { found: { origin, reached: { error: config.message }, signIn: null }, updates: null, clockOffsetMs: null };
  }
  const reached = { ms: performance.now() - startedMs };
  const firebase = openFirebase(config);
  const clock = createClock();
  const { agentToken } = createCalls(firebase.functions);
  const failure = await new Session({ agentId, key, clock, auth: firebase.auth, agentToken }).signIn();
  const updates = failure === null ? await examineUpdates(firebase, agentId) : null;
  await closeFirebase(firebase);
  const clockOffsetMs = clock.isKnown() ? clock.wallOffsetMs() : null;
  const signIn = failure === null ? 'ok' : describeFailure(failure, texts());
  return { found: { origin, reached, signIn }, updates, clockOffsetMs };
}

/** Reads the agent's command from Firestore over gRPC, as its listener does, and if that fails over HTTPS. */
async function examineUpdates({ db, restDb }: Firebase, agentId: string): Promise<UpdatesFound> {
  const startedMs = performance.now();
  const grpcError = await errorOf(getDocFromServer(doc(db, 'commands', agentId)));
  if (grpcError === null) return { ms: performance.now() - startedMs };
  return { grpcError, restError: await errorOf(rest.getDoc(rest.doc(restDb, 'commands', agentId))) };
}

/** Returns null once the read has succeeded in time, otherwise why not. */
async function errorOf(read: Promise<unknown>): Promise<string | null> {
  const done = new AbortController();
  const late = sleep(READ_TIMEOUT_MS, 'timeout', { signal: done.signal }).catch(() => null);
  const failed = (error: FirestoreError) => error.code ?? error.message;
  const error = await Promise.race([read.then(() => null, failed), late]);
  done.abort();
  return error;
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

/** Writes and syncs a file in a folder of its own, and removes it. Returns the free space that is left. */
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

/**
 * Returns how many files this process may open at once; null without a limit, or where the system does not report it.
 */
export async function examineFiles(limits = '/proc/self/limits'): Promise<number | null> {
  const text = await readFile(limits, 'utf8').catch(() => ''); // not Linux
  const soft = /^Max open files\s+(\d+)/m.exec(text)?.[1];
  return soft === undefined ? null : Number(soft);
}
