import type { OutgoingMessage } from '@farwatch/core/texts/outgoing-message';
import { SERVER_TEXTS, type SummaryTexts } from '@farwatch/core/texts/server/server-texts';
import { type SummaryContent, type SummaryRow, summaryContent } from '@farwatch/core/texts/summary/summary-content';
import { type Texts, textsOf } from '@farwatch/core/texts/texts';
import { SUMMARY_DAYS, type Summary, type SummaryDay } from '@farwatch/core/values/summary/summary';
import {
  buttonHtml,
  escaped,
  headHtml,
  type MailContent,
  mailHtml,
  renderText,
} from '../../../platform/mail/render-mail.ts';
import type { Mail } from './send-mail.ts';
import { subjectOf } from './subject.ts';

type SummaryPage = Pick<MailContent, 'language' | 'tone' | 'title' | 'footer' | 'link'> & {
  content: SummaryContent;
  labels: SummaryTexts;
  appUrl: string;
};

/**
 * `appUrl`: where the app is, without a slash at the end; `settingsUrl`: the settings of the account; `stopUrl`: stops the
 * summaries to this address.
 */
type Context = { address: string; appUrl: string; settingsUrl: string; stopUrl: string };

/** A summary as a mail, which one click stops without stopping alerts. */
export async function summaryMail(
  message: OutgoingMessage,
  summary: Summary,
  { address, appUrl, settingsUrl, stopUrl }: Context,
): Promise<Pick<Mail, 'subject' | 'text' | 'html'> & { unsubscribeUrl: string }> {
  const { language, tone, link } = message;
  const texts = await textsOf(language);
  const labels = SERVER_TEXTS[language].summary;
  const title = subjectOf(message.title);
  const footer = {
    text: labels.footer(address),
    links: [
      { label: SERVER_TEXTS[language].mail.settings, url: settingsUrl },
      { label: labels.turnOff, url: stopUrl },
    ],
  };
  const content = summaryContent(summary, texts);
  const page: SummaryPage = { language, tone, title, footer, link, content, labels, appUrl };
  const lines = summaryLines(content, texts, labels);
  const parts = { language, tone, title, footer, link, fields: [], url: null, colon: texts.alerts.colon };
  const text = renderText({ ...parts, paragraphs: lines });
  return { subject: title, text, html: summaryHtml(page), unsubscribeUrl: stopUrl };
}

const TABLE = 'role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"';
const WRAP = 'overflow-wrap:anywhere;word-break:break-word';
const SMALL = 'font-size:13px;line-height:20px';

/** Background and sign of a day; the first two are readable on light and dark pages alike. */
const DAY_COLORS: Record<SummaryDay, { ground: string; sign: string }> = {
  up: { ground: '#0f7d47', sign: '#ffffff' },
  down: { ground: '#d42a3c', sign: '#ffffff' },
  unknown: { ground: '#d3dae3', sign: '#3c4858' },
  none: { ground: '#eef1f5', sign: '#526072' },
};

/** Mail programs that have no dark mode of their own ignore it, and show light grays. */
const DARK = `@media (prefers-color-scheme:dark){
.unknown{background:#3a4757 !important;color:#e9eef5 !important}.none{background:#1d2734 !important;color:#9aa8ba !important}}`;

/** A summary as HTML, of tables like other mails (render-mail.ts). */
function summaryHtml(page: SummaryPage): string {
  const { content, labels, appUrl, link, title } = page;
  const { period, metrics, rows, more, sections } = content;
  const card = [
    headHtml({ title, url: null }),
    `<p class="muted" style="margin:4px 0 0;font-size:15px;line-height:22px;color:#526072">${escaped(period)}</p>`,
    metricsHtml(metrics),
    `<table ${TABLE} style="margin-top:20px">${rows.map((row) => rowHtml(row, page)).join('')}</table>`,
    noteHtml(more, '12px'),
    noteHtml(legend(labels), more === '' ? '12px' : '4px'),
    ...sections.map((section) => sectionHtml(section, appUrl)),
    link ? buttonHtml(link) : '',
  ];
  return mailHtml(page, card.join('\n'), DARK);
}

/** A line of small print; nothing for an empty text. */
function noteHtml(text: string, above: '4px' | '12px'): string {
  if (text === '') return '';
  return `<p class="muted" style="margin:${above} 0 0;${SMALL};color:#526072">${escaped(text)}</p>`;
}

