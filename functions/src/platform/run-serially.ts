const last = new Map<string, Promise<unknown>>();

/**
 * Runs the work for one key one at a time in this instance: a burst of an owner's edits would make each other start
 * over. Conflicts with other instances are handled by the commit's preconditions.
 */
export async function runSerially<T>(key: string, work: () => Promise<T>): Promise<T> {
  const before = last.get(key) ?? Promise.resolve();
  const own = before.then(work, work);
  last.set(key, own);
  try {
    return await own;
  } finally {
    if (last.get(key) === own) last.delete(key);
  }
}
