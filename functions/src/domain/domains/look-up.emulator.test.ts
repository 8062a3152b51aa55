import type { RegistryAnswer } from '@farwatch/core/decisions/domains/apply-answer';
import { DNS_SERVICES_ID } from '@farwatch/core/documents/rdap-services';
import { DAY_MS, HOUR_MS } from '@farwatch/core/values/time';
import { afterAll, expect, it, vi } from 'vitest';
import { rdapServices } from '../../platform/db/collections.ts';
import { useRdap } from '../../testing/rdap.ts';
import { newTestProject, T0 } from '../../testing/test-project.ts';
import { lookUp, readServices } from './look-up.ts';

const rdap = useRdap();
const project = newTestProject();
afterAll(() => project.close());

type Failed = Extract<RegistryAnswer, { failed: string }>;
const failed = (problem: Failed['failed'], statusCode: number | null, retryAfterMs: number | null = null): Failed => ({
  failed: problem,
  statusCode,
  retryAfterMs,
});

it.each<[string, RegistryAnswer | { found: object }]>([
  ['shop.test', { found: expect.objectContaining({ registrar: 'Example Registrar, Inc.' }) }],
  ['xn--fsqu00a.xn--kpry57d', { unknown: 'notFound' }],
  ['moved.test', { found: expect.objectContaining({ nameServers: ['ns1.example.net', 'ns2.example.net'] }) }],
  ['no-expiration.test', { found: expect.objectContaining({ expiresAt: null }) }],
  ['unregistered.test', { unknown: 'notFound' }],
  ['www.shop.test', { found: expect.objectContaining({ registeredAs: 'shop.test' }) }],
  ['a.b.soon.test', { found: expect.objectContaining({ registeredAs: 'soon.test' }) }],
  ['www.unregistered.test', { unknown: 'notFound' }],
  ['malformed.shop.test', { found: expect.objectContaining({ registeredAs: 'shop.test' }) }],
  ['malformed.test', failed('refused', 400)],
  ['www.busy.test', failed('busy', 429, 2 * HOUR_MS)],
  ['shop.soon.test', { found: expect.objectContaining({ registeredAs: null }) }],
  ['shop.com.bd', { unknown: 'noRdap' }],
  ['busy.test', failed('busy', 429, 2 * HOUR_MS)],
  ['forbidding.test', failed('busy', 403, 2 * HOUR_MS)],
  ['refusing.test', failed('refused', 403)],
  ['upgrading.test', failed('refused', 426)],
  ['unimplemented.test', failed('refused', 501)],
  ['failing.test', failed('unavailable', 503)],
  ['dropping.test', failed('unavailable', null)],
  ['empty.test', failed('unreadable', 204)],
  ['garbage.test', failed('unreadable', 200)],
  ['huge.test', failed('unreadable', 200)],
  ['looping.test', failed('unavailable', null)],
  ['to-private.test', failed('unavailable', null)],
])('%s', async (name, answer) => {
  expect(await lookUp(project.run(T0), name)).toEqual(answer);
});

it('follows three redirects at most', async () => {
  expect(await rdap.timesQueried('looping.test')).toBe(4);
});

it('has the list of services once a day, and uses an older one while it cannot be had', async () => {
  const ref = rdapServices.ref(project.run(T0).db, DNS_SERVICES_ID);
  const fetchedAt = async () => rdapServices.read(await ref.get())?.fetchedAt;
  await readServices(project.run(T0 + DAY_MS - 1));
  expect(await fetchedAt()).toBe(T0);
  await readServices(project.run(T0 + DAY_MS));
  expect(await fetchedAt()).toBe(T0 + DAY_MS);
  const env = { ...process.env, RDAP_BOOTSTRAP_URL: 'https://192.0.2.1/dns.json' };
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  expect(await readServices(project.run(T0 + 3 * DAY_MS), env)).toHaveLength(3);
  expect(warn).toHaveBeenCalledOnce();
  warn.mockRestore();
  expect(await fetchedAt()).toBe(T0 + DAY_MS);
});

it('queries no registry without a list', async () => {
  const empty = newTestProject();
  const env = { ...process.env, RDAP_BOOTSTRAP_URL: 'http://127.0.0.1:1/dns.json' };
  await expect(readServices(empty.run(T0), env)).rejects.toThrow('only https');
  await empty.close();
});