function metricsHtml(metrics: SummaryContent['metrics']): string {
  const cells = metrics.map(
    ({ label, value }) =>
      `<td valign="top" width="50%" style="padding:0 8px 8px 0"><span class="muted" style="${SMALL};color:#526072">${escaped(label)}</span><br>` +
      `<span class="text" style="font-size:18px;line-height:26px;font-weight:600;color:#101a28">${escaped(value)}</span></td>`,
  );
  // In pairs, since four next to each other do not fit a phone in every language.
  const lines = cells.flatMap((cell, index) => (index % 2 === 0 ? [`<tr>${cell}${cells[index + 1] ?? ''}</tr>`] : []));
  const notes = metrics.flatMap(({ label, note }) => (note === '' ? [] : [`${label} ${note}`]));
  const below = notes.map((note) => noteHtml(note, '4px'));
  return `<table ${TABLE} style="margin-top:16px">${lines.join('')}</table>${below.join('')}`;
}

/** Name and uptime, below them the days as cells, and how often and long it was down. */
function rowHtml(
  { id, name, uptime, change, note, days }: SummaryRow,
  { content, labels, appUrl }: SummaryPage,
): string {
  const link = `<a href="${escaped(`${appUrl}/monitor/${id}`)}" class="text" style="color:#101a28;text-decoration:none">${escaped(name)}</a>`;
  const cell = 'padding:12px 0 4px;font-size:14px;line-height:20px';
  const muted = (text: string) => `<span class="muted" style="color:#526072">${escaped(text)}</span>`;
  const below =
    note === ''
      ? ''
      : `<tr><td colspan="2" class="muted" style="padding-top:2px;${SMALL};color:#526072">${escaped(note)}</td></tr>`;
  return (
    `<tr><td class="text" style="${cell};font-weight:600;color:#101a28;${WRAP}">${link}</td>` +
    `<td class="text" align="right" valign="bottom" nowrap style="${cell};padding-left:12px;white-space:nowrap;color:#101a28">${change === '' ? '' : `${muted(change)} &nbsp;`}${escaped(uptime)}</td></tr>` +
    `<tr><td colspan="2">${barHtml(days, content.columns, labels)}</td></tr>${below}`
  );
}

/** The shape of a day, in addition to its color. */
const DAY_SIGNS: Record<SummaryDay, string> = { up: '✓', down: '✕', unknown: '?', none: '–' };

/** One cell for each day: a color, a sign, and in a week the day's name. */
function barHtml(days: readonly SummaryDay[], columns: readonly string[], labels: SummaryTexts): string {
  const label = days.map((day, index) => `${columns[index] ?? index + 1} ${labels.days[day]}`).join(', ');
  const cells = days.map((day, index) => {
    const { ground, sign } = DAY_COLORS[day];
    const name = columns[index];
    const text = name === undefined ? DAY_SIGNS[day] : `${DAY_SIGNS[day]} ${escaped(name)}`;
    return `<td class="${day}" align="center" bgcolor="${ground}" style="color:${sign};font-size:11px;line-height:20px">${text}</td>`;
  });
  return `<table role="img" aria-label="${escaped(label)}" width="100%" cellpadding="0" cellspacing="1" border="0" style="table-layout:fixed"><tr>${cells.join('')}</tr></table>`;
}

function sectionHtml({ title, lines }: SummaryContent['sections'][number], appUrl: string): string {
  const items = lines.map(
    ({ text, path }) =>
      `<p style="margin:4px 0 0;font-size:14px;line-height:20px;${WRAP}"><a href="${escaped(`${appUrl}${path}`)}" class="text" style="color:#101a28;text-decoration:underline">${escaped(text)}</a></p>`,
  );
  return `<h2 class="text" style="margin:20px 0 0;font-size:15px;line-height:22px;font-weight:600;color:#101a28">${escaped(title)}</h2>${items.join('')}`;
}

/** What each sign means: '✓ up · ✕ outage …'. */
function legend(labels: SummaryTexts): string {
  return SUMMARY_DAYS.map((day) => `${DAY_SIGNS[day]} ${labels.days[day]}`).join(' · ');
}

/** The lines of a summary's text part. */
function summaryLines(content: SummaryContent, { alerts }: Texts, labels: SummaryTexts): string[] {
  const metrics = content.metrics.map(({ label, value, note }) => {
    return `${label}${alerts.colon}${value}${note && ` (${note})`}`;
  });
  const rows = content.rows.map(({ name, uptime, change, note, days }) => {
    const signs = days.map((day) => DAY_SIGNS[day]).join('');
    return [signs, name, uptime, change, note].filter((part) => part !== '').join('  ');
  });
  const sections = content.sections.flatMap(({ title, lines }) => ['', title, ...lines.map(({ text }) => text)]);
  const more = content.more === '' ? [] : [content.more];
  return [content.period, ...metrics, '', ...rows, ...more, legend(labels), ...sections];
}
