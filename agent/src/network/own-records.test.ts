import { expect, test } from 'vitest';
import { addressPolicy, GuardedNetwork, requirePublic } from './guarded-network.ts';
import { ADDRESS_REFUSED, SINKHOLE } from './network.ts';

const strict = addressPolicy(false, () => new Set());
const { signal } = new AbortController();

test.each(['nas', 'nas.lan', '_ldap._tcp.corp.example', 'metadata.google.internal'])(
  'the DNS server of the device is not queried for %s',
  async (name) => {
    const network = new GuardedNetwork({ admitsAddress: strict });
    const query = network.records({ name, type: 'TXT', server: null, signal });
    await expect(query).rejects.toMatchObject({ code: ADDRESS_REFUSED });
    const atServer = network.records({ name, type: 'TXT', server: '8.8.8.8', signal: AbortSignal.abort() });
    await expect(atServer).rejects.toMatchObject({ name: 'AbortError' });
    const lenient = new GuardedNetwork({ admitsAddress: addressPolicy(true, () => new Set()) });
    const within = lenient.records({ name, type: 'TXT', server: null, signal: AbortSignal.abort() });
    await expect(within).rejects.not.toMatchObject({ code: ADDRESS_REFUSED });
  },
);

test.each<[records: string[], code: string | null]>([
  [['192.168.178.1'], ADDRESS_REFUSED],
  [['10.0.0.1', '10.0.0.2'], ADDRESS_REFUSED],
  [['fd00::1'], ADDRESS_REFUSED],
  [['0.0.0.0'], SINKHOLE],
  [['10.0.0.1', '8.8.8.8'], null],
  [['2606:4700:4700::1111'], null],
  [['v=spf1 ip4:10.0.0.1 -all'], null],
  [[], null],
])('its answer %j is refused: %s', (records, code) => {
  const ask = (admits: typeof strict) => () => requirePublic('host.farwatch.test', records, admits);
  if (code === null) expect(ask(strict)).not.toThrow();
  else expect(ask(strict)).toThrow(expect.objectContaining({ code }));
  if (code !== SINKHOLE) expect(ask(addressPolicy(true, () => new Set()))).not.toThrow();
});
