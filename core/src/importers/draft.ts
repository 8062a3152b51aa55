import { monitorInputSchema } from '../contracts/api/monitors.ts';
import { canonicalAddress } from '../values/addresses/address.ts';
import { isPrivateName } from '../values/addresses/private-name.ts';
import { isPublicAddress } from '../values/addresses/public-address.ts';
import { type ChannelTypeName, getChannelType } from '../values/channels/channel-types.ts';
import { LIMITS, SHORT_INTERVALS_SEC } from '../values/limits.ts';
import { oneLine } from '../values/outside-text.ts';
import { distinctTags, TAG_LENGTH, TAGS_PER_MONITOR } from '../values/tags.ts';
import { checkTypeOf, isRunByServer, parseUrl } from '../values/url.ts';
import { authorityOf, type CheckDraft, isMethod, placeholdersIn } from './check-draft.ts';
import { type Fields, shown } from './fields.ts';
import type { ImportContext, Imported, SkippedItem } from './importer.ts';

/** An endpoint as an importer understands it. */
export type EndpointDraft = { url: string; name?: string; description?: string; check?: CheckDraft; paused?: boolean };

/** A monitor as an importer understands it. `fields`: the source's item, which notes are added to. */
type MonitorDraft = {
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
  /** The field that has the method of requests. */
  methodField?: string;
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
    const method = each.check?.method;
    if (method !== undefined && !isMethod(String(method)))
      return skip(result, draft, 'method_unsupported', { field: draft.methodField ?? 'method', from: method });
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

function nameOf({ name, fields, endpoints }: MonitorDraft): string {
  const given = oneLine(name);
  const usable = given || oneLine(authorityOf(endpoints[0]?.url ?? '')) || '–';
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
function spanText(seconds: number): string {
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
