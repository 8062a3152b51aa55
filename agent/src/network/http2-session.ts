import { type ClientHttp2Session, connect, constants, type IncomingHttpHeaders } from 'node:http2';
import type { Duplex } from 'node:stream';

export type Http2Session = ClientHttp2Session;
export type IncomingHeaders = IncomingHttpHeaders;

export const { NGHTTP2_HTTP_1_1_REQUIRED: HTTP1_REQUIRED, NGHTTP2_NO_ERROR: NO_ERROR } = constants;

/** Node stops at 128 headers by default; probes bound their bytes. */
const HEADER_PAIRS = 4_096;

/** Starts HTTP/2 on a connection of the guarded network. */
export function startHttp2(socket: Duplex, url: URL): Http2Session {
  const settings = { enablePush: false };
  return connect(url, { createConnection: () => socket, settings, maxHeaderListPairs: HEADER_PAIRS });
}
