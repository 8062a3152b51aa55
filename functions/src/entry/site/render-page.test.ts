import { gzipSync } from 'node:zlib';
import { overallStatus } from '@farwatch/core/decisions/status-page/shown-status';
import type { Snapshot } from '@farwatch/core/documents/snapshot';
import { sampleSnapshot } from '@farwatch/core/testing/snapshot-sample';
import { STATUS_PAGE_TEXTS } from '@farwatch/core/texts/status-page/status-page-texts';
import { LANGUAGE_CODES, type Language, tagOf } from '@farwatch/core/values/languages';
import { componentStatusSchema } from '@farwatch/core/values/status-page/component-status';
import { STATUS_PAGE } from '@farwatch/core/values/status-page/limits';
import { DAY_MS, HOUR_MS } from '@farwatch/core/values/time';
import { HtmlValidate } from 'html-validate';
import { describe, expect, test } from 'vitest';
import { renderIncident, renderMonth } from './history-page.ts';
import { messagePage, passwordForm, reportForm } from './message-page.ts';
import { asListed } from './read-below.ts';
import { renderPage } from './render-page.ts';
import { SCRIPT } from './style.ts';

const NOW = Date.UTC(2026, 10, 20, 12);
const ATTACK = `</script></style><script>alert(1)</script><img src=x onerror=alert(1)>"'\`&amp;{{x}}`;
const validator = new HtmlValidate({
  extends: ['html-validate:recommended', 'html-validate:document', 'html-validate:a11y'],
  rules: {
    // Style: the document leaves out what the standard lets it leave out, to be small.
    'no-trailing-whitespace': 'off',
    'long-title': 'off',
    'doctype-style': 'off',
    'require-sri': 'off',
    'no-raw-characters': 'off',
    'wcag/h30': 'error',
  },
});

const view = (language: Language = 'en') => ({
  ...{ slug: 'acme', origin: 'https://farwatch.test', nowMs: NOW, confirmedAtMs: NOW - 5000 },
  language,
});

/** A page on which everything is shown that can be. */
function full(language: Language): Snapshot {
  const snapshot = sampleSnapshot({ components: 8, nowMs: NOW });
  const [group] = snapshot.groups;
  const statuses = ['up', 'partial', 'down', 'maintenance', 'unknown', 'paused', 'slow', 'up'] as const;
  const components = (group?.components ?? []).map((each, index) => ({ ...each, status: statuses[index] ?? 'up' }));
  const [incident] = snapshot.incidents;
  const keys = components.map(({ key }) => key);
  return {
    ...snapshot,
    ...{ language, accent: '#ffcc00', logoTag: 'abc123', access: 'unlisted' },
    groups: [
      { name: '', components: components.slice(0, 4) },
      { name: 'More', components: components.slice(4) },
      { name: 'Empty', components: [] },
    ],
    incidents: [...(incident ? [{ ...incident, id: 'open1', resolvedAt: null }, incident] : [])],
    maintenance: [
      { startsAt: NOW - HOUR_MS, endsAt: NOW + HOUR_MS, components: keys.slice(0, 1) },
      { startsAt: NOW + DAY_MS, endsAt: NOW + DAY_MS + HOUR_MS, components: keys },
      { startsAt: NOW - DAY_MS, endsAt: NOW - HOUR_MS, components: keys },
    ],
  };
}

/** Every document about a page, by name. */
function documents(snapshot: Snapshot, language: Language): [string, string][] {
  const [incident] = snapshot.incidents;
  if (!incident) throw new Error('no incident');
  const message = { title: 'A <title>', text: 'A text', language, accent: snapshot.accent };
  const month = { month: '2026-11', incidents: snapshot.incidents };
  return [
    ['page', renderPage(snapshot, { ...view(language), visit: 'token.mac' })],
    ['preview', renderPage(snapshot, { ...view(language), isPreview: true })],
    ['incident', renderIncident(snapshot, view(language), incident)],
    ['month', renderMonth(snapshot, view(language), month)],
    ['empty month', renderMonth(snapshot, view(language), { month: '2025-12', incidents: [] })],
    ['password', messagePage({ ...message, form: passwordForm('acme', language, true) })],
    ['report', messagePage({ ...message, form: reportForm('acme', language), back: { path: '/', title: 'Back' } })],
  ];
}

async function problemsOf(page: string): Promise<string[]> {
  const { results } = await validator.validateString(page);
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, line, column }) => `${ruleId} ${line}:${column} ${message}`),
  );
}

