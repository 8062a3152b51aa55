import { describe, expect, it } from 'vitest';
import type { Imported, SourceFile } from './importer.ts';
import {
  type Creation,
  creationsOf,
  endpointCount,
  type ForAll,
  importRows,
  shownRows,
  withMonitorIds,
} from './plan.ts';
import { readImport } from './read-import.ts';

const FOR_ALL: ForAll = { locations: ['tw'], intervalSec: 'keep', byGroup: false };

function imported(files: SourceFile[]): Imported {
  const result = readImport(files, { intervalSec: 600 });
  if ('problem' in result) throw new Error(result.problem.code);
  return result.imported;
}

const kuma = (id: number, changes: object) => ({
  id,
  name: `Site ${id}`,
  type: 'http',
  url: `https://site${id}.farwatch.test`,
  interval: 60,
  maxretries: 0,
  ...changes,
});
const telegram = { type: 'telegram', telegramBotToken: '77:AA', telegramChatID: '-1001' };
const SAMPLE = imported([
  {
    name: 'kuma.json',
    text: JSON.stringify({
      notificationList: [{ id: 1, name: 'Night', config: JSON.stringify(telegram) }],
      monitorList: [
        kuma(1, { type: 'group', name: 'Shop' }),
        kuma(2, { parent: 1, notificationIDList: { 1: true } }),
        kuma(3, { parent: 1, active: false }),
        kuma(4, { parent: 1, interval: 30 }),
        kuma(5, { parent: 1, url: 'https://site2.farwatch.test' }),
        kuma(6, { interval: 20 }),
        kuma(7, { type: 'docker' }),
      ],
    }),
  },
]);
const ALL = new Set(SAMPLE.monitors.map(({ key }) => key));
const monitorsOf = (creations: readonly Creation[]) =>
  creations.flatMap((each) => (each.kind === 'monitor' ? each : []));

describe('rows', () => {
  const rows = importRows(SAMPLE, new Set(['https://site3.farwatch.test/']));

  it('are new, changed, known or skipped', () => {
    expect(Object.fromEntries(rows.map(({ name, state }) => [name, state]))).toEqual({
      'Site 2': 'new',
      'Site 3': 'known',
      'Site 4': 'new',
      'Site 5': 'new',
      'Site 6': 'changed',
      Shop: 'skipped',
      'Site 7': 'skipped',
    });
  });

  it.each([
    ['all', '', 7],
    ['skipped', '', 2],
    ['all', 'site4', 1],
    ['new', 'SITE 2', 2],
    ['changed', 'shop', 0],
  ] as const)('of %s with %j are %i', (state, search, count) =>
    expect(shownRows(rows, state, search)).toHaveLength(count),
  );
});

describe('creations', () => {
  it('are the chosen monitors, with what all have in common', () => {
    const creations = creationsOf(SAMPLE, new Set(['3', '6']), { ...FOR_ALL, intervalSec: 120 });
    expect(monitorsOf(creations).map(({ body }) => [body.name, body.intervalSec, body.locations, body.paused])).toEqual(
      [
        ['Site 3', 120, ['tw'], true],
        ['Site 6', 120, ['tw'], false],
      ],
    );
  });

  it('have the channels that alert of them, and no others', () => {
    expect(creationsOf(SAMPLE, new Set(['3']), FOR_ALL).map(({ kind }) => kind)).toEqual(['monitor']);
    expect(creationsOf(SAMPLE, new Set(['2']), FOR_ALL).map(({ kind }) => kind)).toEqual(['monitor', 'channel']);
  });

  describe('of a channel', () => {
    const channelOf = (given: Imported, chosen: ReadonlySet<string>) => {
      const channel = creationsOf(given, chosen, FOR_ALL).find(({ kind }) => kind === 'channel');
      if (!channel) throw new Error('There is a channel.');
      return channel;
    };
    const site = { id: 'm2', keys: ['2'] };

    it.each([
      ['alert of its monitors, also if nothing else is chosen', [site], { monitors: ['m2'], enabled: true }],
      ['alert of its monitors only', [site, { id: 'm3', keys: ['3'] }], { monitors: ['m2'], enabled: true }],
      ['are off without any of its monitors', [{ id: 'm3', keys: ['3'] }], { monitors: null, enabled: false }],
      ['are off without any monitor', [], { monitors: null, enabled: false }],
    ])('%s', (_, created, expected) => {
      expect(withMonitorIds(channelOf(SAMPLE, new Set(['2'])), created).body).toMatchObject(expected);
    });

    it('alert of all monitors, if it did in the files', () => {
      const all = { ...SAMPLE, channels: SAMPLE.channels.map((each) => ({ ...each, monitors: [...ALL] })) };
      expect(withMonitorIds(channelOf(all, new Set(['2'])), [site]).body).toMatchObject({
        monitors: null,
        enabled: true,
      });
    });

    it('are none if no monitor used it', () => {
      const text = JSON.stringify({
        notificationList: [1, 2].map((id) => ({ id, name: `Chat ${id}`, config: JSON.stringify(telegram) })),
        monitorList: [kuma(1, { notificationIDList: { 1: true, 2: false } })],
      });
      const { channels, skipped } = imported([{ name: 'kuma.json', text }]);
      expect(channels.map(({ name }) => name)).toEqual(['Chat 1']);
      expect(skipped.map(({ name, reason }) => [name, reason.code])).toEqual([['Chat 2', 'channel_unused']]);
    });
  });

  it('are one for each group, interval and URL', () => {
    const creations = monitorsOf(creationsOf(SAMPLE, ALL, { ...FOR_ALL, byGroup: true }));
    expect(
      creations.map(({ body }) => [
        body.name,
        body.endpoints.map(({ name, paused }) => `${name}${paused ? ' paused' : ''}`),
      ]),
    ).toEqual([
      ['Shop', ['Site 2', 'Site 3 paused']],
      ['Site 5', ['']],
      ['Site 4', ['']],
      ['Site 6', ['']],
    ]);
    expect(endpointCount(creations)).toBe(5);
  });

  it('of 500 items in a group are ten', () => {
    const text = JSON.stringify([
      kuma(1, { type: 'group' }),
      ...Array.from({ length: 500 }, (_, at) => kuma(at + 2, { parent: 1 })),
    ]);
    const many = imported([{ name: 'a.json', text }]);
    const keys = new Set(many.monitors.map(({ key }) => key));
    const creations = creationsOf(many, keys, { ...FOR_ALL, byGroup: true });
    expect(creations).toHaveLength(10);
    expect(endpointCount(creations)).toBe(500);
  });
});
