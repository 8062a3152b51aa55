import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { symlink } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { removeFile } from '../spool/durable.ts';

/** The longest socket path, in bytes, on every system (macOS; Linux allows four more). */
const MAX_PATH_BYTES = 103;
const GONE = new Set(['ECONNREFUSED', 'ENOENT', 'ENOTSOCK']);

/** A socket that this process listens on until it ends, however it ends. */
export type LivenessSocket = { name: string; end(): Promise<void> };

/**
 * Listens on a new socket next to `path`, by which any process that shares the folder knows whether this one is alive,
 * even from a container with other pids. Null if the file system has no sockets.
 */
export async function listenForLiveness(path: string): Promise<LivenessSocket | null> {
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
export function isAlive(path: string, name: string): Promise<boolean> {
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
