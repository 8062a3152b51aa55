import net, { type Socket } from 'node:net';
import type { AgentCheckOptions } from '@farwatch/core/values/check-options';
import { afterAll, expect, test } from 'vitest';
import { createRunCheck } from '../probe/check.ts';
import { listen } from '../probe/testing/servers.ts';
import { trustedCertificate } from '../probe/testing/trusted.ts';
import { anyNetwork } from './testing/any-network.ts';
import { speakLegacyTls } from './testing/legacy-tls.ts';

const trusted = trustedCertificate();
const stranger = { ...trustedCertificate() };
stranger.forget();
afterAll(() => trusted.forget());
const run = createRunCheck(anyNetwork());
const check = (url: string, options: AgentCheckOptions | null) =>
  run({ url, check: options }, new AbortController().signal);

const WELL = 'HTTP/1.1 200 OK\r\nContent-Length: 4\r\nConnection: close\r\n\r\nwell';
const serve = (speak: (socket: Socket) => void) => listen(net.createServer(speak), '127.0.0.1');
const atOnce = (socket: Socket) => speakLegacyTls(socket, trusted, WELL);
/** A mail server that speaks it after STARTTLS. */
const afterStartTls = (socket: Socket) => {
  socket.write('220 mail.farwatch.test\r\n');
  const reply = (sent: Buffer) => {
    const isStart = String(sent).startsWith('STARTTLS');
    socket.write(isStart ? '220 go ahead\r\n' : '250 STARTTLS\r\n');
    if (!isStart) return;
    socket.off('data', reply);
    speakLegacyTls(socket, trusted, WELL);
  };
  socket.on('data', reply);
};

const SERVERS: [
  scheme: string,
  options: Extract<AgentCheckOptions, { legacyServerConnect?: boolean | undefined }>,
  speak: (socket: Socket) => void,
  accepted: string | null,
][] = [
  ['https', {}, atOnce, null],
  ['tls', { type: 'tls' }, atOnce, null],
  ['tls', { type: 'tls', startTls: 'smtp' }, afterStartTls, null],
  // It is no WebSocket server, but TLS is accepted.
  ['wss', { type: 'ws' }, atOnce, 'status'],
];

test.each(SERVERS)(
  '%s with %j: a server without secure renegotiation is down, unless that is accepted',
  async (...row) => {
    const [scheme, options, speak, accepted] = row;
    const url = `${scheme}://localhost:${await serve(speak)}`;
    const path = scheme === 'tls' ? url : `${url}/`;
    expect(await check(path, options)).toMatchObject({ error: 'insecureRenegotiation', localFailure: null });
    expect(await check(path, { ...options, legacyServerConnect: true })).toMatchObject({ error: accepted });
  },
);

test('its certificate is verified all the same', async () => {
  const port = await serve((socket) => speakLegacyTls(socket, stranger, WELL));
  expect(await check(`https://localhost:${port}/`, { legacyServerConnect: true })).toMatchObject({
    error: 'certificateUntrusted',
  });
});
