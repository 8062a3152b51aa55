import type { MessageContent } from '../../documents/message.ts';
import { clip } from '../../values/clip.ts';
import { isolate } from '../../values/outside-text.ts';
import type { Summary } from '../../values/summary/summary.ts';
import type { MessageTone, OutgoingMessage } from '../outgoing-message.ts';
import { SERVER_TEXTS } from '../server/server-texts.ts';
import type { Texts } from '../texts.ts';
import { type SummaryContent, summaryContent } from './summary-content.ts';

/** How many monitors that were down a message lists; a mail lists more. */
const MAX_LISTED = 5;
const MAX_LENGTH = 4096;

/** A summary as a message: mails show all of it, other channels its short form in `paragraphs`. */
export function composeSummary(
  summary: Summary,
  content: MessageContent,
  texts: Texts,
  { id, link }: Pick<OutgoingMessage, 'id' | 'link'>,
): OutgoingMessage {
  const title = summaryTitle(summary, content.kind, texts);
  const paragraphs = shortForm(summaryContent(summary, texts), texts);
  return {
    id,
    kind: content.kind,
    tone: toneOf(summary),
    language: texts.language,
    title,
    url: null,
    paragraphs,
    fields: [],
    link,
    text: clip([title, ...paragraphs].join('\n'), MAX_LENGTH),
    contents: [content],
    summary,
  };
}

/** Whether all was well, or how many outages there were, or that nothing is known, or not of all the time. */
function summaryTitle({ totals, gaps }: Summary, kind: MessageContent['kind'], { alerts, language }: Texts): string {
  const { nothingKnown, someKnown } = SERVER_TEXTS[language].summary;
  const known = totals.outages === 0 && gaps.length > 0 ? someKnown : '';
  const subject = totals.uptime === null ? nothingKnown : known;
  return alerts.headlines[kind]({
    subject,
    severity: '',
    places: '',
    duration: '',
    count: totals.outages,
    isIntermediate: false,
    measured: '',
  });
}

function toneOf({ totals, gaps }: Summary): MessageTone {
  if (totals.outages > 0) return 'partial';
  return totals.uptime === null || gaps.length > 0 ? 'notice' : 'recovered';
}

/** The period with its uptime, the monitors that were down, and a line for each section. */
function shortForm({ period, metrics, rows, sections }: SummaryContent, texts: Texts): string[] {
  const { colon } = texts.alerts;
  const labels = SERVER_TEXTS[texts.language].summary;
  const { comma, semicolon } = labels;
  const [uptime] = metrics;
  const first = uptime ? `${uptime.label} ${uptime.value}` : '';
  const down = rows.filter(({ note }) => note !== '').slice(0, MAX_LISTED);
  return [
    [period, first, uptime?.note ?? ''].filter((part) => part !== '').join(comma),
    ...down.map(({ name, uptime: share, note }) => `${isolate(name)}${colon}${share}${comma}${note}`),
    ...sections
      .filter(({ title }) => title !== labels.longest)
      .map(({ title, lines }) => `${title}${colon}${lines.map(({ text }) => text).join(semicolon)}`),
  ];
}
