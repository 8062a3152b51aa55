import type { Alert, AlertValues } from '../documents/alert.ts';
import { clip } from '../values/clip.ts';
import { ALERT } from '../values/limits.ts';
import type { LocationCode } from '../values/locations.ts';
import { readableUrl } from '../values/readable-url.ts';
import type { Severity } from '../values/severity.ts';
import { displayedLengthMs } from '../values/time.ts';
import { checkErrorText } from './check-error-text.ts';
import { formatDuration, formatTimestamp } from './durations.ts';
import type { HeadlineKind } from './locales/locale-texts.ts';
import type { Texts } from './texts.ts';

/** What a message is about: an outage of an incident, 0 for the incident itself; nulls for a notice. */
export type MessageSubject = Pick<Alert, 'endpointId' | 'incidentId' | 'outage'>;

/** The content of a message, or of one line of a digest. */
export type MessageContent = MessageSubject & { kind: HeadlineKind; severity: Severity; values: AlertValues };

const MAX_NAME_LENGTH = 80;
const NAME_LENGTH_STEP = 5;
/** In UTF-16 units, as Telegram counts (core.telegram.org/bots/api#sendmessage). */
const MAX_MESSAGE_LENGTH = 4096;

/** The plain text of one message. A message that is more than an hour late includes the time of its event. */
export function renderAlert(content: MessageContent, texts: Texts, nowMs: number): string {
  const { advice, endpoints, late, monitor } = texts.alerts;
  const { kind, values } = content;
  const sentence = advice[kind];
  return [
    headline(content, subjectOf(values), texts),
    ...(sentence ? [sentence] : []),
    ...(values.url
      ? [readableUrl(values.url), ...line(monitor, values.monitor, texts), ...details(content, texts)]
      : []),
    ...(!values.url && values.names.length > 0 ? line(endpoints, namesText(values, texts), texts) : []),
    ...(nowMs - values.occurredAt > ALERT.lateAfterMs ? [late(formatTimestamp(values.occurredAt))] : []),
  ].join('\n');
}

/** Several alerts in one message, one line each. Long names are shortened until it fits into 4,096 characters. */
export function renderDigest(contents: readonly MessageContent[], texts: Texts): string {
  for (let nameLength = MAX_NAME_LENGTH; nameLength > 0; nameLength -= NAME_LENGTH_STEP) {
    const text = digestWithNames(contents, texts, nameLength);
    if (text.length <= MAX_MESSAGE_LENGTH) return text;
  }
  return clip(digestWithNames(contents, texts, 1), MAX_MESSAGE_LENGTH);
}

function digestWithNames(contents: readonly MessageContent[], texts: Texts, nameLength: number): string {
  const lines = contents.map((each) => {
    const { values } = each;
    return `${headline(each, shorten(subjectOf(values), nameLength), texts)} (${formatTimestamp(values.occurredAt)})`;
  });
  return [texts.alerts.digest(contents.length), ...lines].join('\n');
}

function subjectOf({ endpoint, agent }: AlertValues): string {
  return agent || endpoint;
}

function shorten(name: string, length: number): string {
  return name.length > length ? `${clip(name, length)}…` : name;
}

function headline({ kind, severity, values }: MessageContent, subject: string, texts: Texts): string {
  return texts.alerts.headlines[kind]({
    subject,
    severity: texts.alerts.severity[severity],
    places: locationsText(values.locations, texts),
    count: values.count,
    duration: durationText(values, texts),
  });
}

/** How long the outage that ended at `occurredAt` lasted, as the app shows it. */
function durationText({ occurredAt, durationMs }: AlertValues, texts: Texts): string {
  return formatDuration(displayedLengthMs(occurredAt - (durationMs ?? 0), occurredAt), texts.durations);
}

/** A line with a label; none for an empty text. */
function line(label: string, text: string | null, texts: Texts): string[] {
  return text ? [`${label}${texts.alerts.colon}${text}`] : [];
}

function details({ kind, values }: MessageContent, texts: Texts): string[] {
  const { locations, stillFailing, reason, after, ends, since } = texts.alerts;
  const { durationMs, certificateEndsAt } = values;
  const failedFrom = line(locations, locationsText(values.locations, texts), texts);
  const failsFrom = line(stillFailing, locationsText(values.stillFailing, texts), texts);
  const why = line(reason, checkErrorText(values.error, values.statusCode, texts.checkErrors), texts);
  switch (kind) {
    case 'recovery': {
      const downFor = durationMs === null ? null : durationText(values, texts);
      return [...failedFrom, ...line(after, downFor, texts), ...failsFrom];
    }
    case 'certificate': {
      const endsAt = certificateEndsAt === null ? null : formatTimestamp(certificateEndsAt);
      return [...failedFrom, ...line(ends, endsAt, texts)];
    }
    case 'short_outage':
    case 'short_partial':
      return [...failedFrom, ...why, ...failsFrom];
    default:
      return [...failedFrom, ...why, ...line(since, formatTimestamp(values.occurredAt), texts)];
  }
}

function namesText({ names, count }: AlertValues, texts: Texts): string {
  const { separator, more } = texts.alerts;
  const listed = names.map((name) => shorten(name, MAX_NAME_LENGTH)).join(separator);
  return count > names.length ? `${listed}${more(count - names.length)}` : listed;
}

function locationsText(codes: readonly LocationCode[], texts: Texts): string {
  return codes.map((code) => texts.locations[code]).join(texts.alerts.separator);
}