describe.each(LANGUAGE_CODES)('%s', (language) => {
  test.each(documents(full(language), language))('%s is valid HTML in its language', async (_, page) => {
    expect(await problemsOf(page)).toEqual([]);
    expect(page).toContain(`<html lang="${tagOf(language)}">`);
  });

  test('the page has its status as text, and links to itself in every language', () => {
    const snapshot = full(language);
    const page = renderPage(snapshot, view(language));
    expect(overallStatus(snapshot, NOW)).toBe('someDown');
    const other = language === 'en' ? ['zh-Hans', 'cn'] : ['en', 'en'];
    expect(page).toContain(
      `<link rel="alternate" hreflang="${other[0]}" href="https://farwatch.test/status/acme/${other[1]}">`,
    );
    expect(page).toContain('<link rel="canonical" href="https://farwatch.test/status/acme">');
    expect(page).toContain(STATUS_PAGE_TEXTS[language].overall.someDown);
  });
});

test('the check of HTML finds what is wrong', async () => {
  expect(await problemsOf('<!doctype html><html lang="en"><p><div></p></html>')).not.toEqual([]);
});

/** A hundred components with names of that length. `isWorst`: no two neighbouring days are alike. */
function hundred({ nameLength, isWorst = false }: { nameLength: number; isWorst?: boolean }): Snapshot {
  const snapshot = sampleSnapshot({ components: 100, nowMs: NOW });
  const mixed = (values: readonly number[]) =>
    Array.from({ length: STATUS_PAGE.days }, (_, day) => values[(day * 7 + (day >> 2)) % values.length] ?? 0);
  const worst = { uptime: mixed([100, 99.9, 80, -1]), downSec: mixed([0, 86, 17_280, 0]) };
  const groups = snapshot.groups.map((group) => ({
    ...group,
    components: group.components.map((each) => ({
      ...each,
      name: each.name.padEnd(nameLength, ' service'),
      ...(isWorst && { days: worst }),
    })),
  }));
  return { ...snapshot, groups };
}

/** Texts in scripts with three bytes a letter are longer; compressed they are not. */
const LONGER: Record<Language, number> = { en: 1, cn: 1, 'zh-Hant': 1.07, th: 1.3, bn: 1.6 };

const SIZES = [
  ['of 20 components', sampleSnapshot({ components: 20, nowMs: NOW }), 25_000],
  ['of 100', hundred({ nameLength: 20 }), 60_000],
  ['of 100 with the longest names', hundred({ nameLength: STATUS_PAGE.nameLength }), 66_000],
  ['of 100 with an outage every other day', hundred({ nameLength: 20, isWorst: true }), 152_000],
] as const;

test.each(LANGUAGE_CODES.flatMap((language) => SIZES.map((size) => [language, ...size] as const)))(
  'in %s a page %s stays small, compressed even under 12 kB',
  (language, _, snapshot, most) => {
    const page = renderPage(snapshot, view(language));
    expect(Buffer.byteLength(page)).toBeLessThan(most * LONGER[language]);
    expect(gzipSync(page).length).toBeLessThan(12_000);
  },
);

test('a month of more incidents than it lists stays small; it has all states, and only the last text of each', () => {
  const snapshot = sampleSnapshot({ components: 100, nowMs: NOW });
  const keys = snapshot.groups.flatMap(({ components }) => components.map(({ key }) => key));
  const updates = Array.from({ length: STATUS_PAGE.updates }, (_, index) => ({
    ...{ state: 'monitoring' as const, at: NOW - DAY_MS + index },
    text: `text ${index}.`.padEnd(STATUS_PAGE.updateLength, '<'),
  }));
  const times = { startedAt: NOW - DAY_MS, resolvedAt: null };
  const incident = { id: 'one', title: '<'.repeat(STATUS_PAGE.titleLength), components: keys, updates, ...times };
  const month = (count: number) => {
    const incidents = Array.from({ length: count }, () => asListed(incident));
    return renderMonth(snapshot, view(), { month: '2026-11', incidents });
  };
  const cut = month(STATUS_PAGE.listed + 1);
  expect(Buffer.byteLength(cut)).toBeLessThan(2_000_000);
  expect(cut.match(/<article/g)).toHaveLength(STATUS_PAGE.listed);
  expect(cut).toContain('Only the newest 100 incidents');
  const one = month(1);
  expect(one.match(/<b>Monitoring<\/b>/g)).toHaveLength(STATUS_PAGE.updates);
  expect([one.includes('text 49.'), one.includes('text 48.'), one.includes('Only the newest')]).toEqual([
    true,
    false,
    false,
  ]);
});

