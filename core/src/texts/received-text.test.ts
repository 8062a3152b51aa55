import { expect, it } from 'vitest';
import { messageValuesSample, NOW } from '../testing/samples.ts';
import { type CheckError, checkErrorSchema } from '../values/check.ts';
import type { FailureLine } from '../values/failure-line.ts';
import type { Assertion } from '../values/http-check/assertion.ts';
import { LANGUAGE_CODES, type Language } from '../values/languages.ts';
import { LOCATION_CODES } from '../values/locations.ts';
import { checkErrorText } from './check-error-text.ts';
import { composeMessage } from './compose-message.ts';
import type { Received } from './received-text.ts';
import { type Texts, textsOf } from './texts.ts';

const TEXTS = Object.fromEntries(
  await Promise.all(LANGUAGE_CODES.map(async (language) => [language, await textsOf(language)] as const)),
) as Record<Language, Texts>;

function line(changes: Partial<FailureLine> = {}): FailureLine {
  return { at: NOW, statusCode: 503, error: 'status', excerpt: '', assertion: null, outage: 1, ...changes };
}

const TIMEOUT = line({ statusCode: null, error: 'timeout' });
const WITH_BODY = line({ excerpt: 'upstream timeout' });

/** Returns the field of an outage's message. */
function receivedIn(language: Language, values: Partial<Received>): string | undefined {
  const subject = { endpointId: 'shop', incidentId: 'incident', outage: 1, ended: [] };
  const content = {
    ...subject,
    kind: 'outage' as const,
    severity: 'critical' as const,
    values: messageValuesSample(values),
  };
  const { fields } = composeMessage([content], TEXTS[language], { id: '', nowMs: NOW, link: null });
  return fields.find(({ label }) => label === TEXTS[language].alerts.received)?.value;
}

it.each<{ rule: string; values: Partial<Received>; en: string | undefined; cn?: string }>([
  { rule: 'nothing if nothing is known', values: {}, en: undefined },
  { rule: 'nothing that the reason does not contain', values: { failures: { bd: line(), tw: line() } }, en: undefined },
  {
    rule: 'what others received',
    values: { failures: { bd: WITH_BODY }, upStatuses: { tw: 200, th: 200 } },
    en: '503 from Bangladesh: "upstream timeout"; 200 from Taiwan, Thailand',
    cn: '孟加拉国 503：“upstream timeout”；台湾、泰国 200',
  },
  {
    rule: 'no status that is unknown',
    values: { failures: { bd: TIMEOUT }, upStatuses: { tw: null } },
    en: 'no answer in time from Bangladesh; works from Taiwan',
    cn: '孟加拉国 响应超时；台湾正常',
  },
  {
    rule: 'each failure once, with its locations',
    values: { failures: { tw: TIMEOUT, th: line(), bd: TIMEOUT } },
    en: 'no answer in time from Taiwan, Bangladesh; 503 from Thailand',
  },
  {
    rule: 'why an accepted status is down',
    values: { failures: { tw: line({ statusCode: 200, error: 'slow' }) }, upStatuses: { th: 200 } },
    en: '200 from Taiwan: the answer took too long; 200 from Thailand',
  },
  {
    rule: 'an invalid certificate',
    values: { failures: { tw: line({ statusCode: null, error: 'certificateExpired' }) }, upStatuses: { th: 200 } },
    en: 'the certificate has expired or is not valid yet from Taiwan; 200 from Thailand',
  },
  {
    rule: 'another banner as it came',
    values: {
      failures: { tw: line({ statusCode: null, error: 'text', excerpt: '220 mail' }) },
      upStatuses: { th: null },
    },
    en: 'Taiwan received "220 mail"; works from Thailand',
    cn: '台湾收到“220 mail”；泰国正常',
  },
  {
    rule: 'other DNS records as they came, each once',
    values: {
      failures: {
        tw: line({ statusCode: null, error: 'records', excerpt: '192.0.2.9' }),
        bd: line({ statusCode: null, error: 'records', excerpt: '192.0.2.9' }),
      },
    },
    en: 'Taiwan, Bangladesh received "192.0.2.9"',
  },
  {
    rule: 'the banner that was expected instead',
    values: { failures: { tw: line({ statusCode: null, error: 'text', excerpt: '220 mail', expected: 'ESMTP' }) } },
    en: 'Taiwan received "220 mail", expected "ESMTP"',
    cn: '台湾收到“220 mail”，应为“ESMTP”',
  },
  {
    rule: 'the DNS records that were expected instead',
    values: {
      failures: { tw: line({ statusCode: null, error: 'records', excerpt: '192.0.2.9', expected: '192.0.2.1' }) },
    },
    en: 'Taiwan received "192.0.2.9", expected "192.0.2.1"',
    cn: '台湾收到“192.0.2.9”，应为“192.0.2.1”',
  },
  {
    rule: 'another message of a WebSocket',
    values: { failures: { tw: line({ statusCode: 101, error: 'text', excerpt: 'bye' }) } },
    en: 'Taiwan received "bye"',
  },
  {
    rule: 'what a mail server answered instead of starting TLS',
    values: { failures: { tw: line({ statusCode: null, error: 'startTls', excerpt: '454 not now' }) } },
    en: 'Taiwan received "454 not now"',
  },
])('a message has $rule', ({ values, en, cn }) => {
  expect(receivedIn('en', values)).toBe(en);
  if (cn !== undefined) expect(receivedIn('cn', values)).toBe(cn);
});

