const TOLD = 'browserAlerts.told';
/** How many keys are remembered; the tabs of one browser receive the same news within seconds. */
const MOST = 200;

function readTold(): string[] {
  try {
    const told: unknown = JSON.parse(localStorage.getItem(TOLD) ?? '[]');
    return Array.isArray(told) ? told.map(String) : [];
  } catch {
    return [];
  }
}

function claim(keys: readonly string[]): string[] {
  const told = readTold();
  const fresh = keys.filter((key) => !told.includes(key));
  localStorage.setItem(TOLD, JSON.stringify([...told, ...fresh].slice(-MOST)));
  return fresh;
}

/** The keys that no tab of this browser has shown yet; from now on they count as shown. */
export async function claimNews(keys: readonly string[]): Promise<string[]> {
  if (!('locks' in navigator)) return claim(keys);
  return navigator.locks.request(TOLD, () => claim(keys));
}
