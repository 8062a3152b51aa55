// biome-ignore-all lint/suspicious/noTemplateCurlyInString: files name variables so.
import { describe, expect, it } from 'vitest';
import type { ManagedChannel, ManagedPage, ManagedWindow } from '../contracts/api/managed.ts';
import { IMMEDIATE } from '../values/channel-timing.ts';
import { defaultsOf } from '../values/monitor-fields/field.ts';
import { ENDPOINT_FIELDS, MONITOR_FIELDS } from '../values/monitor-fields/table.ts';
import { massDeletion } from './changes.ts';
import { type Account, planFile } from './plan-file.ts';
import { type Desired, readFiles } from './read-files.ts';

const FILE = `project: shop
monitors:
  web: { endpoints: { home: { url: "https://a.test/" } } }
channels:
  ops: { type: ntfy, settings: { serverUrl: "https://ntfy.test", topic: ops, token: "\${TOKEN}" }, monitors: [web] }
maintenance:
  backup: { monitors: [web], start: "2026-12-01T02:00", timeZone: UTC, durationMin: 30 }
pages:
  shop-status: { groups: [{ components: [{ monitor: web, endpoint: home }] }] }
`;

function desiredOf(text = FILE, env: Record<string, string> = { TOKEN: 'secret' }): Desired {
  const read = readFiles([{ name: 'farwatch.yaml', text }], env);
  if ('problems' in read) throw new Error(JSON.stringify(read.problems));
  return read.desired;
}

const managed = (key: string) => ({ project: 'shop', key });
const monitor = {
  ...defaultsOf(MONITOR_FIELDS),
  ...{ id: 'm1', version: 0, secrets: {}, name: 'web', managed: managed('web') },
  locations: desiredOf().monitors[0]?.locations ?? [],
  endpoints: [{ ...defaultsOf(ENDPOINT_FIELDS), id: 'e1', url: 'https://a.test/', name: 'a.test', managedKey: 'home' }],
};
const channel: ManagedChannel = {
  id: 'c1',
  type: 'ntfy',
  name: 'ops',
  enabled: true,
  settings: { serverUrl: 'https://ntfy.test', topic: 'ops', token: '••••••••' },
  verifiedAt: '2026-11-01T00:00:00.000Z',
  severity: null,
  monitors: ['m1'],
  tags: null,
  events: null,
  alsoSlow: false,
  language: null,
  timing: IMMEDIATE,
  managed: managed('ops'),
  isBuiltIn: false,
  secrets: { token: 'of secret' },
};
const window: ManagedWindow = {
  ...{ id: 'w1', name: 'backup', monitors: ['m1'], start: '2026-12-01T02:00', timeZone: 'UTC' },
  ...{ durationMin: 30, rule: null, managed: managed('backup') },
};
const page: ManagedPage = {
  ...{ slug: 'shop-status', title: 'shop-status', description: '', website: null, language: 'en', timeZone: 'UTC' },
  ...{ accent: null, showsUptime: true, showsResponseTime: true, showsSlow: false, access: 'public', published: false },
  ...{ postsAutomatically: false, takesSubscribers: false, embedding: 'nobody', hasPassword: false, version: 3 },
  groups: [{ name: '', components: [{ key: 'abcdefgh', name: 'a.test', monitorId: 'm1', endpointId: 'e1' }] }],
  managed: managed('shop-status'),
};
const account: Account = { monitors: [monitor], channels: [channel], windows: [window], pages: [page] };

function planned(changes: Partial<Account>, desired = desiredOf(), isPruning = false) {
  const fingerprint = (secret: string) => `of ${secret}`;
  return planFile(desired, { ...account, ...changes }, { fingerprint, isPruning });
}
const shown = (changes: Partial<Account>, desired?: Desired) =>
  planned(changes, desired).changes.map((change) => [
    change.action,
    change.kind,
    'differences' in change ? change.differences.map(({ field }) => field).join() : '',
  ]);

