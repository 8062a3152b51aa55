import type { LookupAddress } from 'node:dns';
import net, { type Socket } from 'node:net';
import { PROBE } from './limits.ts';

const TELL_BEFORE_MS = 20;

/** What came of it: exactly one of them. */
export type Connected<S> = { socket: S } | { error: Error };

/**
 * Connects to whichever of the addresses answers first, as RFC 8305 has it: families in turn, the next one begun 250 ms
 * after the one before or as soon as that failed, sooner where there are so many that not all would have their turn within
 * `withinMs`. Gives what stops it; after that nothing is told.
 */
export function connectFirst(
  addresses: readonly LookupAddress[],
  port: number,
  withinMs: number,
  done: (result: Connected<Socket>) => void,
  connect: (to: { host: string; port: number }) => Socket = net.connect,
): () => void {
  const waiting = familiesInTurn(addresses);
  const trying = new Set<Socket>();
  const errors: Error[] = [];
  const everyMs = Math.min(PROBE.attemptMs, withinMs / (addresses.length + 1));
  let timer: NodeJS.Timeout | undefined;

  // A little before whoever waits gives up: an attempt that a shortage kept from being made is to be told, too.
  const overTimer = setTimeout(() => {
    if (errors.length === 0) return;
    stop();
    done({ error: new AggregateError([...errors, Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' })]) });
  }, withinMs - TELL_BEFORE_MS);
  const stop = () => {
    clearTimeout(timer);
    clearTimeout(overTimer);
    waiting.length = 0;
    for (const socket of trying) socket.destroy();
  };
  // By plan and not by when the timer came: many that are each a little late would leave no time for the last address.
  const next = (atMs: number) => {
    clearTimeout(timer);
    const address = waiting.shift();
    if (!address) return;
    const socket = connect({ host: address.address, port });
    trying.add(socket);
    const failed = (error: Error) => {
      trying.delete(socket);
      errors.push(error);
      if (waiting.length > 0) next(performance.now());
      else if (trying.size === 0) {
        clearTimeout(overTimer);
        done({ error: errors.length === 1 ? error : new AggregateError(errors) });
      }
    };
    socket.once('error', failed);
    socket.once('connect', () => {
      trying.delete(socket);
      stop();
      socket.off('error', failed);
      done({ socket });
    });
    const nextAtMs = atMs + everyMs;
    if (waiting.length > 0) timer = setTimeout(() => next(nextAtMs), Math.max(0, nextAtMs - performance.now()));
  };
  next(performance.now());
  return stop;
}

/** The resolver's order, but after each address one of the other family while there is one. */
export function familiesInTurn(addresses: readonly LookupAddress[]): LookupAddress[] {
  const first = addresses.filter(({ family }) => family === addresses[0]?.family);
  const other = addresses.filter(({ family }) => family !== addresses[0]?.family);
  const rounds = Array.from({ length: Math.max(first.length, other.length) }, (_, at) => [first[at], other[at]]);
  return rounds.flat().filter((address) => address !== undefined);
}
