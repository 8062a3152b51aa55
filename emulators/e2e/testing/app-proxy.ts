import type { Socket } from 'node:net';
import { addressesFromEnv } from '../../src/addresses.ts';
import { listenLocally } from '../../src/platform/local-server.ts';
import { forward } from './forward.ts';

/** The app at an origin of its own, which can go offline and deploy another version. */
export interface AppProxy {
  origin: string;
  /** Drops all connections and accepts no request, as when the network is down. */
  cut(): void;
  restore(): void;
  /** Edits every text file that is served from now on. */
  deploy(edit: (path: string, text: string) => string): void;
  close(): Promise<void>;
}

const TEXT = /text\/html|javascript/;

/** Forwards all requests to the running product's Hosting. */
export async function startAppProxy(): Promise<AppProxy> {
  const target = new URL(addressesFromEnv().origin);
  const sockets = new Set<Socket>();
  let isCut = false;
  let edit = (_path: string, text: string) => text;
  const server = await listenLocally((request, response) => {
    if (isCut) return void request.socket.destroy();
    sockets.add(request.socket);
    const { pathname } = new URL(request.url ?? '', target);
    forward(request, target, response, ({ statusCode, headers }) => {
      const isText = statusCode === 200 && TEXT.test(headers['content-type'] ?? '');
      return isText ? (text) => edit(pathname, text) : null;
    });
  }, 0);
  return {
    origin: server.origin,
    cut: () => {
      isCut = true;
      for (const socket of sockets) socket.destroy();
    },
    restore: () => {
      isCut = false;
    },
    deploy: (nextEdit) => {
      edit = nextEdit;
    },
    close: server.close,
  };
}
