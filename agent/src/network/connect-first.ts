import type { LookupAddress } from 'node:dns';
import net, { type Socket } from 'node:net';

/** Each is a connection, in the time for one: a DNS answer may hold thousands. */
const MOST_ADDRESSES = 48;
const ATTEMPT_MS = 250;
const REPORT_BEFORE_MS = 20;

/** The result: the socket and the address that it is connected to, or the error. */
export type Connected<S> = { socket: S; address: string } | { error: Error };

/**
 * Connects to the first address that answers, as in RFC 8305: families in turn, the next one 250 ms after the one
 * before or as soon as that failed, sooner if there are too many for `withinMs`, 48 of them at most. Returns what stops
 * it; after that nothing is called.
 */
export function connectFirst(
  addresses: readonly LookupAddress[],
  port: number,
  withinMs: number,
  done: (result: Connected<Socket>) => void,
  connect: (to: { host: string; port: number }) => Socket = net.connect,
): () => void {
  const waiting = familiesInTurn(addresses).slice(0, MOST_ADDRESSES);
  const trying = new Set<Socket>();
  const errors: Error[] = [];
  const everyMs = Math.min(ATTEMPT_MS, withinMs / (waiting.length + 1));
  let timer: NodeJS.Timeout | undefined;

  // A little before the caller gives up, so that an attempt prevented by a shortage is reported, too.
  const overTimer = setTimeout(() => {
    if (errors.length === 0) return;
    stop();
    done({ error: new AggregateError([...errors, Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' })]) });
  }, withinMs - REPORT_BEFORE_MS);
  const stop = () => {
    clearTimeout(timer);
    clearTimeout(overTimer);
    waiting.length = 0;
    for (const socket of trying) socket.destroy();
  };
  // By plan and not by the timer's actual time: many small delays would leave no time for the last address.
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
      done({ socket, address: address.address });
    });
    const nextAtMs = atMs + everyMs;
    if (waiting.length > 0) timer = setTimeout(() => next(nextAtMs), Math.max(0, nextAtMs - performance.now()));
  };
  next(performance.now());
  return stop;
}

/** Returns the addresses in the resolver's order, but after each address one of the other family while there is one. */
export function familiesInTurn(addresses: readonly LookupAddress[]): LookupAddress[] {
  const first = addresses.filter(({ family }) => family === addresses[0]?.family);
  const other = addresses.filter(({ family }) => family !== addresses[0]?.family);
  const inTurn: LookupAddress[] = [];
  for (let at = 0; at < Math.max(first.length, other.length); at += 1) {
    inTurn.push(...first.slice(at, at + 1), ...other.slice(at, at + 1));
  }
  return inTurn;
}
