import { monitorInputSchema } from '../contracts/api/monitors.ts';
import { findAssertionProblems } from '../decisions/checks/assertion-problem.ts';
import { canonicalAddress } from '../values/addresses/address.ts';
import { isPrivateName } from '../values/addresses/private-name.ts';
import { isPublicAddress } from '../values/addresses/public-address.ts';
import { type ChannelTypeName, getChannelType } from '../values/channels/channel-types.ts';
import { isMask } from '../values/channels/secret.ts';
import { CHECK_LIMITS } from '../values/common-check-options.ts';
import { type Assertion, assertionSchema, headerNameSchema } from '../values/http-check/assertion.ts';
import { CHECK_METHODS, type CheckHeader, HTTP_CHECK_LIMITS } from '../values/http-check/http-check.ts';
import { formatStatuses, parseStatuses } from '../values/http-check/statuses.ts';
import { LIMITS, SHORT_INTERVALS_SEC } from '../values/limits.ts';
import { oneLine } from '../values/outside-text.ts';
import { distinctTags, TAG_LENGTH, TAGS_PER_MONITOR } from '../values/tags.ts';
import { checkTypeOf, isRunByServer, parseUrl } from '../values/url.ts';
import { type Fields, shown } from './fields.ts';
import type { ImportContext, Imported, SkippedItem } from './importer.ts';

/** An endpoint as an importer understands it. `check`: its options, without `type` for HTTP. */
export type EndpointDraft = { url: string; name?: string; description?: string; check?: CheckDraft; paused?: boolean };
export type CheckDraft = Record<string, unknown> & {
  assertions?: Assertion[] | undefined;
  headers?: CheckHeader[] | undefined;
};

/** A monitor as an importer understands it. `fields`: the source's item, which notes are added to. */
export type MonitorDraft = {
  key: string;
  fields: Fields;
  name: string;
  description?: string;
  tags?: readonly string[];
  group?: string | null;
  /** Seconds between checks; null for the account's. */
  intervalSec: number | null;
  /** The field that has the interval. */
  intervalField?: string;
  uptimeTarget?: number;
  paused?: boolean;
  endpoints: readonly EndpointDraft[];
};

export function nothingImported(): Imported {
  return { monitors: [], channels: [], skipped: [], notes: [] };
}

/** Adds an item that cannot come, and returns the result. */
export function skip(
  result: Imported,
  { key, name, fields }: { key: string; name: string; fields: Fields },
  code: SkippedItem['reason']['code'],
  { field = '', from = '', to = '' }: { field?: string; from?: unknown; to?: unknown } = {},
): Imported {
  const { fields: use, notes } = fields.close();
  const ignored = [...use.ignored, ...notes.map((note) => note.field)];
  const reason = { code, field, from: shown(from), to: shown(to) };
  result.skipped.push({ key, name: oneLine(name) || key, reason, fields: { ...use, ignored } });
  return result;
}

/** Adds a monitor, or what it cannot come for, and returns the result. */
export function addMonitor(result: Imported, draft: MonitorDraft, context: ImportContext): Imported {
  const { fields, key, group = null } = draft;
  const endpoints: EndpointDraft[] = [];
  for (const each of draft.endpoints) {
    const placed = placeEndpoint(each, fields);
    if ('code' in placed) return skip(result, draft, placed.code, placed);
    endpoints.push(placed);
  }
  const input = {
    name: nameOf(draft),
    description: (draft.description ?? '').slice(0, LIMITS.descriptionLength),
    tags: tagsOf(draft),
    intervalSec: intervalOf(draft, context),
    ...(draft.uptimeTarget !== undefined && { uptimeTarget: draft.uptimeTarget }),
    paused: draft.paused ?? false,
    endpoints: endpoints.map((each) => ({ ...each, check: each.check ? typedCheck(each.url, each.check) : null })),
  };
  const parsed = monitorInputSchema.omit({ locations: true }).safeParse(input);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const field = (issue?.path ?? []).filter((part) => typeof part === 'string' && part !== 'endpoints').join('.');
    return skip(result, draft, 'check_invalid', { field, from: issue?.message });
  }
  result.monitors.push({ key, input: parsed.data, group, ...fields.close() });
  return result;
}

function typedCheck(url: string, check: CheckDraft): CheckDraft {
  const type = checkTypeOf(url) ?? 'http';
  return type === 'http' ? check : { type, ...check };
}

type Refusal = { code: SkippedItem['reason']['code']; from: string };

/** Returns the endpoint at the address that agents can check, or why none can. */
function placeEndpoint(draft: EndpointDraft, fields: Fields): EndpointDraft | Refusal {
  const text = draft.url.trim();
  if (text === '') return { code: 'url_missing', from: '' };
  const missing = placeholdersIn(text);
  if (missing.length > 0) return { code: 'url_env', from: missing.join(', ') };
  const parsed = parseUrl(text);
  if ('problem' in parsed) return { code: 'url_invalid', from: text };
  if (isRunByServer(parsed.url)) return { ...draft, url: parsed.url };
  const url = new URL(parsed.url);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const isAddress = canonicalAddress(host) !== null;
  const asksOwnServer = draft.check?.resolver !== undefined;
  if (isAddress ? !isPublicAddress(host) : isPrivateName(host) && !asksOwnServer)
    return { code: 'private_address', from: url.host };
  const check = { ...draft.check };
  if (url.username !== '' && checkTypeOf(parsed.url) === 'http' && check.auth === undefined) {
    const [username, password] = [url.username, url.password].map(decoded);
    check.auth = { type: 'basic', username, password };
    url.username = '';
    url.password = '';
    fields.note('credentials_moved', 'url', { from: '' });
    return { ...draft, url: url.href, check };
  }
  return { ...draft, url: parsed.url };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The names of variables that a text needs: `${NAME}`, `$NAME` and `{{NAME}}`. */
export function placeholdersIn(text: string): string[] {
  return [...text.matchAll(/\$\{[A-Za-z_]\w*[^}]*\}|\$[A-Z_][A-Z0-9_]+|\{\{\s*\w+\s*\}\}/g)].map(([whole]) => whole);
}

