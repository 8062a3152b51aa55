/** Where a listener tells of what came. */
export type Sink<T> = { next: (value: T) => void; fail: (error: Error) => void };
export type Listen<T> = (sink: Sink<T>) => () => void;

const FIRST_RETRY_MS = 2_000;
const LAST_RETRY_MS = 60_000;

/**
 * Listens, and listens anew after a failure, which ends a Firestore listener for good: after 2 s, then twice as long
 * each time up to a minute. Gives the function that stops it.
 */
export function listenWithRetry<T>(listen: Listen<T>, sink: Sink<T>): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waitMs = FIRST_RETRY_MS;
  let stop = () => {};

  function start() {
    stop = listen({
      next(value) {
        waitMs = FIRST_RETRY_MS;
        sink.next(value);
      },
      fail(error) {
        sink.fail(error);
        stop();
        timer = setTimeout(start, waitMs);
        waitMs = Math.min(LAST_RETRY_MS, waitMs * 2);
      },
    });
  }

  start();
  return () => {
    clearTimeout(timer);
    stop();
  };
}
