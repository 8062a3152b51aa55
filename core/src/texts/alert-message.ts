import type { AlertValues } from '../documents/alert.ts';
import { clip } from '../values/clip.ts';
import { ALERT } from '../values/limits.ts';
import type { LocationCode } from '../values/locations.ts';
import { readableUrl } from '../values/readable-url.ts';
import type { Severity } from '../values/severity.ts';
import { checkErrorText } from './check-error-text.ts';
import { durationText, formatTimestamp } from './durations.ts';
import type { HeadlineKind } from './locales/alert-texts.ts';
import type { Texts } from './texts.ts';

/** What a message says about one matter. */
export type Told = { kind: HeadlineKind; severity: Severity; values: AlertValues };

const SHORT_NAME_LENGTH = 80;
const SHORTER_BY = 5;
/** In UTF-16 units: the least that a channel takes, which is Telegram. */
const MESSAGE_LENGTH = 4096;

/** The plain text of one message in the language of `texts`; more than an hour late it says when it happened. */
export function alertText(told: Told, texts: Texts, nowMs: number): string {
  const words = texts.alerts;
  const { kind, values } = told;
  const lines = [headline(told, subjectOf(values), texts)];
  const advice = words.advice[kind];
  if (advice) lines.push(advice);
  if (values.url)
    lines.push(readableUrl(values.url), `${words.monitor}: ${values.monitor}`, ...whereAndWhy(told, texts));
  else if (values.names.length > 0) lines.push(`${words.endpoints}: ${namesText(values, texts)}`);
  if (nowMs - values.occurredAt > ALERT.lateAfterMs) lines.push(words.late(formatTimestamp(values.occurredAt)));
  return lines.join('\n');
}

/**
 * Several matters in one message, a line each, for a chat with more than five due. Long names are cut, shorter where the
 * rest of the lines is long, so that the text fits the 4,096 characters that Telegram takes.
 */
export function digestText(told: readonly Told[], texts: Texts): string {
  for (let nameLength = SHORT_NAME_LENGTH; nameLength > 0; nameLength -= SHORTER_BY) {
    const text = digestOf(told, texts, nameLength);
    if (text.length <= MESSAGE_LENGTH) return text;
  }
  return clip(digestOf(told, texts, 1), MESSAGE_LENGTH);
}

function digestOf(told: readonly Told[], texts: Texts, nameLength: number): string {
  const lines = told.map((each) => {
    const { values } = each;
    return `${headline(each, short(subjectOf(values), nameLength), texts)} (${formatTimestamp(values.occurredAt)})`;
  });
  return [texts.alerts.digest(told.length), ...lines].join('\n');
}

function subjectOf({ endpoint, agent }: AlertValues): string {
  return agent || endpoint;
}

function short(name: string, length: number): string {
  return name.length > length ? `${clip(name, length)}…` : name;
}

function headline({ kind, severity, values }: Told, subject: string, texts: Texts): string {
  const words = texts.alerts;
  const lasted = durationText(values.durationMs ?? 0, texts.durations);
  const places = locationsText(values.locations, texts);
  return words.headlines[kind]({ subject, severity: words.severity[severity], places, count: values.count, lasted });
}

function whereAndWhy({ kind, values }: Told, texts: Texts): string[] {
  const words = texts.alerts;
  const line = (name: string, text: string | null) => (text ? [`${name}: ${text}`] : []);
  const where = line(words.locations, locationsText(values.locations, texts));
  const still = line(words.stillFailing, locationsText(values.stillFailing, texts));
  const why = line(words.reason, checkErrorText(values.error, values.statusCode, texts.checkErrors));
  switch (kind) {
    case 'recovery':
      return [
        ...where,
        ...line(words.after, values.durationMs === null ? null : durationText(values.durationMs, texts.durations)),
        ...still,
      ];
    case 'certificate':
      return [
        ...where,
        ...line(words.ends, values.certificateEndsAt === null ? null : formatTimestamp(values.certificateEndsAt)),
      ];
    case 'short_outage':
    case 'short_partial':
      return [...where, ...why, ...still];
    default:
      return [...where, ...why, ...line(words.since, formatTimestamp(values.occurredAt))];
  }
}

function namesText({ names, count }: AlertValues, texts: Texts): string {
  const words = texts.alerts;
  const more = count - names.length;
  return `${names.map((name) => short(name, SHORT_NAME_LENGTH)).join(words.separator)}${more > 0 ? words.more(more) : ''}`;
}

function locationsText(codes: readonly LocationCode[], texts: Texts): string {
  return codes.map((code) => texts.locations[code]).join(texts.alerts.separator);
}
