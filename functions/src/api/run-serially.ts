const last = new Map<string, Promise<unknown>>();

/**
 * Runs the work for one key one after the other in this instance: a burst of an owner's edits would only make each
 * other start over. Work elsewhere is handled by the commit's own conditions.
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