function nameOf({ name, fields, endpoints }: MonitorDraft): string {
  const given = oneLine(name);
  const usable =
    given || oneLine((endpoints[0]?.url ?? '').replace(/^[a-z]+:\/\//i, '').replace(/[/?#].*$/, '')) || '–';
  const cut = [...usable].slice(0, LIMITS.nameLength).join('').slice(0, LIMITS.nameLength).trim();
  if (given !== '' && cut !== given) fields.note('name_changed', 'name', { from: given, to: cut });
  return cut;
}

function tagsOf({ tags = [], fields, group = null }: MonitorDraft): string[] {
  const given = distinctTags([...(group === null ? [] : [group]), ...tags].map(oneLine));
  const kept = distinctTags(given.map((tag) => tag.slice(0, TAG_LENGTH).trim())).slice(0, TAGS_PER_MONITOR);
  if (kept.join() !== given.join())
    fields.note('tags_changed', 'tags', { from: given.join(', '), to: kept.join(', ') });
  return kept;
}

/** Seconds as notes have them: 30 s, 5 min, 2 h. */
export function spanText(seconds: number): string {
  if (seconds % 3600 === 0 && seconds > 0) return `${seconds / 3600} h`;
  return seconds % 60 === 0 && seconds > 0 ? `${seconds / 60} min` : `${seconds} s`;
}

/** The nearest interval that is no longer than the source's, so that nothing is noticed later than before. */
function intervalOf({ intervalSec, intervalField = 'interval', fields }: MonitorDraft, context: ImportContext) {
  if (intervalSec === null || intervalSec === context.intervalSec) return null;
  const longest = SHORT_INTERVALS_SEC.at(-1) ?? 0;
  if (intervalSec >= context.intervalSec || intervalSec > 2 * longest) {
    fields.note('interval_account', intervalField, { from: spanText(intervalSec) });
    return null;
  }
  const [shortest] = SHORT_INTERVALS_SEC;
  const chosen = SHORT_INTERVALS_SEC.findLast((each) => each <= intervalSec) ?? shortest;
  if (chosen !== intervalSec)
    fields.note('interval', intervalField, { from: spanText(intervalSec), to: spanText(chosen) });
  return chosen;
}

const { least, most } = CHECK_LIMITS.timeoutMs;

/** The limit of a check's time in ms, within what agents take; null for the default. */
export function timeoutOf(fields: Fields, key: string, ms: number | null): { timeoutMs?: number } {
  if (ms === null || ms <= 0) return {};
  const timeoutMs = Math.round(Math.min(most, Math.max(least, ms)));
  if (timeoutMs !== Math.round(ms))
    fields.note('timeout', key, { from: `${ms / 1000} s`, to: `${timeoutMs / 1000} s` });
  return { timeoutMs };
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

const METHODS: ReadonlySet<string> = new Set(CHECK_METHODS);

/** Whether a request can have the method, which is upper-case here. */
export function isMethod(method: string): boolean {
  return METHODS.has(method.toUpperCase());
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

/** `host:port` with IPv6 addresses in brackets. */
export function hostPort(host: string, port: number | null): string {
  const name = host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
  return port === null ? name : `${name}:${port}`;
}

/** Adds a channel, or why it cannot come, and returns the result. `settings`: as its type has them. */
export function addChannel(
  result: Imported,
  item: { key: string; name: string; fields: Fields; monitors: readonly string[] | null },
  type: ChannelTypeName,
  settings: Readonly<Record<string, string>>,
): Imported {
  const { settings: schema, generated } = getChannelType(type);
  const needed = generated === undefined ? settings : { ...settings, [generated]: '' };
  const { data, error } = schema.safeParse(needed);
  if (!data) return skip(result, item, 'channel_invalid', { field: String(error?.issues[0]?.path[0] ?? '') });
  const { key, name, fields, monitors } = item;
  const texts = Object.entries(data).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  const given = texts.filter(([setting]) => setting !== generated);
  result.channels.push({
    key,
    name: oneLine(name).slice(0, 80) || key,
    type,
    settings: Object.fromEntries(given),
    monitors,
    ...fields.close(),
  });
  return result;
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

/** The items of documents that are lists, or have a list under one of the keys: the pages of an API's answers. */
export function itemsOf(documents: readonly { value: unknown }[], ...keys: string[]): unknown[] {
  return documents.flatMap(({ value }) => {
    if (Array.isArray(value)) return value;
    const found = keys.map((key) => (isObject(value) && key in value ? value[key] : undefined)).find(Array.isArray);
    return found ?? [];
  });
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
