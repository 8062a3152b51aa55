import { isMask } from '@farwatch/core/values/channels/secret';
import { CHECK_LIMITS } from '@farwatch/core/values/common-check-options';
import type { Assertion } from '@farwatch/core/values/http-check/assertion';
import {
  type CHECK_METHODS,
  type CheckHeader,
  canHaveBody,
  HTTP_CHECK_LIMITS,
  type HttpCheck,
  httpCheckSchema,
  normalizeHttpCheck,
} from '@farwatch/core/values/http-check/http-check';
import { DEFAULT_STATUSES } from '@farwatch/core/values/http-check/statuses';
import { SECOND_MS } from '@farwatch/core/values/time';

export type HeaderDraft = { key: number; name: string; value: string; secret: boolean };
export type AssertionDraft = Pick<Assertion, 'source' | 'op'> & {
  key: number;
  path: string;
  name: string;
  value: string;
};

/** A check as its fields edit it. */
export type CheckDraft = {
  method: (typeof CHECK_METHODS)[number];
  headers: HeaderDraft[];
  body: string;
  authType: 'none' | 'basic' | 'bearer';
  username: string;
  password: string;
  token: string;
  statuses: string;
  followRedirects: boolean;
  maxRedirects: string;
  /** As typed. */
  timeoutSec: string;
  /** As typed; empty for no limit. */
  maxResponseMs: string;
  ipVersion: 'any' | '4' | '6';
  certificateSha256: string;
  legacyServerConnect: boolean;
  assertions: AssertionDraft[];
};

/** The key of an assertion's or a header's row that is added. */
export function nextKey(rows: readonly { key: number }[]): number {
  return rows.reduce((highest, { key }) => Math.max(highest, key), 0) + 1;
}

/** The rows of a check's headers. */
export function headerDraftsOf(headers: readonly CheckHeader[]): HeaderDraft[] {
  return headers.map((header, index) => ({ key: index + 1, ...header }));
}

/** The rows in which something was typed. */
export function filledHeaders(rows: readonly HeaderDraft[]): HeaderDraft[] {
  return rows.filter(({ name, value }) => name.trim() !== '' || value.trim() !== '');
}

/** What only a form finds wrong with headers: a secret one without a value, or with the mask of an unknown secret. */
export function headerProblems(rows: readonly HeaderDraft[], areSecretsKnown: boolean): [string, CheckProblem][] {
  return rows.flatMap(({ key, value, secret }): [string, CheckProblem][] => {
    const field = `headers.${key}.value`;
    if (!secret) return [];
    if (value.trim() === '') return [[field, 'missing']];
    return !areSecretsKnown && isMask(value) ? [[field, 'secret']] : [];
  });
}

/** The fields of a check; null for a plain GET. */
export function checkDraftOf(check: HttpCheck | null): CheckDraft {
  const { auth, timeoutMs = CHECK_LIMITS.timeoutMs.default, maxResponseMs } = check ?? {};
  return {
    method: check?.method ?? 'GET',
    headers: headerDraftsOf(check?.headers ?? []),
    body: check?.body ?? '',
    authType: auth?.type ?? 'none',
    username: auth?.type === 'basic' ? auth.username : '',
    password: auth?.type === 'basic' ? auth.password : '',
    token: auth?.type === 'bearer' ? auth.token : '',
    statuses: check?.statuses ?? DEFAULT_STATUSES,
    followRedirects: check?.followRedirects ?? true,
    maxRedirects: String(check?.maxRedirects ?? HTTP_CHECK_LIMITS.redirects.default),
    timeoutSec: String(timeoutMs / SECOND_MS),
    maxResponseMs: maxResponseMs === undefined ? '' : String(maxResponseMs),
    ipVersion: check?.ipVersion === undefined ? 'any' : check.ipVersion === 4 ? '4' : '6',
    certificateSha256: check?.certificateSha256 ?? '',
    legacyServerConnect: check?.legacyServerConnect ?? false,
    assertions: (check?.assertions ?? []).map((assertion, index) => assertionDraftOf(assertion, index + 1)),
  };
}

export function assertionDraftOf(assertion: Assertion, key: number): AssertionDraft {
  const { source, op, path = '', name = '', value = '' } = assertion;
  return { key, source, op, path, name, value };
}

/** An assertion as it would be saved, valid or not. */
export function assertionOf({ source, op, path, name, value }: AssertionDraft): Assertion {
  return {
    source,
    op,
    ...(source === 'json' && { path }),
    ...(source === 'header' && { name }),
    ...(op !== 'exists' && { value }),
  };
}