test.each([
  ['2026-11', 'history/2026-10', null],
  ['2026-01', 'history/2025-12', 'history/2026-02'],
  ['2025-10', null, 'history/2025-11'],
])('the month %s links to %s and %s; incidents are kept for 400 days', (month, older, newer) => {
  const page = renderMonth(full('en'), view(), { month, incidents: [] });
  const links = [...page.matchAll(/href="\/status\/acme\/(history\/[\d-]+)">(Previous|Next)/g)];
  expect(links.map(([, path]) => path)).toEqual([older, newer].filter((each) => each !== null));
});

test('every icon that a page refers to is in its style', () => {
  const page = renderPage(full('en'), view());
  const shown = [...page.matchAll(/<\/h3><span class="(\w+)">/g)].map(([, status]) => status);
  expect(new Set(shown)).toEqual(new Set(componentStatusSchema.options));
  expect(shown.filter((status) => !page.includes(`.${status}::before{clip-path:`))).toEqual([]);
});

test('markup in any text stays text, and the only script is the page’s own', () => {
  const snapshot = full('en');
  const attack = <T extends { name: string }>(each: T): T => ({ ...each, name: ATTACK });
  const hostile: Snapshot = {
    ...snapshot,
    ...{ title: ATTACK, description: ATTACK, website: `https://acme.farwatch.test/?"><script>alert(1)</script>` },
    groups: snapshot.groups.map((group) => ({ name: ATTACK, components: group.components.map(attack) })),
    incidents: snapshot.incidents.map((each) => ({
      ...each,
      title: ATTACK,
      updates: each.updates.map((update) => ({ ...update, text: ATTACK })),
    })),
  };
  for (const [name, page] of documents(hostile, 'en')) {
    const scripts = [...page.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)].map(([, script]) => script);
    const hasTimes = !['preview', 'password', 'report'].includes(name);
    expect([name, scripts]).toEqual([name, hasTimes ? [SCRIPT] : []]);
    expect(page).not.toMatch(/<img src=x|onerror=a(?!lert\(1\)&)/);
    expect(page.match(/<style>/g)?.length).toBe(3);
  }
});

test.each(['javascript:alert(1)', 'data:text/html,x', 'ftp://acme.farwatch.test/'])(
  'the title is no link to %s',
  (website) => {
    const page = renderPage({ ...full('en'), website }, view());
    expect(page).not.toContain(website);
  },
);

test('links that owners write pass nothing on', () => {
  expect(renderPage(full('en'), view())).toContain(
    '<a href="https://acme.farwatch.test/" rel="nofollow ugc noopener">Acme</a>',
  );
});

test.each([
  ['public', true, false],
  ['unlisted', false, true],
  ['password', false, true],
] as const)('of a page that is %s: listed by search engines %j', (access, isListed, isHidden) => {
  const page = renderPage({ ...full('en'), access }, view());
  expect([!page.includes('content="noindex"'), page.includes('content="noindex"')]).toEqual([isListed, isHidden]);
  expect(page.includes('.rss"')).toBe(access !== 'password');
});

test('what the owner hides is not in the document', () => {
  const page = renderPage({ ...full('en'), showsUptime: false, showsResponseTime: false }, view());
  expect(page).not.toMatch(/99\.91|ms response|<path/);
});

test('past maintenance is left out, running and planned is shown', () => {
  const page = renderPage(full('en'), view());
  expect(page.match(/<h2>(Maintenance in progress|Planned maintenance)<\/h2>/g)).toHaveLength(2);
  expect(page.match(/<h3>Maintenance<\/h3>/g)).toHaveLength(2);
  expect(page).toMatch(/<h3>Maintenance<\/h3><p class="meta">.*?<\/p><p class="meta">Affects Component 1<\/p>/);
});

test.each<[Snapshot['embedding'], Snapshot['access'], boolean]>([
  ['nobody', 'public', false],
  ['anywhere', 'public', true],
  [['https://shop.farwatch.test'], 'unlisted', true],
  ['anywhere', 'password', false],
])('what a frame cannot show opens a tab: embedded by %j, %s: %j', (embedding, access, hasTabs) => {
  const website = 'https://acme.farwatch.test/';
  const page = renderPage({ ...full('en'), website, embedding, access, takesSubscribers: true }, view());
  const starts = [
    '<form method="post" action="/status/acme/subscribe"',
    '<a class="report" href="/status/acme/report" rel="nofollow"',
    '<a href="https://farwatch.test/"',
    `<a href="${website}" rel="nofollow ugc noopener"`,
  ];
  for (const start of starts) expect(page).toContain(`${start}${hasTabs ? ' target="_blank"' : ''}>`);
  expect(page.split('target="_blank"')).toHaveLength(hasTabs ? 5 : 1);
});
