import {
  type EndpointContent,
  type MonitorContent,
  type MonitorInput,
  monitorInputSchema,
} from '@farwatch/core/contracts/api/monitors';
import { endpointName } from '@farwatch/core/decisions/monitors/endpoint-name';
import type { Monitor } from '@farwatch/core/documents/monitor';
import type { UrlEntry } from '@farwatch/core/importers/paste';
import { optionsForUrl } from '@farwatch/core/values/check-options';
import { clip } from '@farwatch/core/values/clip';
import { LIMITS } from '@farwatch/core/values/limits';
import { LOCATION_CODES } from '@farwatch/core/values/locations';
import {
  defaultsOf,
  type EditableFields,
  mapFields,
  pickFields,
  type ValuesOf,
} from '@farwatch/core/values/monitor-fields/field';
import { ENDPOINT_FIELDS, MONITOR_FIELDS } from '@farwatch/core/values/monitor-fields/table';
import { NOT_PAUSED } from '@farwatch/core/values/pause';
import { deciderOf, normalizeUrl } from '@farwatch/core/values/url';
import type { UseFormReturn } from 'react-hook-form';
import { z } from 'zod';

/** The form's values before and after parsing. */
export type DraftForm = UseFormReturn<MonitorContent, unknown, MonitorInput>;

/** The entry without options of another check type than its URL's: they were set before that was edited. */
function withOwnOptions<Entry extends Pick<EndpointContent, 'url' | 'check'>>(entry: Entry): Entry {
  return { ...entry, check: optionsForUrl(normalizeUrl(entry.url) ?? entry.url, entry.check) };
}

/** Parses the form's values as the API does. */
export const draftSchema = z
  .custom<MonitorContent>()
  .transform(
    (draft): z.input<typeof monitorInputSchema> => ({
      ...draft,
      endpoints: draft.endpoints.map(withOwnOptions),
    }),
  )
  .pipe(monitorInputSchema);

/** A new monitor is checked from all locations by default. */
export const NEW_DRAFT: MonitorContent = {
  ...defaultsOf(MONITOR_FIELDS),
  locations: [...LOCATION_CODES],
  endpoints: [],
};

export function draftOf(monitor: MonitorContent): MonitorContent {
  return { ...pickFields(MONITOR_FIELDS, monitor), endpoints: monitor.endpoints };
}

/**
 * Makes a new monitor with the settings of another. Its secrets stay masked, so they must be typed again. Heartbeats of
 * the copy get URLs that are not `taken` by others of the account.
 */
export function copyOf(monitor: MonitorContent, name: string, taken: ReadonlySet<string>): MonitorContent {
  const used = new Set(taken);
  const endpoints = monitor.endpoints.map((each, index) => {
    const url = isPinged(each.url) ? freeHeartbeatUrl(used, each.url) : each.url;
    used.add(url);
    return { ...each, ...NOT_PAUSED, url, id: `new${index + 1}`, managedKey: null };
  });
  return { ...draftOf(monitor), ...NOT_PAUSED, managed: null, name: clip(name, LIMITS.nameLength).trim(), endpoints };
}

/** The form's content for merging with other edits: valid values as they would be stored, invalid ones unchanged. */
export function editOf(draft: MonitorContent): MonitorContent {
  return {
    ...parseValid(MONITOR_FIELDS, draft),
    endpoints: draft.endpoints.map(withOwnOptions).map((each, index) => {
      return { id: each.id, ...parseValid(ENDPOINT_FIELDS, each), name: nameToSave(each, index) };
    }),
  };
}

function parseValid<F extends EditableFields>(fields: F, values: ValuesOf<F>): ValuesOf<F> {
  return mapFields(fields, (name, { input }) => {
    const parsed = input.safeParse(values[name]);
    return parsed.success ? parsed.data : values[name];
  });
}

/** The values to send. A cleared name is sent as its placeholder, or the stored name would remain. */
export function valuesToSend(parsed: MonitorInput): MonitorInput {
  const endpoints = parsed.endpoints.map((each, index) => ({ ...each, name: nameToSave(each, index) }));
  return { ...parsed, endpoints };
}

function nameToSave({ id, name, description, url }: MonitorInput['endpoints'][number], index: number): string {
  const trimmed = name.trim();
  return trimmed || isNew(id) ? trimmed : endpointName({ description: description.trim(), url }, index);
}

const NEW_ID = /^new(\d+)$/;

function isNew(id: string | undefined): boolean {
  return id === undefined || NEW_ID.test(id);
}

/** Appends new entries to the form's. Their ids are local; the server assigns the final ones. */
export function appendEntries(entries: readonly EndpointContent[], more: readonly UrlEntry[]): EndpointContent[] {
  const numbers = entries.map(({ id }) => Number(NEW_ID.exec(id)?.[1] ?? 0));
  const first = Math.max(0, ...numbers) + 1;
  const added = more.map(({ url, description, options }, index) => {
    const { name = '', check = null } = options ?? {};
    return { id: `new${first + index}`, ...defaultsOf(ENDPOINT_FIELDS), url, description, name, check };
  });
  return [...entries, ...added];
}

/** The URLs of an account's heartbeats: their names are part of ping URLs, so none may have another one's. */
export function heartbeatUrls(monitors: readonly Pick<Monitor, 'endpoints'>[]): string[] {
  const urls = monitors.flatMap(({ endpoints }) => Object.values(endpoints).map(({ url }) => url));
  return urls.filter(isPinged);
}

function isPinged(url: string): boolean {
  return deciderOf(url) === 'pings';
}

/** The URL of a new heartbeat that is not taken, of a copied one with its name and a number. */
export function freeHeartbeatUrl(taken: ReadonlySet<string>, copied: string | null = null): string {
  const base = copied === null ? 'heartbeat://job' : copied.replace(/-\d{1,2}$/, '').slice(0, LONGEST_BASE);
  for (let number = copied === null ? 1 : 2; ; number += 1) {
    const url = `${base}-${number}`;
    if (!taken.has(url)) return url;
  }
}

/** Leaves space for a number in a name of 100 characters. */
const LONGEST_BASE = 'heartbeat://'.length + 95;

/**
 * Counts the endpoints that the account would have after saving the draft. `stored` is the monitor's current number.
 */
export function endpointsAfter(current: number, stored: number, drafted: number): number {
  return Math.max(0, current - stored) + drafted;
}