/**
 * The problem with a field. `missing`: it is empty. `secret`: the stored secret is not known any more. `expression`:
 * the regular expression is malformed. `tooComplex`: compiling it would take too long. `size`: all fields together are
 * too large.
 */
export type CheckProblem = 'missing' | 'invalid' | 'secret' | 'expression' | 'tooComplex' | 'size';

/** Problems by field: a name of CheckDraft, or `headers.1.name` and `assertions.1.path` with the row's key. */
export type CheckProblems = ReadonlyMap<string, CheckProblem>;

export type ParsedCheck = { check: HttpCheck | null; problems?: never } | { check?: never; problems: CheckProblems };

/**
 * Returns the check of the fields as the API would store it. `areSecretsKnown` is true if masks stand for stored
 * secrets.
 */
export function parseCheckDraft(draft: CheckDraft, areSecretsKnown: boolean): ParsedCheck {
  const rows = filledHeaders(draft.headers);
  const check = checkOf({ ...draft, headers: rows });
  const problems = new Map<string, CheckProblem>();
  const parsed = httpCheckSchema.safeParse(check);
  for (const { path } of parsed.error?.issues ?? []) {
    const field = fieldOf(path, rows, draft.assertions);
    if (!problems.has(field)) problems.set(field, field === '' ? 'size' : problemOf(field, draft));
  }
  for (const [field, problem] of headerProblems(rows, areSecretsKnown)) problems.set(field, problem);
  if (!areSecretsKnown) for (const field of maskedFields(draft)) problems.set(field, 'secret');
  return problems.size === 0 && parsed.success ? { check: normalizeHttpCheck(parsed.data) } : { problems };
}

/** The fields as a check, valid or not. */
function checkOf(draft: CheckDraft): HttpCheck {
  const { method, headers, body, statuses, followRedirects, maxRedirects } = draft;
  const { ipVersion, certificateSha256, assertions } = draft;
  return {
    method,
    headers: headers.map(({ name, value, secret }) => ({ name, value, secret })),
    ...(canHaveBody(method) && { body }),
    ...authOf(draft),
    statuses,
    followRedirects,
    ...(followRedirects && { maxRedirects: toNumber(maxRedirects) }),
    timeoutMs: Math.round(toNumber(draft.timeoutSec) * SECOND_MS),
    ...(draft.maxResponseMs.trim() !== '' && { maxResponseMs: toNumber(draft.maxResponseMs) }),
    ...(ipVersion !== 'any' && { ipVersion: ipVersion === '4' ? 4 : 6 }),
    ...(certificateSha256.trim() !== '' && { certificateSha256 }),
    legacyServerConnect: draft.legacyServerConnect,
    assertions: assertions.map(assertionOf),
  };
}

function authOf({ authType, username, password, token }: CheckDraft): Pick<HttpCheck, 'auth'> {
  if (authType === 'none') return {};
  return { auth: authType === 'bearer' ? { type: authType, token } : { type: authType, username, password } };
}

function toNumber(text: string): number {
  return text.trim() === '' ? Number.NaN : Number(text);
}

const FIELD_NAMES: Readonly<Record<string, string>> = { timeoutMs: 'timeoutSec' };

function fieldOf(path: readonly PropertyKey[], headers: readonly HeaderDraft[], assertions: readonly AssertionDraft[]) {
  const [first = '', second = '', third = ''] = path.map(String);
  if (first === 'auth') return second;
  if (first === 'headers') return `headers.${headers[Number(second)]?.key}.${third}`;
  if (first === 'assertions') return `assertions.${assertions[Number(second)]?.key}.${third}`;
  return FIELD_NAMES[first] ?? first;
}

function problemOf(field: string, draft: CheckDraft): CheckProblem {
  return fieldValue(field, draft).trim() === '' ? 'missing' : 'invalid';
}

function fieldValue(field: string, draft: CheckDraft): string {
  const [list, key, name = ''] = field.split('.');
  const rows: readonly { key: number }[] = list === 'headers' ? draft.headers : draft.assertions;
  const row = key === undefined ? draft : rows.find((each) => String(each.key) === key);
  const found = Object.entries(row ?? {}).find(([each]) => each === (name || list));
  return String(found?.[1] ?? '');
}

function maskedFields(draft: CheckDraft): string[] {
  const named: [field: string, value: string][] = [
    ['body', canHaveBody(draft.method) ? draft.body : ''],
    ['password', draft.authType === 'basic' ? draft.password : ''],
    ['token', draft.authType === 'bearer' ? draft.token : ''],
  ];
  return named.flatMap(([field, value]) => (isMask(value) ? [field] : []));
}
