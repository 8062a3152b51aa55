import type { CheckOptions } from '@farwatch/core/values/check-options';
import { START_TLS, type StartTls, type TlsCheck } from '@farwatch/core/values/check-types/tls';
import { DAY_MS } from '@farwatch/core/values/time';
import { selfSigned } from '@farwatch/emulators/targets/certificate';
import { REFUSALS, SCRIPTS, type Script } from '@farwatch/emulators/targets/start-tls';
import { afterAll, describe, expect, test } from 'vitest';
import { anyNetwork } from '../../network/testing/any-network.ts';
import { createRunCheck } from '../check.ts';
import { tlsServer } from '../testing/servers.ts';
import { startTlsServer } from '../testing/start-tls-server.ts';
import { trustedCertificate } from '../testing/trusted.ts';
import { addressLiteral } from './tls.ts';

const trusted = trustedCertificate();
afterAll(() => trusted.forget());
const stranger = selfSigned(Date.now() - DAY_MS, Date.now() + DAY_MS);
const otherHost = selfSigned(Date.now() - DAY_MS, Date.now() + DAY_MS, 'other.farwatch.test');
const run = createRunCheck(anyNetwork({ isPublic: () => true }));
const { signal } = new AbortController();
const check = (url: string, options: CheckOptions | null = null) => run({ url, check: options }, signal);

test('its certificate is validated, shown and proof of the internet, as for https', async () => {
  const result = await check(`tls://localhost:${await tlsServer(trusted, ['smtp'])}`);
  expect(result).toMatchObject({ error: null, isProof: true, certificateEndsAtMs: result.certificate?.endsAt });
  expect(result.certificate?.names).toEqual(['localhost', '127.0.0.1']);
  const sha256 = result.certificate?.sha256 ?? '';
  const untrusted = await check(`tls://localhost:${await tlsServer(stranger, [])}`);
  expect(untrusted).toMatchObject({ error: 'certificateUntrusted', isProof: false });
  expect(untrusted.received().certificate?.sha256).toMatch(/^[0-9a-f]{64}$/);
  const wrongName = await check(`tls://localhost:${await tlsServer(otherHost, [])}`, {
    type: 'tls',
    certificateSha256: sha256,
  });
  expect(wrongName.error).toBe('certificatePin');
});

describe.each(START_TLS)('STARTTLS of %s', (startTls: StartTls) => {
  const options: TlsCheck = { type: 'tls', startTls };

  test('is up, with its certificate and phases', async () => {
    const result = await check(`tls://localhost:${await startTlsServer(startTls, trusted)}`, options);
    expect(result).toMatchObject({ error: null, localFailure: null, isProof: true });
    expect(result.certificateEndsAtMs).toBe(result.certificate?.endsAt);
    expect(result.phases).toMatchObject({
      dnsMs: expect.any(Number),
      connectMs: expect.any(Number),
      firstByteMs: expect.any(Number),
      tlsMs: expect.any(Number),
    });
  });

  test('is down for a certificate that is not trusted', async () => {
    const result = await check(`tls://localhost:${await startTlsServer(startTls, stranger)}`, options);
    expect(result.error).toBe('certificateUntrusted');
  });

  test('is down for a server that is out of order', async () => {
    const port = await startTlsServer(startTls, trusted, REFUSALS[startTls]);
    const result = await check(`tls://localhost:${port}`, options);
    expect(result).toMatchObject({ error: 'startTls', localFailure: null });
    expect(result.received().body).toBe(REFUSAL_TEXTS[startTls]);
  });

  test.each<[what: string, error: string, change: (script: (typeof SCRIPTS)[StartTls]) => (typeof SCRIPTS)[StartTls]]>([
    [
      'that refuses',
      'startTls',
      (script) => ({
        ...script,
        replies: (line) => (String(line).startsWith('EHLO') ? '250 mail\r\n' : refusalOf(startTls)),
      }),
    ],
    [
      'that sends more before TLS',
      'startTls',
      (script) => ({ ...script, replies: (line) => `${String(script.replies(line) ?? '')}250 injected\r\n` }),
    ],
    [
      'that answers something else',
      'startTls',
      (script) => ({ ...script, greeting: 'HTTP/1.1 400 Bad Request\r\n\r\n' }),
    ],
  ])('a server %s is down: %s', async (what, error, change) => {
    // MySQL's server sends no reply before TLS, so there is nothing to refuse or to inject.
    if (startTls === 'mysql' && what !== 'that answers something else') return;
    const port = await startTlsServer(startTls, trusted, change(SCRIPTS[startTls]));
    expect(await check(`tls://localhost:${port}`, { ...options, timeoutMs: 1_000 })).toMatchObject({
      error: startTls === 'mysql' ? expect.stringMatching(/^(startTls|timeout)$/) : error,
      localFailure: null,
    });
  });
});

