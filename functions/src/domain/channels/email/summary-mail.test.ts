import { noticeContent, summaryNotice } from '@farwatch/core/decisions/notifications/notices';
import { quietWeek, summarySample } from '@farwatch/core/testing/summary-sample';
import { composeSummary } from '@farwatch/core/texts/summary/compose-summary';
import { textsOf } from '@farwatch/core/texts/texts';
import type { Language } from '@farwatch/core/values/languages';
import { SUMMARY } from '@farwatch/core/values/limits';
import type { Summary } from '@farwatch/core/values/summary/summary';
import { expect, it } from 'vitest';
import { summaryMail } from './summary-mail.ts';

const APP = 'https://app.farwatch.test';
/** Gmail cuts longer mails. */
const MOST_BYTES = 102 * 1024;

async function mailOf(summary: Summary, language: Language = 'en') {
  const link = { label: 'Open report', url: `${APP}/reports?from=2026-11-16&to=2026-11-22` };
  const content = noticeContent(summaryNotice('owner', summary, summary.toAt));
  const message = composeSummary(summary, content, await textsOf(language), { id: 'id', link });
  return summaryMail(message, summary, {
    address: 'ann@farwatch.test',
    appUrl: APP,
    settingsUrl: `${APP}/settings?tab=integrations`,
    stopUrl: `${APP}/api/mail/summaries/t`,
  });
}

it('has the same content as text and as HTML', async () => {
  const { subject, text, html } = await mailOf(summarySample());
  expect(subject).toBe('Weekly summary: 1 outage');
  expect(text.split('\n')).toEqual([
    'Weekly summary: 1 outage',
    '',
    'Nov 16 – Nov 22, 2026',
    'Uptime: 99.67% (▼ 0.30 points on the week before)',
    'Outages: 1',
    'Downtime: 1 h 5 min',
    'Monitors: 2',
    '',
    '✓✕✓✓?✓✓  Shop  99.35%  ▼ 0.60  1 outage, 1 h 5 min',
    '––✓✓✓✓✓  API  100.00%',
    '✓ up · ✕ outage · ? no data · – not monitored',
    '',
    'Longest outages',
    'Checkout: 1 h 5 min, since Tue, Nov 17, 06:00',
    '',
    'Slower than the week before',
    'API: 420 ms → 810 ms (95th percentile)',
    '',
    'Up, but slow',
    'API: 3 h',
    '',
    'No data',
    'Shop: 1 d',
    '',
    'Certificates and domains that expire soon',
    'Checkout: Dec 3, 2026',
    '',
    `Open report: ${APP}/reports?from=2026-11-16&to=2026-11-22`,
    '',
    '-- ',
    'The summaries of a Farwatch account are sent to ann@farwatch.test.',
    `Settings: ${APP}/settings?tab=integrations`,
    `Stop summaries: ${APP}/api/mail/summaries/t`,
  ]);
  const visible = html.replace(/<(title|style)>.*?<\/\1>|<[^>]*>/gs, ' ').replace(/&nbsp;|\s+/g, ' ');
  for (const each of [
    '99.67%',
    'Shop',
    '▼ 0.60',
    '✕ Tue',
    '✓ Mon',
    '? Fri',
    '– Mon',
    'Tue, Nov 17, 06:00',
    'Stop summaries',
  ])
    expect(visible).toContain(each);
  expect(html).toContain('aria-label="Mon up, Tue outage, Wed up, Thu up, Fri no data, Sat up, Sun up"');
});

it('loads nothing, and links to the app alone', async () => {
  const { html } = await mailOf(summarySample());
  expect(html).not.toMatch(/<(img|script|link|form|iframe)|url\(|@import/i);
  const links = [...html.matchAll(/href="(.*?)"/g)].map(([, url]) => url);
  expect(links).toContain(`${APP}/incidents?incident=i1`);
  expect(links).toContain(`${APP}/monitor/shop`);
  expect(links.filter((url) => !url?.startsWith(APP))).toEqual([]);
});

it('shows names as they are', async () => {
  const name = `<b>"A" & 'B'</b>`;
  const monitors = summarySample().monitors.map((each) => ({ ...each, name }));
  const outages = summarySample().outages.map((each) => ({ ...each, endpoint: name }));
  const { html, text } = await mailOf(summarySample({ monitors, outages }));
  expect(text).toContain(name);
  expect(html).not.toContain('<b>');
  expect(html.match(/&#60;b&#62;&#34;A&#34; &#38; &#39;B&#39;&#60;\/b&#62;/g)).toHaveLength(3);
});

it('is in Chinese', async () => {
  const { subject, html } = await mailOf(quietWeek(), 'cn');
  expect(subject).toBe('每周摘要：一切正常');
  expect(html).toContain('lang="zh-CN"');
  for (const each of ['可用率', '与前一周持平', '✓ 正常', '✓ 周三', '停止发送摘要']) expect(html).toContain(each);
});

it.each(['weekly', 'monthly'] as const)('of a full account is a %s mail that Gmail shows whole', async (kind) => {
  const [sample] = summarySample().monitors;
  if (!sample) throw new Error('the sample has no monitor');
  const days = Array.from({ length: kind === 'weekly' ? 7 : 31 }, () => 'down' as const);
  const listed = Array.from({ length: SUMMARY.monitors[kind] }, () => ({ ...sample, name: '商'.repeat(80), days }));
  const { html, text } = await mailOf(summarySample({ kind, monitors: listed, monitorCount: 200 }));
  expect(Buffer.byteLength(html)).toBeLessThan(MOST_BYTES);
  expect(text).toContain(`and ${200 - SUMMARY.monitors[kind]} more monitors`);
});
