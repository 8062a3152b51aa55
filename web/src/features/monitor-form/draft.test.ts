import type { EndpointContent } from '@farwatch/core/contracts/api/monitors';
import { endpointFieldsSample, monitorEndpointSample, monitorSample } from '@farwatch/core/testing/samples';
import { expect, it } from 'vitest';
import { copyOf, draftSchema, editOf, freeHeartbeatUrl, heartbeatUrls, NEW_DRAFT, valuesToSend } from './draft.ts';

const A = { ...endpointFieldsSample({ url: 'https://a.test/', name: '' }), id: 'a' };

/**
 * The server names a new unnamed endpoint by the same rule, because another tab may have stored it under a better name.
 */
it.each<[string, Partial<EndpointContent>, string]>([
  ['keeps and trims a name', { name: ' API ' }, 'API'],
  ['replaces a cleared name by the description', { description: 'Door' }, 'Door'],
  ['replaces a cleared name by host and path if there is no description', { name: ' ' }, 'a.test'],
  ['leaves a new name empty', { id: 'new1' }, ''],
])('%s', (_, given, name) => {
  const draft = { ...NEW_DRAFT, name: 'Shop', endpoints: [{ ...A, ...given }] };
  expect(valuesToSend(draft).endpoints[0]?.name).toBe(name);
  expect(editOf(draft).endpoints[0]?.name).toBe(name);
});

it('normalizes valid values and leaves invalid ones unchanged', () => {
  const edit = editOf({ ...NEW_DRAFT, name: '', description: ' d ', endpoints: [{ ...A, url: 'B.test', name: 'B' }] });
  expect(edit).toMatchObject({ name: '', description: 'd', endpoints: [{ url: 'https://b.test/', name: 'B' }] });
});

it('copies a monitor with new endpoints, neither paused nor managed, within the length of a name', () => {
  const paused = { paused: true, pausedUntilMs: 7 };
  const managed = { project: 'shop', key: 'web' };
  const copy = copyOf(
    { ...NEW_DRAFT, ...paused, managed, intervalSec: 60, endpoints: [{ ...A, ...paused, managedKey: 'home' }] },
    'n'.repeat(300),
    new Set(),
  );
  expect(copy).toMatchObject({
    paused: false,
    pausedUntilMs: null,
    managed: null,
    intervalSec: 60,
    name: 'n'.repeat(200),
  });
  expect(copy.endpoints).toEqual([{ ...A, id: 'new1' }]);
});

it('gives the heartbeats of a copy names that the account does not have', () => {
  const urls = ['heartbeat://backup', 'heartbeat://job-1', 'heartbeat://backup-1', `heartbeat://${'x'.repeat(100)}`];
  const endpoints = urls.map((url) => ({ ...A, url }));
  const other = monitorSample({ endpoints: { b: monitorEndpointSample({ url: 'heartbeat://backup-2' }) } });
  const taken = new Set([...urls, ...heartbeatUrls([other])]);
  const copied = copyOf({ ...NEW_DRAFT, endpoints }, 'Copy', taken).endpoints.map(({ url }) => url);
  expect(copied).toEqual([
    'heartbeat://backup-3',
    'heartbeat://job-2',
    'heartbeat://backup-4',
    `heartbeat://${'x'.repeat(95)}-2`,
  ]);
  const valid = draftSchema.safeParse(copyOf({ ...NEW_DRAFT, endpoints }, 'Copy', taken));
  expect(valid.error?.issues ?? []).toEqual([]);
});

it('a new heartbeat has a free name', () => {
  expect(freeHeartbeatUrl(new Set())).toBe('heartbeat://job-1');
  expect(freeHeartbeatUrl(new Set(['heartbeat://job-1', 'heartbeat://job-3']))).toBe('heartbeat://job-2');
});

it('leaves out options of another check type than its URL has, which comes back with that URL', () => {
  const check = { type: 'tcp' as const, banner: 'SSH' };
  const draftOf = (url: string) => ({ ...NEW_DRAFT, name: 'Shop', endpoints: [{ ...A, name: 'A', url, check }] });
  expect(draftSchema.parse(draftOf('https://a.test/')).endpoints[0]?.check).toBeNull();
  expect(editOf(draftOf('dns://a.test')).endpoints[0]?.check).toBeNull();
  expect(draftSchema.parse(draftOf(' TCP://A.test:22')).endpoints[0]).toMatchObject({ url: 'tcp://a.test:22', check });
});
