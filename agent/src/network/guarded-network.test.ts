import { describe, expect, test } from 'vitest';
import { mayRequest } from '../probe/http/hop.ts';
import { tcpServer } from '../probe/testing/servers.ts';
import { ResolveError } from '../resolve/resolve-error.ts';
import { addressPolicy, GuardedNetwork } from './guarded-network.ts';
import { ADDRESS_REFUSED, SINKHOLE } from './network.ts';
import { anyNetwork } from './testing/any-network.ts';

const NO_ADDRESSES: ReadonlySet<string> = new Set();
const strict = new GuardedNetwork({ admitsAddress: addressPolicy(false, () => NO_ADDRESSES) });
const lenient = anyNetwork();

test.each([
  ['https://example.com/', true, true],
  ['http://example.com:8080/a?b=c', true, true],
  ['https://user@example.com/', false, false],
  ['https://user:secret@example.com/', false, false],
  ['http://example.com:22/', false, false],
  ['http://example.com:25/', false, false],
  ['http://example.com:6667/', false, false],
  ['http://example.com:10080/', false, false],
  ['http://example.com:0/', false, false],
  ['http://127.0.0.1/', false, true],
  ['http://127.1/', false, true],
  ['http://2130706433/', false, true],
  ['http://0x7f000001/', false, true],
  ['http://0177.0.0.1/', false, true],
  ['http://[::1]/', false, true],
  ['http://[::ffff:127.0.0.1]/', false, true],
  ['http://[::ffff:a9fe:a9fe]/latest/meta-data/', false, true],
  ['http://169.254.169.254/latest/meta-data/', false, true],
  ['http://0/', false, true],
  ['http://[2606:4700:4700::1111]/', true, true],
  ['http://8.8.8.8:8443/', true, true],
])('%s: admitted %s, with --allow-private %s', (url, expected, withPrivate) => {
  expect(mayRequest(new URL(url), strict)).toBe(expected);
  expect(mayRequest(new URL(url), lenient)).toBe(withPrivate);
});

test.each(['8.8.4.4', '[::ffff:8.8.4.4]', '[2a00:1450::5efe:808:404]', '2a00::7'])(
  '%s is refused as an own one',
  (host) => {
    const own = new Set(['8.8.4.4', '2a00:0:0:0:0:0:0:7']);
    expect(new GuardedNetwork({ admitsAddress: addressPolicy(false, () => own) }).admits(host)).toBe(false);
  },
);

test('a blocked host is neither requested nor redirected to', () => {
  const network = new GuardedNetwork({ admitsAddress: () => true, isBlocked: (host) => host === 'no.farwatch.test' });
  expect(mayRequest(new URL('https://no.farwatch.test/'), network)).toBe(false);
  expect(mayRequest(new URL('https://yes.farwatch.test/'), network)).toBe(true);
});

/** A network in which every name has these addresses. */
function withAnswer(addresses: string[], admitsAddress = addressPolicy(false, () => NO_ADDRESSES)): GuardedNetwork {
  const resolve = async () => addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  return new GuardedNetwork({ admitsAddress, resolve });
}

describe('a name', () => {
  test('resolves to its admitted addresses', async () => {
    const network = withAnswer(['10.0.0.1', '8.8.8.8', '::1']);
    expect(await network.resolve('host.test')).toEqual([{ address: '8.8.8.8', family: 4 }]);
  });
  test.each([
    [['10.0.0.1', '::ffff:127.0.0.1'], ADDRESS_REFUSED],
    [['169.254.169.254'], ADDRESS_REFUSED],
    [['0.0.0.0', '::'], SINKHOLE],
  ])('of which only %j is known cannot be reached', async (addresses, code) => {
    const network = withAnswer(addresses);
    await expect(network.resolve('host.test')).rejects.toMatchObject({ code });
    const { signal } = new AbortController();
    await expect(network.connect({ host: 'host.test', port: 80, signal })).rejects.toMatchObject({ code });
  });
  test('that does not resolve is reported', async () => {
    const resolve = () => Promise.reject(new ResolveError('host.test', 'missing'));
    await expect(anyNetwork({ resolve }).resolve('host.test')).rejects.toMatchObject({ code: 'ERR_RESOLVE_missing' });
  });
});

describe('a connection', () => {
  test('ends with its signal, before and after it is established', async () => {
    const port = await tcpServer(() => undefined);
    const stop = new AbortController();
    const { socket } = await anyNetwork().connect({ host: '127.0.0.1', port, signal: stop.signal });
    const pending = anyNetwork({ resolve: () => new Promise(() => undefined) }).connect({
      host: 'host.test',
      port,
      signal: stop.signal,
    });
    const reason = new Error('enough');
    stop.abort(reason);
    await expect(pending).rejects.toBe(reason);
    expect(socket.destroyed).toBe(true);
    await expect(anyNetwork().connect({ host: '127.0.0.1', port, signal: stop.signal })).rejects.toBe(reason);
  });
});
