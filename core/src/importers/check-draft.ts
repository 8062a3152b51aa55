import { findAssertionProblems } from '../decisions/checks/assertion-problem.ts';
import { isMask } from '../values/channels/secret.ts';
import { CHECK_LIMITS } from '../values/common-check-options.ts';
import { type Assertion, assertionSchema, headerNameSchema } from '../values/http-check/assertion.ts';
import { CHECK_METHODS, type CheckHeader, canHaveBody, HTTP_CHECK_LIMITS } from '../values/http-check/http-check.ts';
import { DEFAULT_STATUSES, formatStatuses, parseStatuses } from '../values/http-check/statuses.ts';
import { hashOf } from '../values/spread.ts';
import type { Fields } from './fields.ts';

/** The options of a check as an importer understands them, without `type` for HTTP. */
export type CheckDraft = Record<string, unknown> & {
  assertions?: Assertion[] | undefined;
  headers?: CheckHeader[] | undefined;
};

/** What is checked, and how. */
export type Target = { url: string; check: CheckDraft };

/** A check without empty parts. */
export function checkOf(...parts: readonly CheckDraft[]): CheckDraft {
  const check: CheckDraft = {};
  for (const { assertions, headers, ...rest } of parts) {
    Object.assign(check, rest);
    if (assertions?.length) check.assertions = [...(check.assertions ?? []), ...assertions];
    if (headers?.length) check.headers = [...(check.headers ?? []), ...headers];
  }
  return check;
}

const { least, most } = CHECK_LIMITS.timeoutMs;

/** The limit of a check's time, within what agents take. `unitMs`: that of the amount, which is null for the default. */
export function timeoutOf(fields: Fields, key: string, amount: number | null, unitMs = 1): CheckDraft {
  const ms = (amount ?? 0) * unitMs;
  if (ms <= 0) return {};
  const timeoutMs = Math.round(Math.min(most, Math.max(least, ms)));
  if (timeoutMs !== Math.round(ms))
    fields.note('timeout', key, { from: `${ms / 1000} s`, to: `${timeoutMs / 1000} s` });
  return { timeoutMs };
}

/** The time in ms above which an answer is too slow, at most what agents wait; null for no limit. */
export function slowOf(fields: Fields, key: string, ms: number | null): CheckDraft {
  if (ms === null) return {};
  const maxResponseMs = Math.min(most, ms);
  if (maxResponseMs !== ms) fields.note('slow', key, { from: `${ms} ms`, to: `${maxResponseMs} ms` });
  return { maxResponseMs };
}

const SPAN_SEC: Readonly<Record<string, number>> = { ms: 0.001, s: 1, m: 60, h: 3600, d: 86_400, w: 604_800 };

/** A duration such as `1m30s`, in seconds; a plain number is one of `unit` seconds. Null if it is none. */
export function durationSec(text: string, unit = 1): number | null {
  if (text === '') return null;
  if (/^\d+(?:\.\d+)?$/.test(text)) return Number(text) * unit;
  if (!/^(?:\d+(?:\.\d+)?(?:ms|[smhdw]))+$/.test(text)) return null;
  const parts = [...text.matchAll(/(\d+(?:\.\d+)?)(ms|[smhdw])/g)];
  return parts.reduce((sum, [, amount, name = 's']) => sum + Number(amount) * (SPAN_SEC[name] ?? 0), 0);
}

/** How many redirects are followed. */
export function redirectsOf(fields: Fields, key: string, count: number | null): CheckDraft {
  if (count === null) return {};
  if (count <= 0) return { followRedirects: false };
  const maxRedirects = Math.min(count, HTTP_CHECK_LIMITS.redirects.most);
  if (maxRedirects !== count) fields.note('redirects', key, { from: count, to: maxRedirects });
  return { maxRedirects };
}

