import type { Monitor, MonitorEndpoint } from '@farwatch/core/documents/monitor';
import { monitorEndpointSample, monitorSample } from '@farwatch/core/testing/samples';
import { createInstance } from 'i18next';
import { expect, it } from 'vitest';
import { textsOf } from '../../lib/i18n/i18n.ts';
import { SETTINGS_CARDS } from '../../lib/navigation/settings-cards.ts';
import { partLocaleFile } from '../../locales/files.ts';
import { channelItems, monitorItems, searchItems, settingsItems } from './palette-items.ts';

const endpoint = (url: string, status: MonitorEndpoint['status'] = 'up'): MonitorEndpoint => {
  return monitorEndpointSample({ url, name: url.slice(8), status });
};
const monitor = (id: string, name: string, endpoints: Monitor['endpoints']) => {
  return { ...monitorSample({ name, endpoints }), id };
};
const monitors = [
  monitor('m1', 'Web shop', {
    e1: endpoint('https://shop.farwatch.test/'),
    e2: endpoint('https://pay.farwatch.test/'),
  }),
  monitor('m2', 'Blog', { e3: endpoint('https://blog.farwatch.test/', 'down') }),
];
const items = monitorItems(monitors);

async function texts() {
  const parts = await Promise.all((['palette', 'settings'] as const).map((part) => partLocaleFile(part, 'en')));
  const translation = Object.assign({}, await textsOf('en'), ...parts);
  const i18n = createInstance({ lng: 'en', resources: { en: { translation } } });
  await i18n.init();
  return i18n.t;
}

it('lists every monitor and endpoint with its status', () => {
  expect(items.map(({ group, text, path, look }) => [group, text, path, look])).toEqual([
    ['monitors', 'Blog', '/monitor/m2', 'down'],
    ['monitors', 'Web shop', '/monitor/m1', 'up'],
    ['endpoints', 'blog.farwatch.test/', '/endpoint/e3', 'down'],
    ['endpoints', 'shop.farwatch.test/', '/endpoint/e1', 'up'],
    ['endpoints', 'pay.farwatch.test/', '/endpoint/e2', 'up'],
  ]);
});

it.each([
  ['', ['Blog', 'Web shop']],
  ['SHOP', ['Web shop', 'shop.farwatch.test/', 'pay.farwatch.test/']],
  ['shop pay', ['pay.farwatch.test/']],
  ['blog', ['Blog', 'blog.farwatch.test/']],
  ['nothing', []],
])('“%s” finds %j', (query, expected) => {
  expect(searchItems(items, query).map(({ text }) => text)).toEqual(expected);
});

it.each(['路径', 'https://cn.farwatch.test/%E8%B7%AF%E5%BE%84', '%e8%b7', '径 chinese'])(
  '“%s” finds the URL, which is shown decoded',
  (query) => {
    const endpoints = { e4: { ...endpoint('https://cn.farwatch.test/%E8%B7%AF%E5%BE%84'), name: 'Path' } };
    const [found] = searchItems(monitorItems([monitor('m3', 'Chinese', endpoints)]), query);
    expect(found?.about).toBe('Chinese · https://cn.farwatch.test/路径');
  },
);

it.each([
  ['telegram bot', 'Telegram notifications', '/settings?tab=integrations#telegram'],
  ['api token', 'API keys', '/settings?tab=integrations#apiKeys'],
  ['weekly report', 'Summaries', '/settings?tab=integrations#summaries'],
  ['on-call', 'On duty', '/settings?tab=integrations#duty'],
  ['desktop', 'Browser notifications', '/settings?tab=integrations#browserAlerts'],
  ['audit', 'Activity', '/settings#activity'],
  ['invoices', 'Payments', '/settings#payments'],
  ['check frequency', 'Check interval', '/settings?tab=monitor#interval'],
  ['display name', 'Account', '/settings'],
  ['change password', 'Password', '/settings#password'],
  ['download data', 'Your data', '/settings#copy'],
  ['delete account', 'Close account', '/settings#close'],
  ['中文', 'Language and theme', '/settings?tab=languages'],
])('“%s” finds the settings in %s', async (query, text, path) => {
  const t = await texts();
  expect(searchItems([...items, ...settingsItems(t, SETTINGS_CARDS)], query)).toMatchObject([{ text, path }]);
});

it.each([
  ['ops', ['Ops desk', 'Night ops']],
  ['slack', ['Ops desk', 'Channels']],
  ['ops desk', ['Ops desk']],
])('“%s” finds channels by name and type: %j', async (query, expected) => {
  const t = await texts();
  const channels = [
    { id: 'c1', name: 'Ops desk', type: 'slack' as const },
    { id: 'c2', name: 'Night ops', type: 'pagerduty' as const },
  ];
  const found = searchItems([...settingsItems(t, SETTINGS_CARDS), ...channelItems(channels, t)], query);
  expect(found.map(({ text }) => text)).toEqual(expected);
  expect(found[0]).toMatchObject({ group: 'channels', path: '/settings?tab=integrations#channel-c1' });
});

it.each([
  ['set', ['Set up', 'Go to Settings']],
  ['main', ['Main', 'Domain']],
  ['in', ['Incident log', 'Domain', 'Main', 'Go to Incidents', 'Go to Settings']],
  ['shop.test', ['Shop.test', 'Create shop.test']],
])('“%s” finds whole words before parts, and then monitors before actions: %j', (query, expected) => {
  const action = (text: string) => ({ id: text, group: 'actions' as const, text, path: '/' });
  const monitorsBy = monitorItems(
    ['Domain', 'Main', 'Incident log', 'Set up', 'Shop.test'].map((name) => monitor(name, name, {})),
  );
  const actions = ['Go to Incidents', 'Go to Settings', 'Create shop.test'].map(action);
  expect(searchItems([...actions, ...monitorsBy], query).map(({ text }) => text)).toEqual(expected);
});

it('limits each group', () => {
  const many = monitorItems(Array.from({ length: 30 }, (_, index) => monitor(`m${index}`, `Monitor ${index}`, {})));
  expect(searchItems(many, 'monitor')).toHaveLength(8);
});

it.each([
  ['shop', 'Shop'],
  ['Region 2', 'Region 2 Shop'],
])('“%s” finds an exact or prefix match first', (query, expected) => {
  const names = Array.from({ length: 12 }, (_, index) => `Region ${index + 1} Shop`);
  const many = monitorItems([...names, 'All of Region 2', 'Shop'].map((name) => monitor(name, name, {})));
  expect(searchItems(many, query)[0]?.text).toBe(expected);
});

it('sorts monitors like the dashboard, 2 before 10', () => {
  const few = monitorItems(['Region 10', 'Region 2'].map((name) => monitor(name, name, {})));
  expect(few.map(({ text }) => text)).toEqual(['Region 2', 'Region 10']);
});
