import { Socket } from 'node:net';

/**
 * Loaded into a demo agent before its program: connections to the demo targets take as long as they would from its region.
 * FARWATCH_DISTANCE is `<port of the targets>:<round trip in ms>`, then perhaps `:<address of this machine>` from which they go.
 */
const [given = '', roundTrip = '', localAddress] = (process.env.FARWATCH_DISTANCE ?? '').split(':');
const [port, roundTripMs] = [Number(given), Number(roundTrip)];
const connectNow = Socket.prototype.connect;

/** The port of a call in any of its forms; `net.connect` hands its arguments on as one list. */
function portOf(given: readonly unknown[]): number | null {
  const [first] = given;
  if (Array.isArray(first)) return portOf(first);
  if (typeof first === 'number') return first;
  return typeof first === 'object' && first !== null && 'port' in first ? Number(first.port) : null;
}

/** The options of such a call go by that address from now on. */
function leaveFrom(given: readonly unknown[]): void {
  const [first] = given;
  if (Array.isArray(first)) leaveFrom(first);
  else if (typeof first === 'object' && first !== null) Object.assign(first, { localAddress });
}

function connectFromAfar(this: Socket, ...given: unknown[]): Socket {
  const connect = () => Reflect.apply(connectNow, this, given);
  if (portOf(given) !== port) return connect();
  if (localAddress !== undefined) leaveFrom(given);
  setTimeout(() => {
    if (!this.destroyed) connect();
  }, roundTripMs);
  return this;
}

Object.assign(Socket.prototype, { connect: connectFromAfar });