describe('what the account has is compared with the file', () => {
  it.each<[string, Partial<Account>, string[][]]>([
    ['nothing differs', {}, []],
    ['a filter by another order', { channels: [{ ...channel, monitors: ['m1'], events: null }] }, []],
    [
      'another secret',
      { channels: [{ ...channel, secrets: { token: 'of x' } }] },
      [['change', 'channel', 'settings.token']],
    ],
    [
      'no secret',
      { channels: [{ ...channel, secrets: {}, settings: { ...channel.settings, token: '' } }] },
      [['change', 'channel', 'settings.token']],
    ],
    ['a wider filter', { channels: [{ ...channel, monitors: null }] }, [['change', 'channel', 'monitors']]],
    [
      'a channel that nothing reached yet',
      { channels: [{ ...channel, verifiedAt: null }] },
      [['change', 'channel', 'verified']],
    ],
    ['a channel that no project manages', { channels: [{ ...channel, managed: null }] }, [['create', 'channel', '']]],
    ['another length', { windows: [{ ...window, durationMin: 31 }] }, [['change', 'maintenance', 'durationMin']]],
    ['no window', { windows: [] }, [['create', 'maintenance', '']]],
    ['a page by hand with that address', { pages: [{ ...page, managed: null }] }, [['adopt', 'page', '']]],
    [
      'a component less',
      { pages: [{ ...page, groups: [] }] },
      [['change', 'page', 'groups.0.components.0.monitor,groups.0.components.0.endpoint,groups.0.components.0.name']],
    ],
  ])('%s', (_, changes, expected) => {
    expect(shown(changes)).toEqual(expected);
  });
});

it('what names a new monitor has no body until it exists', () => {
  const nothing = { monitors: [], channels: [], windows: [], pages: [] };
  const bodies = planned(nothing).changes.map((change) => ['body' in change && change.body !== null, change.kind]);
  expect(bodies).toEqual([
    [true, 'monitor'],
    [false, 'channel'],
    [false, 'maintenance'],
    [false, 'page'],
  ]);
});

it('a component keeps its public name', () => {
  const [change] = planned({ pages: [{ ...page, title: 'Other' }] }).changes;
  expect(change).toMatchObject({ body: { version: 3, groups: [{ components: [{ key: 'abcdefgh' }] }] } });
});

it.each<[string, Partial<Account>, RegExp]>([
  ['another type', { channels: [{ ...channel, type: 'slack' }] }, /^channel ops: c1 is of the type slack/],
  [
    'another project',
    { pages: [{ ...page, managed: { project: 'b', key: 'x' } }] },
    /^page shop-status: the project b manages shop-status$/,
  ],
  ['another address', { pages: [{ ...page, slug: 'other-one' }] }, /^page shop-status: its address is other-one/],
])('%s is a problem', (_, changes, message) => {
  expect(planned(changes).problems).toEqual([expect.stringMatching(message)]);
});

it('a secret that is not set stays, unless another server would get it', () => {
  expect(shown({}, desiredOf(FILE, {}))).toEqual([]);
  const moved = desiredOf(FILE.replace('https://ntfy.test', 'https://other.test'), {});
  expect(planned({}, moved).problems).toEqual(['channel ops: the secret token is not set']);
});

it('a password is for a page that has none', () => {
  const text = FILE.replace('shop-status: {', 'shop-status: { access: password, password: "${PASSWORD}",');
  const withPassword = desiredOf(text, { TOKEN: 'secret', PASSWORD: 'abcdef' });
  expect(planned({}, withPassword).changes).toMatchObject([{ body: { password: 'abcdef' } }]);
  const has = { pages: [{ ...page, access: 'password' as const, hasPassword: true }] };
  expect(planned(has, withPassword).changes).toEqual([]);
  expect(planned({}, desiredOf(text)).problems).toEqual(['page shop-status: the secret password is not set']);
});

it('only what the project made is pruned; built-in and personal channels stay apart', () => {
  const email: ManagedChannel = { ...channel, id: 'email', type: 'email', isBuiltIn: true, managed: null };
  const desired = desiredOf('project: shop\n');
  const { unlisted, managed: count } = planned({ channels: [channel, email] }, desired);
  expect([unlisted.map(({ kind }) => kind), count]).toEqual([['monitor', 'channel', 'maintenance', 'page'], 4]);
  const deleted = planned({ channels: [channel, email] }, desired, true).changes;
  expect(deleted.map(({ action }) => action)).toEqual(['delete', 'delete', 'delete', 'delete']);
  expect(massDeletion({ changes: deleted, managed: count })).toBe(4);
});

