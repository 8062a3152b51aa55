const SHOWN_KEY = 'browserAlerts.told';
/** How many keys are remembered; the tabs of one browser receive the same news within seconds. */
const MAX_KEPT = 200;

function readShown(): string[] {
  try {
    const shown: unknown = JSON.parse(localStorage.getItem(SHOWN_KEY) ?? '[]');
    return Array.isArray(shown) ? shown.map(String) : [];
  } catch {
    return [];
  }
}

function claim(keys: readonly string[]): string[] {
  const shown = readShown();
  const fresh = keys.filter((key) => !shown.includes(key));
  localStorage.setItem(SHOWN_KEY, JSON.stringify([...shown, ...fresh].slice(-MAX_KEPT)));
  return fresh;
}

/** The keys that no tab of this browser has shown yet; from now on they count as shown. */
export async function claimNews(keys: readonly string[]): Promise<string[]> {
  if (!('locks' in navigator)) return claim(keys);
  return navigator.locks.request(SHOWN_KEY, () => claim(keys));
}
