import { SECOND_MS } from '@farwatch/core/time';
import { importAnew } from './import-anew.ts';

const FIRST_WAIT_MS = SECOND_MS;
const LAST_WAIT_MS = 15 * SECOND_MS;

/**
 * Retries loading a part until it succeeds: after a second, doubling up to 15 s, and at once when the device is online
 * again. Each failure is reported. Null once `signal` has ended it.
 */
export async function loadAgain<T>(
  load: () => Promise<T>,
  signal: AbortSignal,
  onFailed: () => void,
): Promise<T | null> {
  let waitMs = FIRST_WAIT_MS;
  for (let attempt = 1; !signal.aborted; attempt += 1) {
    await nextChance(waitMs, signal);
    if (signal.aborted) break;
    try {
      return await load().catch((error) => importAnew<T>(error, attempt));
    } catch {
      onFailed();
    }
    waitMs = Math.min(LAST_WAIT_MS, waitMs * 2);
  }
  return null;
}

function nextChance(waitMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(end, navigator.onLine ? waitMs : LAST_WAIT_MS);
    function end() {
      clearTimeout(timer);
      window.removeEventListener('online', end);
      signal.removeEventListener('abort', end);
      resolve();
    }
    window.addEventListener('online', end);
    signal.addEventListener('abort', end);
  });
}
