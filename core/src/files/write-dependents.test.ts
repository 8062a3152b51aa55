// biome-ignore-all lint/suspicious/noTemplateCurlyInString: files name variables so.
import { expect, it } from 'vitest';
import type { ManagedChannel, ManagedPage, ManagedWindow } from '../contracts/api/managed.ts';
import { IMMEDIATE } from '../values/channel-timing.ts';
import { writeDependents } from './write-dependents.ts';

const places = () => new Map([['m1', { key: 'web', endpoints: new Map([['e1', 'home']]) }]]);

const channel: ManagedChannel = {
  ...{ id: 'c1', type: 'ntfy', name: 'On call', enabled: true, verifiedAt: null, isBuiltIn: false, managed: null },
  ...{ severity: null, monitors: ['m1'], tags: null, events: null, alsoSlow: false, language: null, timing: IMMEDIATE },
  settings: { serverUrl: 'https://ntfy.test', topic: '${x}', token: '••••••••' },
  secrets: { token: 'fingerprint' },
};
const window: ManagedWindow = {
  ...{ id: 'w1', name: 'backup', monitors: null, start: '2026-12-01T02:00', timeZone: 'UTC', durationMin: 30 },
  ...{ rule: null, managed: { project: 'shop', key: 'backup' } },
};
const page: ManagedPage = {
  ...{ slug: 'shop', title: 'Shop', description: '', website: null, language: 'en', timeZone: 'UTC', accent: null },
  ...{
    showsUptime: true,
    showsResponseTime: true,
    showsSlow: false,
    access: 'password',
    published: true,
    hasPassword: true,
    version: 3,
  },
  ...{ postsAutomatically: false, takesSubscribers: false, embedding: 'nobody', managed: null },
  groups: [{ name: '', components: [{ key: 'abcdefgh', name: 'Home', monitorId: 'm1', endpointId: 'e1' }] }],
};

it('writes what is not as it is by default, monitors by their keys and secrets as variables', () => {
  const variables = new Set<string>();
  const account = { channels: [channel], windows: [window], pages: [page] };
  expect(writeDependents(account, 'shop', places(), variables)).toEqual({
    leftOut: [],
    sections: {
      channels: new Map([
        [
          'on-call',
          {
            ...{ id: 'c1', type: 'ntfy', name: 'On call', monitors: ['web'] },
            settings: { serverUrl: 'https://ntfy.test', topic: '$${x}', token: '${ON_CALL_TOKEN}' },
          },
        ],
      ]),
      maintenance: new Map([['backup', { start: '2026-12-01T02:00', timeZone: 'UTC', durationMin: 30 }]]),
      pages: new Map([
        [
          'shop',
          {
            ...{ title: 'Shop', access: 'password', published: true, password: '${SHOP_PASSWORD}' },
            groups: [{ components: [{ monitor: 'web', endpoint: 'home', name: 'Home' }] }],
          },
        ],
      ]),
    },
  });
  expect([...variables]).toEqual(['ON_CALL_TOKEN', 'SHOP_PASSWORD']);
});

it.each<[string, Partial<ManagedChannel>, string[]]>([
  [
    'a browser',
    { type: 'push' },
    ['channel "On call": only the browser that shows its messages can add it, in the app'],
  ],
  ['every account', { isBuiltIn: true }, ['channel "On call": every account has it, and changes it in the app']],
  ['a monitor elsewhere', { monitors: ['m2'] }, ['channel "On call": it names monitors that are not here']],
  ['another project', { managed: { project: 'other', key: 'x' } }, []],
])('leaves out a channel of %s', (_, changes, leftOut) => {
  const account = { channels: [{ ...channel, ...changes }], windows: [], pages: [] };
  expect(writeDependents(account, 'shop', places(), new Set())).toEqual({ sections: {}, leftOut });
});