const REFUSAL_TEXTS: Readonly<Record<StartTls, string>> = {
  smtp: '554 out of order',
  imap: '* BYE out of order',
  pop3: '-ERR out of order',
  ftp: '421 out of order',
  postgres: '',
  mysql: '1040 Too many connections',
};

describe('a mail server that is strict about the name of a client', () => {
  const options: TlsCheck = { type: 'tls', startTls: 'smtp' };

  test.each([
    ['127.0.0.1', 'EHLO [127.0.0.1]\r\n'],
    ['::1', 'EHLO [IPv6:::1]\r\n'],
  ])('is up at %s, and gets the address of this end', async (host, expected) => {
    const names: string[] = [];
    const script: Script = {
      ...SCRIPTS.smtp,
      replies: (sent) => {
        if (String(sent).startsWith('EHLO')) names.push(String(sent));
        return SCRIPTS.smtp.replies(sent);
      },
    };
    const port = await startTlsServer('smtp', trusted, script, host);
    const at = host.includes(':') ? `[${host}]` : host;
    const { sha256 = '' } = (await check(`tls://${at}:${port}`, options)).received().certificate ?? {};
    expect(await check(`tls://${at}:${port}`, { ...options, certificateSha256: sha256 })).toMatchObject({
      error: null,
    });
    expect(names).toEqual([expected, expected]);
  });

  test.each([
    ['192.0.2.7', '[192.0.2.7]'],
    ['::ffff:192.0.2.7', '[192.0.2.7]'],
    ['2001:db8::7', '[IPv6:2001:db8::7]'],
    ['fe80::7%eth0', '[IPv6:fe80::7]'],
    [undefined, '[127.0.0.1]'],
  ])('gets the address %s as %s', (address, literal) => {
    expect(addressLiteral(address)).toBe(literal);
  });
});

describe('MySQL', () => {
  const options: TlsCheck = { type: 'tls', startTls: 'mysql', timeoutMs: 5_000 };

  test.each([
    ['trusted', trusted, null],
    ['not trusted', stranger, 'certificateUntrusted'],
  ])('gets a whole login, which it refuses, with a certificate that is %s', async (_what, identity, error) => {
    const logins: Buffer[] = [];
    const port = await startTlsServer('mysql', identity, {
      ...SCRIPTS.mysql,
      secured: (socket) =>
        socket.once('data', (login: Buffer) => {
          logins.push(login);
          socket.end(Buffer.from('\x09\0\0\x03\xff\x15\x04#28000', 'latin1'));
        }),
    });
    const result = await check(`tls://localhost:${port}`, options);
    expect(result).toMatchObject({ error, localFailure: null });
    expect(logins.map((login) => [login[3], login.readUIntLE(0, 3) === login.length - 4])).toEqual([[2, true]]);
  });

  test('that answers no login costs a second, which does not count', async () => {
    const port = await startTlsServer('mysql', trusted, { ...SCRIPTS.mysql, secured: (socket) => socket.resume() });
    const startedMs = performance.now();
    const { error, ms } = await check(`tls://localhost:${port}`, options);
    expect(error).toBeNull();
    expect(performance.now() - startedMs - ms).toBeGreaterThan(900);
  });

  test('that answers no login before the time is up is up', async () => {
    const port = await startTlsServer('mysql', trusted, { ...SCRIPTS.mysql, secured: (socket) => socket.resume() });
    expect(await check(`tls://localhost:${port}`, { ...options, timeoutMs: 1_000 })).toMatchObject({ error: null });
  });

  test('that blocks this agent is down, and its reason is shown', async () => {
    const text = "Host '192.0.2.7' is blocked because of many connection errors; unblock with 'mysqladmin flush-hosts'";
    const content = Buffer.concat([Buffer.from([0xff, 0x69, 0x04]), Buffer.from(text)]);
    const greeting = Buffer.concat([Buffer.from([content.length, 0, 0, 0]), content]);
    const port = await startTlsServer('mysql', trusted, { greeting, replies: () => null });
    const result = await check(`tls://localhost:${port}`, options);
    expect(result.error).toBe('startTls');
    expect(result.received().body).toBe(`1129 ${text}`);
  });
});

function refusalOf(startTls: StartTls): string {
  return { smtp: '500 no\r\n', imap: 'a1 NO\r\n', pop3: '-ERR\r\n', ftp: '500 no\r\n', postgres: 'N', mysql: '' }[
    startTls
  ];
}
