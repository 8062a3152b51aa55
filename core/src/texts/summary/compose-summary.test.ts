import { expect, it } from 'vitest';
import { noticeContent, summaryNotice } from '../../decisions/notifications/notices.ts';
import { quietWeek, summarySample } from '../../testing/summary-sample.ts';
import type { Language } from '../../values/languages.ts';
import type { Summary } from '../../values/summary/summary.ts';
import { DAY_MS } from '../../values/time.ts';
import { textsOf } from '../texts.ts';
import { composeSummary } from './compose-summary.ts';
import { summaryContent } from './summary-content.ts';

async function compose(summary: Summary, language: Language = 'en') {
  const content = noticeContent(summaryNotice('owner', summary, summary.toAt));
  return composeSummary(summary, content, await textsOf(language), { id: 'id', link: null });
}

it('reports in English what happened', async () => {
  const { title, tone, text, kind, paragraphs } = await compose(summarySample());
  expect({ title, tone, kind }).toEqual({
    title: '📊 Weekly summary: 1 outage',
    tone: 'partial',
    kind: 'weekly_summary',
  });
  expect(paragraphs).toEqual([
    'Nov 16 – Nov 22, 2026, Uptime 99.67%, ▼ 0.30 points on the week before',
    'Shop: 99.35%, 1 outage, 1 h 5 min',
    'Slower than the week before: API: 420 ms → 810 ms (95th percentile)',
    'Up, but slow: API: 3 h',
    'No data: Shop: 1 d',
    'Certificates and domains that expire soon: Checkout: Dec 3, 2026',
  ]);
  expect(text).toBe([title, ...paragraphs].join('\n'));
});

it('reports the same in Chinese', async () => {
  const { title, paragraphs } = await compose(summarySample(), 'cn');
  expect([title, ...paragraphs]).toEqual([
    '📊 每周摘要：1 次故障',
    '2026年11月16日 – 11月22日，可用率 99.67%，较前一周 ▼ 0.30 个百分点',
    'Shop：99.35%，1 次故障，1 小时 5 分钟',
    '比前一周变慢：API：420 ms → 810 ms（第 95 百分位）',
    '可用但响应缓慢：API：3 小时',
    '无数据：Shop：1 天',
    '即将过期的证书和域名：Checkout：2026年12月3日',
  ]);
});

it('is short if all was well', async () => {
  const { title, tone, paragraphs } = await compose(quietWeek());
  expect({ title, tone }).toEqual({ title: '📊 Weekly summary: all well', tone: 'recovered' });
  expect(paragraphs).toEqual(['Nov 16 – Nov 22, 2026, Uptime 100.00%, same as the week before']);
});

it('reports if nothing is known', async () => {
  const totals = { uptime: null, change: null, outages: 0, downtimeMs: 0 };
  const { title, tone } = await compose(summarySample({ totals }));
  expect({ title, tone }).toEqual({ title: '📊 Weekly summary: no data', tone: 'notice' });
});

it('of a month names the month', async () => {
  const days = Array.from({ length: 30 }, () => 'up' as const);
  const month = { kind: 'monthly' as const, firstDay: '2026-11-01', lastDay: '2026-11-30' };
  const monitors = summarySample().monitors.map((each) => ({ ...each, days }));
  const summary = summarySample({ ...month, monitors });
  expect((await compose(summary)).title).toBe('📊 Monthly summary: 1 outage');
  expect(summaryContent(summary, await textsOf('en'))).toMatchObject({ period: 'November 2026', columns: [] });
});

it.each([
  { uptime: 99.9999, shown: '99.99%' },
  { uptime: 100, shown: '100.00%' },
  { uptime: null, shown: '–' },
])('shows an uptime of $uptime as $shown', async ({ uptime, shown }) => {
  const summary = summarySample({ totals: { ...summarySample().totals, uptime } });
  expect(summaryContent(summary, await textsOf('en')).metrics[0]?.value).toBe(shown);
});

it('fits into a message with the longest names', async () => {
  const name = '商'.repeat(80);
  const monitors = Array.from({ length: 40 }, (_, index): Summary['monitors'][number] => {
    return { id: `m${index}`, name, uptime: 1, change: -99, outages: 999, downtimeMs: 6.5 * DAY_MS, days: [] };
  });
  const five = <Each extends object>(each: Each) => Array.from({ length: 5 }, () => each);
  const slower = five({ id: 'a', name, p95Ms: 99_999, p95BeforeMs: 1 });
  const gaps = five({ id: 'a', name, unknownMs: DAY_MS });
  const slow = five({ id: 'a', name, slowMs: 6.5 * DAY_MS });
  const { text } = await compose(summarySample({ monitors, slower, slow, gaps }));
  expect(text.length).toBeLessThanOrEqual(4096);
  expect(text).toContain('Dec 3');
});

it('has short weekdays and Bengali digits in Bengali', async () => {
  const { columns, rows } = summaryContent(summarySample(), await textsOf('bn'));
  expect(columns).toEqual(['সোম', 'মঙ্গল', 'বুধ', 'বৃহ.', 'শুক্র', 'শনি', 'রবি']);
  expect(rows[0]?.note).toBe('১টি বিভ্রাট, ১\u00a0ঘণ্টা ৫\u00a0মিনিট');
});
