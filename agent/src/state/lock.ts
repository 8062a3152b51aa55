import { readFileSync } from 'node:fs';
import { readlink, rename, symlink, unlink } from 'node:fs/promises';

/** A taken lock; `release` gives it back. */
export type Lock = { release(): Promise<void> };

/**
 * Takes the lock of a folder, or gives the pid of the run that holds it. The lock of a process that is gone, also one
 * whose pid now belongs to another program, is taken over. It is a symbolic link that says who holds it: made with its
 * text in one step, never over another, and allowed on Android, where hard links are not.
 */
export async function takeLock(path: string): Promise<Lock | { heldBy: number }> {
  const mine = `${process.pid}-${startOf(process.pid)}`;
  for (;;) {
    if (await symlink(mine, path).then(() => true, isThere)) return { release: () => unlink(path) };
    const holder = await readHolder(path);
    const pid = runningPid(holder);
    if (pid !== null) return { heldBy: pid };
    if (holder !== null) await takeAway(path, holder);
  }
}

/** The pid of the run that holds the lock; null for none. */
export async function lockHolder(path: string): Promise<number | null> {
  return runningPid(await readHolder(path));
}

function isThere(error: NodeJS.ErrnoException): false {
  if (error.code === 'EEXIST') return false;
  throw error;
}

function readHolder(path: string): Promise<string | null> {
  return readlink(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null; // given back meanwhile
    throw error;
  });
}

/** Removes a stale lock; where another process was faster, what it put there is put back. */
async function takeAway(path: string, stale: string): Promise<void> {
  const aside = `${path}.${process.pid}`;
  if (
    !(await rename(path, aside).then(
      () => true,
      () => false,
    ))
  )
    return;
  const found = await readlink(aside);
  if (found !== stale) await symlink(found, path).catch(isThere);
  await unlink(aside);
}

function runningPid(holder: string | null): number | null {
  const [pid, startedAt] = holder?.split('-') ?? [];
  if (!pid || !exists(Number(pid))) return null;
  return startOf(Number(pid)) === startedAt ? Number(pid) : null;
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'; // another user's
  }
}

/** When a process started, in the kernel's own count; empty where /proc does not tell. */
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return ''; // not Linux: the pid alone has to do
  }
}