it.each([
  [3, 3, null],
  [4, 4, 4],
  [4, 8, null],
  [4, 7, 4],
  [50, 99, 50],
  [50, 100, null],
])('%i deletions of %i need to be confirmed by their number: %s', (count, managed, expected) => {
  const deletion = { kind: 'page' as const, action: 'delete' as const, id: 'p', key: 'p', name: 'P' };
  expect(massDeletion({ changes: Array(count).fill(deletion), managed })).toBe(expected);
});

describe('a monitor that depends on others', () => {
  const gated = desiredOf(
    FILE.replace(
      'web: {',
      'gateway: { endpoints: { gate: { url: "https://b.test/" } } }\n  web: { dependsOn: [gateway/gate],',
    ),
  );
  const gateway = {
    ...monitor,
    ...{ id: 'm2', name: 'gateway', managed: managed('gateway') },
    endpoints: [
      { ...defaultsOf(ENDPOINT_FIELDS), id: 'e2', url: 'https://b.test/', name: 'b.test', managedKey: 'gate' },
    ],
  };

  it('has no body until they exist, and names them by their ids then', () => {
    const bodiesIn = (monitors: Account['monitors']) =>
      planned({ monitors }, gated).changes.flatMap((change) =>
        change.kind === 'monitor' && 'body' in change ? [[change.key, change.body?.dependsOn ?? null]] : [],
      );
    expect(bodiesIn([])).toEqual([
      ['gateway', []],
      ['web', null],
    ]);
    expect(bodiesIn([gateway, monitor])).toEqual([['web', ['m2/e2']]]);
    expect(bodiesIn([gateway, { ...monitor, dependsOn: ['m2/e2'] }])).toEqual([]);
  });

  it('is compared by their keys', () => {
    const [change] = planned({ monitors: [gateway, { ...monitor, dependsOn: ['m2'] }] }, gated).changes;
    const differences = [{ field: 'dependsOn', before: '["gateway"]', after: '["gateway/gate"]' }];
    expect(change).toMatchObject({ key: 'web', differences });
  });
});

it('shows the value of no variable', () => {
  const text = `project: shop
monitors:
  web: { name: "\${SECRET}", endpoints: { home: { url: "https://a.test/" }, two: { url: "https://a.test/?t=\${SECRET}" } } }
  new: { name: "b \${SECRET}", endpoints: { home: { url: "https://b.test/?t=\${SECRET}" } } }
channels:
  ops: { name: "\${SECRET}", type: ntfy, settings: { serverUrl: "https://ntfy.test", topic: ops } }
maintenance:
  backup: { name: "\${SECRET}", start: "2026-12-01T02:00", timeZone: UTC, durationMin: 30 }
pages:
  shop-status: { title: "\${SECRET}" }
`;
  const { changes } = planned({}, desiredOf(text, { SECRET: 'very secret' }));
  const shownOf = changes.map((change) => [change.name, 'differences' in change ? change.differences : []]);
  expect(shownOf.map(([name]) => name)).toEqual(['${SECRET}', 'b ${SECRET}', '${SECRET}', '${SECRET}', '${SECRET}']);
  expect(JSON.stringify(shownOf)).not.toMatch(/very.{1,3}secret/);
});

it('a monitor comes after those that it depends on, also when that is turned around', () => {
  const text = `project: shop
monitors:
  web: { dependsOn: [gate], endpoints: { home: { url: "https://a.test/" } } }
  gate: { dependsOn: [net/line], endpoints: { home: { url: "https://b.test/" } } }
  net: { endpoints: { line: { url: "https://c.test/" } } }
`;
  const other = (key: string, dependsOn: string[]) => ({
    ...{ ...monitor, id: key, name: key, managed: managed(key), dependsOn },
    endpoints: monitor.endpoints.map((each) => ({ ...each, id: `of ${key}` })),
  });
  const monitors = [other('web', []), other('gate', ['web']), other('net', ['gate'])];
  const { changes } = planned({ monitors, channels: [], windows: [], pages: [] }, desiredOf(text));
  expect(changes.map(({ key }) => key)).toEqual(['net', 'gate', 'web']);
});
