import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** Makes another text of an answer; null where the answer stays as it is. */
export type Edit = ((body: string) => string) | null;

/** Passes a request on to that origin, and its answer back, with its text edited. */
export function passOn(
  asked: IncomingMessage,
  { hostname, port }: URL,
  answer: ServerResponse,
  editFor: (given: IncomingMessage) => Edit,
): void {
  const headers = { ...asked.headers, 'accept-encoding': 'identity' };
  const upstream = request({ hostname, port, method: asked.method, path: asked.url, headers }, async (given) => {
    const edit = editFor(given);
    if (!edit) return given.pipe(answer.writeHead(given.statusCode ?? 500, given.headers));
    // A version is known by its tag: an edited file has none.
    const { 'content-length': _length, etag: _tag, 'last-modified': _changed, ...kept } = given.headers;
    answer.writeHead(given.statusCode ?? 500, kept).end(edit(await text(given)));
  });
  upstream.on('error', () => asked.socket.destroy());
  asked.pipe(upstream);
}

/** Listens at a free port of this machine. */
export async function listenAnywhere(handler: (asked: IncomingMessage, answer: ServerResponse) => void) {
  const server = createServer(handler);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, port: (server.address() as AddressInfo).port };
}
