import { expect, test } from 'vitest';
import type { SnapshotIncident } from '../../documents/snapshot.ts';
import { STATUS_PAGE } from '../../values/status-page/limits.ts';
import { fitIncidents } from './fit-incidents.ts';

const NOW = Date.UTC(2026, 10, 28);

function incident(id: string, texts: readonly string[], components = 0): SnapshotIncident {
  const keys = Array.from({ length: components }, (_, n) => `${id}-component-${String(n).padStart(30, '0')}`);
  const updates = texts.map((text, n) => ({ state: 'investigating' as const, text, at: NOW + n }));
  return { id, title: 'Down', components: keys, updates, startedAt: NOW, resolvedAt: null };
}

const size = (incidents: readonly SnapshotIncident[]) => Buffer.byteLength(JSON.stringify(incidents));
const LONG = '長'.repeat(STATUS_PAGE.updateLength);
const many = (count: number, text: string) => Array.from({ length: count }, () => text);

test('short posts are shown as they are', () => {
  const all = Array.from({ length: STATUS_PAGE.recent }, (_, n) =>
    incident(`i${n}`, many(3, 'We are looking into it')),
  );
  expect(fitIncidents(all)).toEqual(all);
});

test('as many of the longest posts as there can be fit: the newest updates of each, those first in order longest', () => {
  const all = Array.from({ length: STATUS_PAGE.recent }, (_, n) =>
    incident(`i${n}`, many(STATUS_PAGE.updates, LONG), 20),
  );
  const fitted = fitIncidents(all);
  expect(size(fitted)).toBeLessThan(STATUS_PAGE.incidentBytes + 100);
  expect(fitted).toHaveLength(STATUS_PAGE.recent);
  expect(fitted.every(({ isCut }) => isCut)).toBe(true);
  expect(fitted[0]?.updates.at(-1)).toEqual(all[0]?.updates.at(-1));
  expect(fitted.at(-1)?.updates).toMatchObject([{ text: `${'長'.repeat(STATUS_PAGE.cutLength)}…` }]);
});

test('what does not fit even so is left out, the last first', () => {
  const all = Array.from({ length: STATUS_PAGE.recent }, (_, n) => incident(`i${n}`, [LONG], STATUS_PAGE.components));
  const fitted = fitIncidents(all);
  expect(fitted.length).toBeGreaterThan(STATUS_PAGE.openIncidents);
  expect(fitted.map(({ id }) => id)).toEqual(all.slice(0, fitted.length).map(({ id }) => id));
  expect(size(fitted)).toBeLessThan(STATUS_PAGE.incidentBytes + 100);
});
