import net from 'node:net';
import type { StartTls } from '@farwatch/core/values/check-types/tls';
import { type Script, speakUntilTls } from '@farwatch/emulators/targets/start-tls';
import { listen } from './servers.ts';

/** A server on a free port that starts TLS as a protocol has it, closed after the test. Gives its port. */
export function startTlsServer(
  protocol: StartTls,
  identity: { key: string; cert: string },
  script?: Script,
  host = '127.0.0.1',
): Promise<number> {
  return listen(
    net.createServer((socket) => speakUntilTls(socket, protocol, identity, script)),
    host,
  );
}
