import { Socket } from 'node:net';

/**
 * Loaded into a demo agent before its program: connections to the demo targets take as long as from its region.
 * FARWATCH_DISTANCE is `<port of the targets>:<round trip in ms>[:<local address>]`.
 */
const [given = '', roundTrip = '', localAddress] = (process.env.FARWATCH_DISTANCE ?? '').split(':');
const [port, roundTripMs] = [Number(given), Number(roundTrip)];
const connectNow = Socket.prototype.connect;

/** The port of a call in any of its forms; `net.connect` passes its arguments on as one list. */
function portOf(args: readonly unknown[]): number | null {
  const [first] = args;
  if (Array.isArray(first)) return portOf(first);
  if (typeof first === 'number') return first;
  return typeof first === 'object' && first !== null && 'port' in first ? Number(first.port) : null;
}

/** Sets the local address in the options of such a call. */
function setLocalAddress(args: readonly unknown[]): void {
  const [first] = args;
  if (Array.isArray(first)) setLocalAddress(first);
  else if (typeof first === 'object' && first !== null) Object.assign(first, { localAddress });
}

function connectFromAfar(this: Socket, ...args: unknown[]): Socket {
  const connect = () => Reflect.apply(connectNow, this, args);
  if (portOf(args) !== port) return connect();
  if (localAddress !== undefined) setLocalAddress(args);
  setTimeout(() => {
    if (!this.destroyed) connect();
  }, roundTripMs);
  return this;
}

Object.assign(Socket.prototype, { connect: connectFromAfar });
