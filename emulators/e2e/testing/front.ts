import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { addressesFromEnv } from '../../src/addresses.ts';

/** The app at an origin of its own, which can be out of reach, and where another version of it can be deployed. */
export interface Front {
  origin: string;
  /** Drops all connections and takes no request, as when the network is gone. */
  cut(): void;
  restore(): void;
  /** From now on the text files are as this makes them of their path and what they were. */
  deploy(edit: (path: string, text: string) => string): void;
  close(): Promise<void>;
}

const TEXT = /text\/html|javascript/;

/** Passes all requests on to the running product's Hosting, and its headers back. */
export async function startFront(): Promise<Front> {
  const target = new URL(addressesFromEnv().origin);
  let isCut = false;
  let edit = (_path: string, text: string) => text;
  const server = createServer((asked, answer) => {
    if (isCut) {
      asked.socket.destroy();
      return;
    }
    const { method, url: path, headers } = asked;
    const passedOn = { ...headers, 'accept-encoding': 'identity' };
    const upstream = request({ host: target.hostname, port: target.port, method, path, headers: passedOn }, (given) =>
      passBack(given, answer, (text) => edit(new URL(path ?? '/', target).pathname, text)),
    );
    upstream.on('error', () => asked.socket.destroy());
    asked.pipe(upstream);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    cut: () => {
      isCut = true;
      server.closeAllConnections();
    },
    restore: () => {
      isCut = false;
    },
    deploy: (made) => {
      edit = made;
    },
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function passBack(given: IncomingMessage, answer: ServerResponse, edit: (text: string) => string): void {
  const { statusCode = 500, headers } = given;
  if (!TEXT.test(headers['content-type'] ?? '') || statusCode !== 200) {
    answer.writeHead(statusCode, headers);
    given.pipe(answer);
    return;
  }
  // A version is known by its tag: an edited file has none.
  const { 'content-length': _length, etag: _tag, 'last-modified': _changed, ...kept } = headers;
  const chunks: Buffer[] = [];
  given.on('data', (chunk: Buffer) => chunks.push(chunk));
  given.on('end', () => answer.writeHead(statusCode, kept).end(edit(Buffer.concat(chunks).toString())));
}