/** The errors that only an answer over HTTP can have. */
const ONLY_HTTP: readonly CheckError[] = [
  'status',
  'redirects',
  'headers',
  'assertion',
  'encoding',
  'expression',
  'assertionBudget',
];

it.each(checkErrorSchema.options)(
  'the texts of %s name nothing that only HTTP has, unless only HTTP fails so',
  (error) => {
    const texts = [undefined, 'ESMTP'].flatMap((expected) =>
      ['', '220 mail'].flatMap((excerpt) => {
        const failure = line({ statusCode: null, error, excerpt, ...(expected && { expected }) });
        const values = { failures: { tw: failure }, upStatuses: { th: null } };
        return [receivedIn('en', values) ?? '', receivedIn('cn', values) ?? ''];
      }),
    );
    const sentences = Object.values(TEXTS).map(({ checkErrors }) => checkErrorText(error, null, checkErrors) ?? '');
    for (const text of [...texts, ...sentences]) {
      expect(text).not.toMatch(/\{\{|undefined|^$/);
      if (!ONLY_HTTP.includes(error))
        expect(text).not.toMatch(/\b(body|headers?|HTTP|status|page|URL)\b|响应头|内容|状态码|网址/i);
    }
  },
);

const json = (op: Assertion['op'], value?: string): Assertion => ({
  source: 'json',
  path: '$.status',
  op,
  ...(value !== undefined && { value }),
});

it.each<{ assertion: Assertion; received: string | null; en: string }>([
  { assertion: json('equals', 'ok'), received: 'degraded', en: '$.status is "degraded", expected "ok"' },
  { assertion: json('equals', 'ok'), received: null, en: '$.status is missing, expected "ok"' },
  { assertion: json('notEquals', 'down'), received: 'down', en: '$.status is "down"' },
  { assertion: json('lessThan', '5'), received: '7', en: '$.status is 7, expected less than 5' },
  { assertion: json('greaterThan', '5'), received: '3', en: '$.status is 3, expected more than 5' },
  { assertion: json('exists'), received: null, en: '$.status is missing' },
  {
    assertion: { source: 'body', op: 'contains', value: 'Shop' },
    received: 'Oops',
    en: 'the body does not contain "Shop"',
  },
  {
    assertion: { source: 'body', op: 'notContains', value: 'Error' },
    received: 'Error 7',
    en: 'the body contains "Error"',
  },
  { assertion: { source: 'body', op: 'matches', value: '^a+$' }, received: 'b', en: 'the body does not match ^a+$' },
  {
    assertion: { source: 'header', name: 'x-cache', op: 'equals', value: 'HIT' },
    received: 'MISS',
    en: 'header x-cache is "MISS", expected "HIT"',
  },
])('as text: $en', ({ assertion, received, en }) => {
  const failure = line({ statusCode: 200, error: 'assertion', excerpt: 'x', assertion: { assertion, received } });
  expect(receivedIn('en', { failures: { tw: failure } })).toBe(`200 from Taiwan: ${en}`);
  expect(receivedIn('cn', { failures: { tw: failure } })).not.toMatch(/\{\{|undefined/);
});

it.each<{ problem: 'notJson' | 'cut'; assertion: Assertion; en: string }>([
  { problem: 'notJson', assertion: json('equals', 'ok'), en: 'the body is not JSON' },
  {
    problem: 'cut',
    assertion: json('exists'),
    en: 'the body is longer than the 1 MiB that is read, and cannot be read as JSON',
  },
  {
    problem: 'cut',
    assertion: { source: 'body', op: 'contains', value: 'Shop' },
    en: 'the body does not contain "Shop" in its first MiB, which is all that is read',
  },
])('what is wrong with the body: $en', ({ problem, assertion, en }) => {
  const failure = line({ statusCode: 200, error: 'assertion', assertion: { assertion, received: 'x', problem } });
  expect(receivedIn('en', { failures: { tw: failure } })).toBe(`200 from Taiwan: ${en}`);
  expect(receivedIn('cn', { failures: { tw: failure } })).not.toMatch(/\{\{|undefined/);
});

it('is cut to a sane length', () => {
  const failures = Object.fromEntries(
    LOCATION_CODES.map((code) => [code, line({ excerpt: `${code} ${'x'.repeat(110)}` })]),
  );
  const text = receivedIn('en', { failures }) ?? '';
  expect(text.length).toBeLessThanOrEqual(400);
});

it.each([
  [
    'line breaks that look like a message',
    'a"\n🟢 Shop is up again\nMonitor: Shops',
    'a" 🟢 Shop is up again Monitor: Shops',
  ],
  ['codes for terminals', '\u001b[2K\u001b[31mfailed', 'failed'],
  ['an override of the direction', 'abc\u202Egpj', 'abcgpj'],
  ['Arabic', 'خطأ', '\u2068خطأ\u2069'],
  ['a Bengali joiner', 'র\u200D্যাব', 'র\u200D্যাব'],
])('what was expected and received stays one line of ours: %s', (_what, received, shown) => {
  const assertion: Assertion = { source: 'header', name: 'x-state', op: 'equals', value: 'ok' };
  const failure = line({ assertion: { assertion, received } });
  expect(receivedIn('en', { failures: { tw: failure } })).toContain(`header x-state is "${shown}", expected "ok"`);
});