/** Statuses that count as up, such as `['200-299', '301']`, `2xx` among them. Null if one of them is none. */
export function statusesOf(list: readonly string[]): string | null {
  const written = list.map((each) => each.replace(/^([1-5])xx$/i, '$100-$199').replace(/\+$/, ''));
  const ranges = parseStatuses(written.join(','));
  return ranges && formatStatuses(ranges);
}

/** Accepts the statuses of a list; the default where one of them is none, and `otherwise` where none are listed. */
export function acceptedOf(fields: Fields, key: string, list: readonly string[], otherwise?: string): CheckDraft {
  if (list.length === 0) return otherwise === undefined ? {} : { statuses: otherwise };
  const statuses = statusesOf(list);
  if (statuses !== null) return { statuses };
  fields.note('statuses', key, { from: list.join(', '), to: DEFAULT_STATUSES });
  return {};
}

/** The statuses that count as up where the source lists those that alert, from 100 to 599. */
export function otherStatuses(alerting: readonly string[]): string {
  const ranges = parseStatuses(statusesOf(alerting) ?? '') ?? [];
  const isAlerting = (status: number) => ranges.some(([first, last]) => first <= status && status <= last);
  const up: [number, number][] = [];
  for (let status = 100; status <= 599; status += 1) {
    if (isAlerting(status)) continue;
    const last = up.at(-1);
    if (last && last[1] === status - 1) last[1] = status;
    else up.push([status, status]);
  }
  return formatStatuses(up);
}

/** The statuses from 100 to 599 that an operator such as `>=` admits; null if it admits none or is none. */
export function comparedStatuses(operator: string, status: number): string | null {
  if (!Number.isInteger(status) || status < 100 || status > 599) return null;
  if (operator === '!=') return otherStatuses([String(status)]);
  const ranges: Readonly<Record<string, readonly [first: number, last: number]>> = {
    '==': [status, status],
    '<': [100, status - 1],
    '<=': [100, status],
    '>': [status + 1, 599],
    '>=': [status, 599],
  };
  const range = ranges[operator];
  return range && range[0] <= range[1] ? formatStatuses([range]) : null;
}

const METHODS: ReadonlySet<string> = new Set(CHECK_METHODS);

/** Whether a request can have the method, which is upper-case here. */
export function isMethod(method: string): boolean {
  return METHODS.has(method.toUpperCase());
}

/** The body of a request, if its method takes one. */
export function bodyOf(fields: Fields, key: string, body: string, method = 'POST'): CheckDraft {
  return body !== '' && canHaveBody(method || 'GET') && isKnown(fields, key, 'body', body) ? { body } : {};
}

const SECRET_NAME = /auth|key|token|secret|cookie|password|credential|session/i;
const OWN_HEADERS = /^(?:connection|content-length|host|keep-alive|te|trailer|transfer-encoding|upgrade)$/i;

/** Headers by name. What Farwatch sets itself, or needs a variable of the environment, is left out. */
export function headersOf(fields: Fields, key: string, entries: readonly (readonly [string, string])[]): CheckHeader[] {
  return entries.flatMap(([name, value]): CheckHeader[] => {
    if (!headerNameSchema.safeParse(name).success || OWN_HEADERS.test(name)) {
      fields.note('header_left_out', key, { from: name });
      return [];
    }
    if (!isKnown(fields, key, name, value)) return [];
    return [{ name: name.trim(), value: value.trim(), secret: SECRET_NAME.test(name) }];
  });
}

/** Whether a value is in the file: neither the mask of a secret nor a variable of the environment, which get a note. */
export function isKnown(fields: Fields, key: string, name: string, value: string): boolean {
  if (isMask(value) || /^\*{3,}$/.test(value)) {
    fields.note('secret_masked', key, { from: name });
    return false;
  }
  const missing = placeholdersIn(value);
  if (missing.length > 0) fields.note('env_missing', key, { from: missing.join(', ') });
  return missing.length === 0;
}

