const last = new Map<string, Promise<unknown>>();

/**
 * Lets the work for one key run one after the other in this instance: a burst of edits of one owner would only make each other
 * start over. What runs elsewhere at the same time is met by the commit's own conditions.
 */
export async function inTurn<T>(key: string, work: () => Promise<T>): Promise<T> {
  const before = last.get(key) ?? Promise.resolve();
  const mine = before.then(work, work);
  last.set(key, mine);
  try {
    return await mine;
  } finally {
    if (last.get(key) === mine) last.delete(key);
  }
}
