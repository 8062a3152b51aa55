import { ApiFailure } from '../api/failure.ts';

/** Receives a listener's data and failures. */
export type Sink<T> = { next: (value: T) => void; fail: (error: Error) => void };
export type Listen<T> = (sink: Sink<T>) => () => void;

/** How long nothing is said of an answer that does not come. */
const SILENT_MS = 10_000;
const FIRST_RETRY_MS = 2_000;
const LAST_RETRY_MS = 60_000;

/**
 * Listens, and restarts after failures, which end a Firestore listener: after 2 s, doubling up to a minute. A first
 * answer missing for 10 s, then doubling, counts as a failure; Firestore would wait forever. Returns the function that
 * stops it.
 */
export function listenWithRetry<T>(listen: Listen<T>, sink: Sink<T>): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let silence: ReturnType<typeof setTimeout> | undefined;
  let hasTold = false;
  let silentMs = SILENT_MS;
  let waitMs = FIRST_RETRY_MS;
  let stop = () => {};

  function next(value: T) {
    clearTimeout(silence);
    hasTold = true;
    waitMs = FIRST_RETRY_MS;
    sink.next(value);
  }

  function fail(error: Error) {
    clearTimeout(silence);
    sink.fail(error);
    stop();
    timer = setTimeout(start, waitMs);
    waitMs = Math.min(LAST_RETRY_MS, waitMs * 2);
  }

  function start() {
    if (!hasTold) {
      silence = setTimeout(() => fail(new ApiFailure('timeout')), silentMs);
      silentMs = Math.min(LAST_RETRY_MS, silentMs * 2);
    }
    stop = listen({ next, fail });
  }

  start();
  return () => {
    clearTimeout(silence);
    clearTimeout(timer);
    stop();
  };
}

/** What was read of Firestore, which would wait forever; throws ApiFailure if no answer comes within 10 s. */
export async function withinSilence<T>(reading: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ApiFailure('timeout')), SILENT_MS);
  });
  try {
    return await Promise.race([reading, silence]);
  } finally {
    clearTimeout(timer);
  }
}
