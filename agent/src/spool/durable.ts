import { open, rename, statfs, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Makes the names in a folder durable: created, renamed and removed files. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Replaces a file as a whole: after a crash it holds the old content or the new, never a part. Private to its user. */
export async function writeDurably(path: string, content: string | Uint8Array): Promise<void> {
  const temporary = `${path}.tmp`;
  const handle = await open(temporary, 'w', 0o600);
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(temporary, path);
  await syncFolder(dirname(path));
}

const DISK_FULL = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EFBIG', 'EIO']);

/** Whether the disk is full or read-only now, and may be usable later. */
export function isDiskFull(error: unknown): error is Error {
  return DISK_FULL.has((error as NodeJS.ErrnoException).code ?? '');
}

/** The free bytes of a folder's disk. */
export async function freeSpace(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** Removes a file, if there is one. */
export async function removeFile(path: string): Promise<void> {
  await unlink(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
}
