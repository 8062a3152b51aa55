import { ApiFailure } from '../api/failure.ts';

/** Where a listener tells of what came. */
export type Sink<T> = { next: (value: T) => void; fail: (error: Error) => void };
export type Listen<T> = (sink: Sink<T>) => () => void;

const SILENT_MS = 10_000;
const FIRST_RETRY_MS = 2_000;
const LAST_RETRY_MS = 60_000;

/**
 * Listens, and listens anew after a failure, which ends a Firestore listener for good: after 2 s, then twice as long
 * each time up to a minute. One that has nothing to tell for 10 s is a failure too, and goes on: Firestore itself waits
 * for a connection for ever. Gives the function that stops it.
 */
export function listenWithRetry<T>(listen: Listen<T>, sink: Sink<T>): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = setTimeout(() => sink.fail(new ApiFailure('timeout')), SILENT_MS);
  let waitMs = FIRST_RETRY_MS;
  let stop = () => {};

  function start() {
    stop = listen({
      next(value) {
        clearTimeout(silence);
        waitMs = FIRST_RETRY_MS;
        sink.next(value);
      },
      fail(error) {
        clearTimeout(silence);
        sink.fail(error);
        stop();
        timer = setTimeout(start, waitMs);
        waitMs = Math.min(LAST_RETRY_MS, waitMs * 2);
      },
    });
  }

  start();
  return () => {
    clearTimeout(silence);
    clearTimeout(timer);
    stop();
  };
}
