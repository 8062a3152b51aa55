import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';

/** Rewrites the text of a response; null if it stays as it is. */
export type Edit = ((body: string) => string) | null;

/** Forwards a request to that origin, and its response back with its text edited. */
export function forward(
  incoming: IncomingMessage,
  { hostname, port }: URL,
  response: ServerResponse,
  editFor: (upstreamResponse: IncomingMessage) => Edit,
): void {
  const headers = { ...incoming.headers, 'accept-encoding': 'identity' };
  const options = { hostname, port, method: incoming.method, path: incoming.url, headers };
  const upstream = request(options, async (answer) => {
    const edit = editFor(answer);
    if (!edit) return answer.pipe(response.writeHead(answer.statusCode ?? 500, answer.headers));
    // The tag and the date identify the unedited file.
    const { 'content-length': _length, etag: _tag, 'last-modified': _changed, ...kept } = answer.headers;
    response.writeHead(answer.statusCode ?? 500, kept).end(edit(await text(answer)));
  });
  upstream.on('error', () => incoming.socket.destroy());
  incoming.pipe(upstream);
}
