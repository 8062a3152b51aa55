import type { CheckError } from '../values/check.ts';
import type { FailureLine } from '../values/failure-line.ts';
import type { FailedAssertion } from '../values/http-check/assertion.ts';
import { type LocationCode, orderedLocations } from '../values/locations.ts';
import { isolate, oneLine, shorten } from '../values/outside-text.ts';
import type { ReceivedTexts } from './locales/locale-texts.ts';

const EXCERPT_LENGTH = 80;
const VALUE_LENGTH = 60;
const LINE_LENGTH = 400;

/** Errors that say that something else was received, which then is shown as it is. */
const COMPARED: readonly CheckError[] = ['text', 'records', 'startTls'];

/** What the locations of an incident received, see `incidents/{id}`. */
export type Received = {
  failures: Partial<Record<LocationCode, FailureLine>>;
  upStatuses: Partial<Record<LocationCode, number | null>>;
};

/** How to phrase it in one language: a text with its values, locations, and why a check failed. */
export type Wording = {
  phrase: (key: keyof ReceivedTexts, values: Record<string, string>) => string;
  places: (codes: readonly LocationCode[]) => string;
  error: (error: CheckError | null, statusCode: number | null) => string | null;
};

/**
 * What the locations received, in one line of at most 400 UTF-16 units, such as `503 from Bangladesh: "upstream
 * timeout"; 200 from Taiwan`; null if it contains no more than the reason of the failure does.
 */
export function receivedText({ failures, upStatuses }: Received, wording: Wording): string | null {
  const known = { ...failures, ...upStatuses };
  const codes = orderedLocations(Object.keys(known) as LocationCode[]);
  const lines = codes.map((code) => ({ code, text: textOf(failures[code], upStatuses[code] ?? null, wording) }));
  const groups = [...Map.groupBy(lines, ({ text }) => text('')).values()];
  const isPlain = Object.values(failures).every(({ excerpt, assertion }) => excerpt === '' && assertion === null);
  if (Object.keys(failures).length === 0 || (isPlain && groups.length === 1)) return null;
  const failing = groups.filter(([first]) => first && failures[first.code]);
  const up = groups.filter(([first]) => first && !failures[first.code]);
  const parts = [...failing, ...up].map((group) => group[0]?.text(wording.places(group.map(({ code }) => code))) ?? '');
  const line = parts.join(wording.phrase('separator', {}));
  return shorten(line, LINE_LENGTH);
}

/** The text of one location, for any that received the same. */
function textOf(failure: FailureLine | undefined, upStatus: number | null, wording: Wording) {
  const { phrase } = wording;
  return (places: string): string => {
    if (!failure)
      return upStatus === null ? phrase('works', { places }) : phrase('from', { what: String(upStatus), places });
    const { statusCode, error, excerpt, assertion, expected = '' } = failure;
    const received = quoted(excerpt, EXCERPT_LENGTH);
    if (error !== null && COMPARED.includes(error) && excerpt !== '') {
      const values = { places, text: received, expected: quoted(expected, VALUE_LENGTH) };
      return phrase(expected === '' ? 'instead' : 'insteadOf', values);
    }
    const reason = lowerFirst(wording.error(error, statusCode) ?? '');
    const isHttp = statusCode !== null && error !== 'jobFailed';
    const what = isHttp ? String(statusCode) : reason;
    const from = places === '' ? what : phrase('from', { what, places });
    if (assertion) return phrase('because', { from, text: assertionText(assertion, phrase) });
    if (excerpt !== '') return phrase('quote', { from, text: received });
    return !isHttp || error === 'status' ? from : phrase('because', { from, text: reason });
  };
}

/** Returns an assertion that does not hold as text: what was expected and what was received. */
export function assertionText({ problem, ...failed }: FailedAssertion, phrase: Wording['phrase']): string {
  if (problem === 'notJson') return phrase('notJson', {});
  if (problem === 'cut' && failed.assertion.source === 'json') return phrase('cutJson', {});
  const text = comparisonText(failed, phrase);
  return problem === 'cut' ? phrase('cut', { text }) : text;
}

function comparisonText({ assertion, received }: FailedAssertion, phrase: Wording['phrase']): string {
  const { source, path = '', name = '', op } = assertion;
  const subject =
    source === 'body' ? phrase('body', {}) : source === 'json' ? oneLine(path) : phrase('header', { name });
  const value = quoted(assertion.value ?? '', VALUE_LENGTH);
  if (received === null && op !== 'notContains' && op !== 'notEquals') {
    return phrase(op === 'exists' ? 'exists' : 'missing', { subject, value });
  }
  return phrase(op, { subject, value, received: quoted(received ?? '', VALUE_LENGTH) });
}

/** A text with its values in place of their names in double braces. */
export function fillSlots(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '');
}

/** What was received, within our own sentence. */
function quoted(text: string, length: number): string {
  return isolate(shorten(oneLine(text), length));
}

function lowerFirst(text: string): string {
  return text.slice(0, 1).toLowerCase() + text.slice(1);
}
