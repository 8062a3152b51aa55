import { addressesFromEnv } from '../../src/addresses.ts';
import { listenAnywhere, passOn } from './pass-on.ts';

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
  const { server, port } = await listenAnywhere((asked, answer) => {
    if (isCut) return void asked.socket.destroy();
    const { pathname } = new URL(asked.url ?? '/', target);
    passOn(asked, target, answer, ({ statusCode, headers }) => {
      const isText = statusCode === 200 && TEXT.test(headers['content-type'] ?? '');
      return isText ? (text) => edit(pathname, text) : null;
    });
  });
  return {
    origin: `http://localhost:${port}`,
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
