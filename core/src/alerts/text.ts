import { type CheckError, errorMessage } from '../checks/check.ts';
import { clip } from '../clip.ts';
import type { AlertValues } from '../documents/alert.ts';
import type { Language } from '../documents/user.ts';
import { ALERT } from '../limits.ts';
import { LOCATION_NAMES, type LocationCode } from '../locations.ts';
import type { Severity } from '../status/severity.ts';
import { durationText, momentText } from './durations.ts';
import { ALERT_WORDS, CN_ERRORS, CN_LOCATIONS, type ToldKind } from './words.ts';

/** What a message says about one matter. */
export type Told = { kind: ToldKind; severity: Severity; values: AlertValues };

const SHORT_NAME_LENGTH = 80;

/** The plain text of one message in the owner's language; more than an hour late it says when it happened. */
export function alertText(told: Told, language: Language, nowMs: number): string {
  const words = ALERT_WORDS[language];
  const { kind, values } = told;
  const lines = [headline(told, subjectOf(values), language)];
  const advice = words.advice[kind];
  if (advice) lines.push(advice);
  if (values.url) lines.push(values.url, `${words.monitor}: ${values.monitor}`, ...whereAndWhy(told, language));
  else if (values.names.length > 0) lines.push(`${words.endpoints}: ${namesText(values, language)}`);
  if (nowMs - values.occurredAt > ALERT.lateAfterMs) lines.push(words.late(momentText(values.occurredAt)));
  return lines.join('\n');
}

/**
 * Several matters in one message, a line each, for a chat with more than five due. Long names are cut, so that the text
 * always fits the 4,096 characters that Telegram takes.
 */
export function digestText(told: readonly Told[], language: Language): string {
  const lines = told.map((each) => {
    const { values } = each;
    return `${headline(each, short(subjectOf(values)), language)} (${momentText(values.occurredAt)})`;
  });
  return [ALERT_WORDS[language].digest(told.length), ...lines].join('\n');
}

function subjectOf({ endpoint, agent }: AlertValues): string {
  return agent || endpoint;
}

function short(name: string): string {
  return name.length > SHORT_NAME_LENGTH ? `${clip(name, SHORT_NAME_LENGTH)}…` : name;
}

function headline({ kind, severity, values }: Told, subject: string, language: Language): string {
  const words = ALERT_WORDS[language];
  const lasted = durationText(values.durationMs ?? 0, language);
  const places = locationsText(values.locations, language);
  return words.headlines[kind]({ subject, severity: words.severity[severity], places, count: values.count, lasted });
}

function whereAndWhy({ kind, values }: Told, language: Language): string[] {
  const words = ALERT_WORDS[language];
  const line = (name: string, text: string | null) => (text ? [`${name}: ${text}`] : []);
  const where = line(words.locations, locationsText(values.locations, language));
  const still = line(words.stillFailing, locationsText(values.stillFailing, language));
  const why = line(words.reason, reasonText(values.error, values.statusCode, language));
  switch (kind) {
    case 'recovery':
      return [
        ...where,
        ...line(words.after, values.durationMs === null ? null : durationText(values.durationMs, language)),
        ...still,
      ];
    case 'certificate':
      return [
        ...where,
        ...line(words.ends, values.certificateEndsAt === null ? null : momentText(values.certificateEndsAt)),
      ];
    case 'short_outage':
    case 'short_partial':
      return [...where, ...why, ...still];
    default:
      return [...where, ...why, ...line(words.since, momentText(values.occurredAt))];
  }
}

function namesText({ names, count }: AlertValues, language: Language): string {
  const words = ALERT_WORDS[language];
  const more = count - names.length;
  return `${names.map(short).join(words.separator)}${more > 0 ? words.more(more) : ''}`;
}

function reasonText(error: CheckError | null, statusCode: number | null, language: Language): string | null {
  if (language === 'en' || error === null) return errorMessage(error, statusCode);
  return error === 'status' && statusCode !== null ? `服务器返回状态 ${statusCode}` : CN_ERRORS[error];
}

function locationsText(codes: readonly LocationCode[], language: Language): string {
  const names = language === 'cn' ? CN_LOCATIONS : LOCATION_NAMES;
  return codes.map((code) => names[code]).join(ALERT_WORDS[language].separator);
}
