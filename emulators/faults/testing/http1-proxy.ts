import { request } from 'node:http';
import { type LocalServer, listenLocally } from '../../src/platform/local-server.ts';

/**
 * Forwards to `target` (host:port) what comes as HTTP/1.1, and nothing else: as a proxy that breaks gRPC. `onRequest` is
 * called with each request's path.
 */
export function startHttp1Proxy(
  target: string,
  onRequest: (path: string) => void = () => undefined,
): Promise<LocalServer> {
  const [host, port] = target.split(':');
  return listenLocally((incoming, outgoing) => {
    const { method, url, headers } = incoming;
    onRequest(url ?? '');
    const forwarded = request({ host, port, method, path: url, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    forwarded.on('error', () => outgoing.destroy());
    incoming.pipe(forwarded);
  }, 0);
}
