import { createSecureServer, type SecureServerOptions } from 'node:http2';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { DAY_MS } from '@farwatch/core/values/time';
import { selfSigned } from '@farwatch/emulators/targets/certificate';
import { afterAll, afterEach, beforeAll, vi } from 'vitest';

/** Servers of this machine with TLS, which count as local stand-ins until the end of a test. Each returns its URL. */
export function useSecureServers() {
  const nowMs = Date.now();
  const identity = selfSigned(nowMs - DAY_MS, nowMs + 9 * DAY_MS);
  const expired = selfSigned(nowMs - 9 * DAY_MS, nowMs - DAY_MS);
  const stranger = selfSigned(nowMs - DAY_MS, nowMs + 5 * DAY_MS);
  const trusted = getCACertificates('default');
  const closes: (() => void)[] = [];
  const hosts: string[] = [];
  beforeAll(() => setDefaultCACertificates([...trusted, identity.cert, expired.cert]));
  afterAll(() => setDefaultCACertificates(trusted));
  afterEach(() => {
    for (const close of closes.splice(0)) close();
    hosts.length = 0;
    vi.unstubAllEnvs();
  });

  async function listen(server: Server): Promise<string> {
    const sockets = new Set<Socket>();
    server.on('connection', (socket: Socket) => sockets.add(socket.on('error', () => undefined)));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    closes.push(() => {
      server.close();
      for (const socket of sockets) socket.destroy();
    });
    const { port } = server.address() as AddressInfo;
    hosts.push(`127.0.0.1:${port}`, `localhost:${port}`);
    vi.stubEnv('ALLOWED_PRIVATE_HOSTS', hosts.join(','));
    vi.stubEnv('FIRESTORE_EMULATOR_HOST', '127.0.0.1:9');
    return `https://127.0.0.1:${port}`;
  }

  return {
    /** HTTP/2, and HTTP/1.1 for those that do not offer it. */
    http2: (answer: Parameters<typeof createSecureServer>[1], options: SecureServerOptions = {}) =>
      listen(createSecureServer({ ...identity, allowHTTP1: true, ...options }, answer)),
    http1: (answer: Parameters<typeof createHttpsServer>[1]) => listen(createHttpsServer(identity, answer)),
    expired: () => listen(createHttpsServer(expired)),
    untrusted: () => listen(createHttpsServer(stranger)),
    /** No TLS. */
    tcp: (answer: (socket: Socket) => void) => listen(createTcpServer(answer)),
  };
}
