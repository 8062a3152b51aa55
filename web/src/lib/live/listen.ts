import { ApiFailure } from '../api/failure.ts';

/** Receives a listener's data and failures. */
export type Sink<T> = { next: (value: T) => void; fail: (error: Error) => void };
export type Listen<T> = (sink: Sink<T>) => () => void;

/** How long to wait for a first answer. */
const TIMEOUT_MS = 10_000;
const FIRST_RETRY_MS = 2_000;
const LAST_RETRY_MS = 60_000;

/**
 * Listens, and restarts after failures, which end a Firestore listener: after 2 s, doubling up to a minute. No first
 * answer within 10 s, then doubling, counts as a failure; Firestore would wait forever. Returns the function that stops
 * it.
 */
export function listenWithRetry<T>(listen: Listen<T>, sink: Sink<T>): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let timeout: ReturnType<typeof setTimeout> | undefined;
  let hasAnswer = false;
  let timeoutMs = TIMEOUT_MS;
  let waitMs = FIRST_RETRY_MS;
  let stop = () => {};

  function next(value: T) {
    clearTimeout(timeout);
    hasAnswer = true;
    waitMs = FIRST_RETRY_MS;
    sink.next(value);
  }

  function fail(error: Error) {
    clearTimeout(timeout);
    sink.fail(error);
    stop();
    timer = setTimeout(start, waitMs);
    waitMs = Math.min(LAST_RETRY_MS, waitMs * 2);
  }

  function start() {
    if (!hasAnswer) {
      timeout = setTimeout(() => fail(new ApiFailure('timeout')), timeoutMs);
      timeoutMs = Math.min(LAST_RETRY_MS, timeoutMs * 2);
    }
    stop = listen({ next, fail });
  }

  start();
  return () => {
    clearTimeout(timeout);
    clearTimeout(timer);
    stop();
  };
}

/** Awaits a Firestore read, which would wait forever; throws ApiFailure without an answer in 10 s. */
export async function withTimeout<T>(reading: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ApiFailure('timeout')), TIMEOUT_MS);
  });
  try {
    return await Promise.race([reading, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
