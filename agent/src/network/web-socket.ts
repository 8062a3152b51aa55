import type { Duplex } from 'node:stream';
import WebSocket from 'ws';

/** A client's end of a WebSocket. */
export type Socket = WebSocket;

/** The most bytes of a message; a longer one ends the connection. */
const MESSAGE_BYTES = 64 * 1024;

/**
 * Starts a WebSocket over a connection that is there already, so that nothing else is connected to. Redirects are not
 * followed and messages not compressed.
 */
export function openWebSocket(url: string, socket: Duplex, userAgent: string): Socket {
  return new WebSocket(url, {
    createConnection: () => socket,
    followRedirects: false,
    perMessageDeflate: false,
    maxPayload: MESSAGE_BYTES,
    headers: { 'user-agent': userAgent },
  });
}
