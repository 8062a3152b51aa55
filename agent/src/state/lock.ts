import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdir, readlink, rmdir, stat, symlink, unlink } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { hostname, tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { removeFile } from '../spool/durable.ts';
import { texts } from '../texts/texts.ts';

/** `<pid>-<start>-<socket>-<host>`; older versions wrote the first two alone. */
const HOLDER = /^(\d+)-(\d*)(?:-(\w+\.sock)?-(.+))?$/;

/** How long a stale lock's removal may take, ms. */
const TURN_MS = 10_000;

/** A taken lock; `release` gives it back. */
export type Lock = { release(): Promise<void> };

/**
 * Takes the lock of a folder, or returns its holder. A dead process's lock is taken over, even if another program has
 * its pid now. It is a symbolic link that names its holder: made in one step, never over another, and possible on
 * Android, unlike hard links. It also names a socket that the holder listens on.
 */
export async function takeLock(path: string): Promise<Lock | { heldBy: string }> {
  const liveness = await listenForLiveness(path);
  const holder = [process.pid, startOf(process.pid), liveness?.name.split('-').at(-1) ?? '', hostname()].join('-');
  for (;;) {
    if (await symlink(holder, path).then(() => true, isThere)) return { release: () => release(path, liveness) };
    const text = await readHolder(path);
    const heldBy = await runningHolder(path, text);
    if (heldBy !== null) {
      await liveness?.end();
      return { heldBy };
    }
    if (text !== null) await removeStale(path, text);
  }
}

/** A description of the lock's holder; null for none. */
export async function lockHolder(path: string): Promise<string | null> {
  return runningHolder(path, await readHolder(path));
}

/** A socket that this process listens on until it ends, however it ends. */
type LivenessSocket = { name: string; end(): Promise<void> };

async function release(path: string, liveness: LivenessSocket | null): Promise<void> {
  await unlink(path);
  await liveness?.end();
}

function isThere(error: NodeJS.ErrnoException): false {
  if (error.code === 'EEXIST') return false;
  throw error;
}

function readHolder(path: string): Promise<string | null> {
  return readlink(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null; // released meanwhile
    throw error;
  });
}

/**
 * Removes a stale lock. Processes that find it stale do so in turn and each looks again, otherwise a late one would
 * remove the new lock of an earlier one. A turn ends after ten seconds if its process died.
 */
async function removeStale(path: string, stale: string): Promise<void> {
  const turn = `${path}.turn`;
  if (!(await mkdir(turn).then(() => true, isThere))) {
    const startedMs = await stat(turn).then(({ mtimeMs }) => mtimeMs, Date.now);
    if (Date.now() - startedMs > TURN_MS) await rmdir(turn).catch(() => undefined);
    return setTimeout(20);
  }
  try {
    if ((await readHolder(path)) !== stale) return;
    const [, , , socket] = HOLDER.exec(stale) ?? [];
    if (socket) await removeFile(join(dirname(path), `${basename(path)}-${socket}`));
    await unlink(path);
  } finally {
    await rmdir(turn);
  }
}

/** If the text names a socket, only that counts: every container has pids of its own. */
async function runningHolder(path: string, text: string | null): Promise<string | null> {
  const [, pid, startedAt, socket, host] = HOLDER.exec(text ?? '') ?? [];
  if (pid === undefined) return null;
  const description = host ? texts().command.processOn(pid, host) : texts().command.process(pid);
  if (socket) return (await isAlive(path, `${basename(path)}-${socket}`)) ? description : null;
  return exists(Number(pid)) && startOf(Number(pid)) === startedAt ? description : null;
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'; // another user's
  }
}

/** When a process started, in the kernel's own unit; empty if /proc does not contain it. */
export function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return ''; // not Linux: only the pid counts
  }
}

/** The longest socket path, in bytes, on every system (macOS; Linux allows four more). */
const MAX_PATH_BYTES = 103;
const GONE = new Set(['ECONNREFUSED', 'ENOENT', 'ENOTSOCK']);

/**
 * Listens on a new socket next to `path`, by which any process that shares the folder knows whether this one is alive,
 * even from a container with other pids. Null if the file system has no sockets.
 */
async function listenForLiveness(path: string): Promise<LivenessSocket | null> {
  const name = `${basename(path)}-${randomBytes(6).toString('hex')}.sock`;
  const server = createServer((socket) => socket.destroy());
  try {
    await withShortPath(dirname(path), name, async (short) => {
      server.listen(short);
      await once(server, 'listening');
    });
  } catch {
    return null;
  }
  server.unref();
  const end = async () => {
    server.close();
    await removeFile(join(dirname(path), name));
  };
  return { name, end };
}

/** Whether a process listens on the socket of that name next to `path`; true if that is uncertain. */
function isAlive(path: string, name: string): Promise<boolean> {
  return withShortPath(dirname(path), name, async (short) => {
    const socket = connect(short);
    try {
      await once(socket, 'connect');
      return true;
    } catch (error) {
      return !GONE.has((error as NodeJS.ErrnoException).code ?? '');
    } finally {
      socket.destroy();
    }
  });
}

/** A long path is reached through a temporary link in the system's folder for temporary files. */
async function withShortPath<T>(folder: string, name: string, use: (path: string) => Promise<T>): Promise<T> {
  const path = join(folder, name);
  if (Buffer.byteLength(path) <= MAX_PATH_BYTES) return use(path);
  const link = join(tmpdir(), `fw-${randomBytes(6).toString('hex')}`);
  await symlink(folder, link);
  try {
    return await use(join(link, name));
  } finally {
    await removeFile(link);
  }
}