/** The names of variables that a text needs: `${NAME}`, `$NAME` and `{{NAME}}`. */
export function placeholdersIn(text: string): string[] {
  return [...text.matchAll(/\$\{[A-Za-z_]\w*[^}]*\}|\$[A-Z_][A-Z0-9_]+|\{\{\s*\w+\s*\}\}/g)].map(([whole]) => whole);
}

/** Basic authentication; none without a password. */
export function basicAuth(fields: Fields, key: string, username: string, password: string): CheckDraft {
  if (password === '' || !isKnown(fields, key, 'password', password) || !isKnown(fields, key, 'user', username))
    return {};
  return { auth: { type: 'basic', username, password } };
}

/** An assertion from a condition of the source, which is left out with a note if it is not valid. */
export function assertionOf(fields: Fields, key: string, condition: unknown, given: unknown): Assertion[] {
  const { data } = assertionSchema.safeParse(given);
  const [problem] = data ? findAssertionProblems([data]) : [];
  if (data && problem === null) return [data];
  fields.note(data?.op === 'matches' ? 'expression_left_out' : 'condition_left_out', key, { from: condition });
  return [];
}

/** Escapes a text for an expression that matches it. */
export function literal(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

/** A keyword that the body must or must not contain; with `ignoresCase` in any capitals. */
export function keywordOf(
  fields: Fields,
  key: string,
  { keyword, isAbsent = false, ignoresCase = false }: { keyword: string; isAbsent?: boolean; ignoresCase?: boolean },
): Assertion[] {
  if (keyword === '') return [];
  if (ignoresCase && isAbsent) fields.note('case_ignored', key, { from: keyword });
  if (ignoresCase && !isAbsent)
    return assertionOf(fields, key, keyword, { source: 'body', op: 'matches', value: `(?i)${literal(keyword)}` });
  return assertionOf(fields, key, keyword, {
    source: 'body',
    op: isAbsent ? 'notContains' : 'contains',
    value: keyword,
  });
}

/** Host and port of an address with or without scheme and path. */
export function authorityOf(address: string): string {
  return address.replace(/^[a-z]+:\/\//i, '').replace(/[/?#].*$/, '');
}

/** The host of an address with or without scheme, port and path. */
export function hostOf(address: string): string {
  return authorityOf(address).replace(/:\d+$/, '');
}

/** `host:port` with IPv6 addresses in brackets. */
export function hostPort(host: string, port: number | null): string {
  const name = host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
  return port === null ? name : `${name}:${port}`;
}

const MAIL_SERVERS = {
  smtp: { plain: 25, secure: 465, banner: '220' },
  imap: { plain: 143, secure: 993, banner: 'OK' },
  pop3: { plain: 110, secure: 995, banner: '+OK' },
} as const;

export type MailProtocol = keyof typeof MAIL_SERVERS;

/** The usual port of a mail server, with TLS from the start or without. */
export function mailPort(protocol: MailProtocol, isSecure: boolean): number {
  return MAIL_SERVERS[protocol][isSecure ? 'secure' : 'plain'];
}

/** A mail server: one with TLS from the start is checked by a handshake, another by its greeting. */
export function mailTarget(protocol: MailProtocol, place: string, isSecure: boolean, check: CheckDraft): Target {
  if (isSecure) return { url: `tls://${place}`, check };
  return { url: `tcp://${place}`, check: { banner: MAIL_SERVERS[protocol].banner, ...check } };
}

/**
 * A name for a heartbeat in lower-case letters, digits and hyphens, without accents. Letters of other scripts cannot be
 * part of it: then a hash of the whole name is, so that different names stay different; `job` stands for no letter.
 */
export function heartbeatName(name: string, length: number): string {
  const letters = name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const plain = letters.replaceAll(/[^a-z0-9_]+/g, '-').replaceAll(/^-+|-+$/g, '');
  const isShortened = /[^a-z0-9]/.test(letters.replaceAll(/[^\p{L}\p{N}]/gu, ''));
  const hash = isShortened ? `-${hashOf(name).toString(36)}` : '';
  return `${plain.slice(0, length - hash.length) || 'job'}${hash}`;
}
