import { SECOND_MS } from '@farwatch/core/values/time';

const FIRST_WAIT_MS = SECOND_MS;
const LAST_WAIT_MS = 15 * SECOND_MS;

/**
 * Retries loading a part until it succeeds: after a second, doubling up to 15 s, and immediately when the device
 * is online again. Each failure is reported. Null after `signal` has aborted.
 */
export async function retryLoad<T>(
  load: () => Promise<T>,
  signal: AbortSignal,
  onFailed: () => void,
): Promise<T | null> {
  let waitMs = FIRST_WAIT_MS;
  for (let attempt = 1; !signal.aborted; attempt += 1) {
    await nextChance(waitMs, signal);
    if (signal.aborted) break;
    try {
      return await load().catch((error) => reimport<T>(error, attempt));
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

const SCRIPT = /https?:\/\/\S+\.js\b/;

/** Finds the address of the app's script in a browser's import error; null if there is none. */
export function scriptAddressIn(error: unknown, origin: string): string | null {
  const address = error instanceof Error ? SCRIPT.exec(error.message)?.[0] : undefined;
  return address?.startsWith(`${origin}/`) ? address : null;
}

/**
 * Imports the failed script under a new address, because some browsers cache the failure. Throws the error if it names
 * no script of the app.
 */
async function reimport<T>(error: unknown, attempt: number): Promise<T> {
  const address = scriptAddressIn(error, window.location.origin);
  if (address === null) throw error;
  return import(/* @vite-ignore */ `${address}?again=${attempt}`);
}
