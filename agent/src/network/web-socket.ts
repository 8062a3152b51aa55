import type { Duplex } from 'node:stream';
import WebSocket from 'ws';

/** A client's end of a WebSocket. */
export type Socket = WebSocket;

/** The most bytes of a message; a longer one ends the connection. */
const MESSAGE_BYTES = 64 * 1024;

/** What the handshake has: header fields, of which those with the name `user-agent` replace the agent's own. */
export type Handshake = {
  userAgent: string;
  subprotocols: readonly string[];
  headers: readonly { name: string; value: string }[];
  origin: string | undefined;
};

/**
 * Starts a WebSocket over a connection that is there already, so that nothing else is connected to. Redirects are not
 * followed and messages not compressed.
 */
export function openWebSocket(url: string, socket: Duplex, handshake: Handshake): Socket {
  const { userAgent, subprotocols, headers, origin } = handshake;
  const fields = new Map<string, string[]>();
  for (const { name, value } of headers)
    fields.set(name.toLowerCase(), [...(fields.get(name.toLowerCase()) ?? []), value]);
  return new WebSocket(url, [...subprotocols], {
    createConnection: () => socket,
    followRedirects: false,
    perMessageDeflate: false,
    maxPayload: MESSAGE_BYTES,
    headers: { 'user-agent': userAgent, ...Object.fromEntries(fields) },
    ...(origin !== undefined && { origin }),
  });
}
