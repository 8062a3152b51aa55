import type { ChannelInput } from '../contracts/api/channels.ts';
import type { MonitorInput } from '../contracts/api/monitors.ts';
import type { NoteCode } from '../texts/importers/import-texts.ts';
import type { LocationCode } from '../values/locations.ts';
import { createMatcher } from '../values/search.ts';
import { distinctTags, TAGS_PER_MONITOR } from '../values/tags.ts';
import type { Imported, ImportedInput, ImportedMonitor, ImportNote, SkippedItem } from './importer.ts';

/** New as in the source; changed in what is checked; known: its URL is monitored already; skipped: it cannot come. */
export const ROW_STATES = ['new', 'changed', 'known', 'skipped'] as const;
export type RowState = (typeof ROW_STATES)[number];

/** A row of the preview. */
export type ImportRow = {
  key: string;
  name: string;
  urls: readonly string[];
  state: RowState;
  notes: readonly ImportNote[];
  reason: SkippedItem['reason'] | null;
  ignored: readonly string[];
};

/** Notes about what is true of all monitors here, which do not change what is checked. */
const GENERAL: ReadonlySet<NoteCode> = new Set([
  'interval_account',
  'confirmation',
  'alert_timing',
  'alert_contacts',
  'certificate_warnings',
  'group_tag',
  'places',
  'settings_apart',
]);

export function isGeneral({ code }: ImportNote): boolean {
  return GENERAL.has(code);
}

/** Returns the rows of a preview. `monitored`: the URLs that the account has. */
export function importRows({ monitors, skipped }: Imported, monitored: ReadonlySet<string>): ImportRow[] {
  const created = monitors.map(({ key, input, notes, fields }): ImportRow => {
    const urls = input.endpoints.map(({ url }) => url);
    const isKnown = urls.every((url) => monitored.has(url));
    const state = isKnown ? 'known' : notes.every(isGeneral) ? 'new' : 'changed';
    return { key, name: input.name, urls, state, notes, reason: null, ignored: fields.ignored };
  });
  const left = skipped.map(
    ({ key, name, reason, fields }): ImportRow => ({
      key: `skipped ${key}`,
      name,
      urls: [],
      state: 'skipped',
      notes: [],
      reason,
      ignored: fields.ignored,
    }),
  );
  return [...created, ...left];
}

/** Returns the rows of a state that have the search's terms. */
export function shownRows(rows: readonly ImportRow[], state: RowState | 'all', search: string): ImportRow[] {
  const matches = createMatcher(search);
  return rows.filter((row) => (state === 'all' || row.state === state) && matches(row.name, ...row.urls));
}

/** Settings for all monitors. `intervalSec`: `keep` for that of the files. */
export type ForAll = {
  locations: readonly LocationCode[];
  intervalSec: ImportedInput['intervalSec'] | 'keep';
  byGroup: boolean;
};

/** A call that creates something; its place in the import names it. */
export type Creation =
  | { kind: 'monitor'; name: string; keys: readonly string[]; body: MonitorInput }
  | { kind: 'channel'; name: string; keys: readonly string[] | null; body: ChannelInput };

/** Most endpoints of one monitor of a group: those of many are hard to read, and their edits large. */
const PER_MONITOR = 50;
/** Monitors that a channel can name. */
const PER_CHANNEL = 200;

/** Returns what is created of the chosen items, monitors first. Channels come with the monitors that they alert of. */
export function creationsOf({ monitors, channels }: Imported, chosen: ReadonlySet<string>, forAll: ForAll): Creation[] {
  const chosenMonitors = monitors.filter(({ key }) => chosen.has(key));
  const parts = forAll.byGroup ? grouped(chosenMonitors) : chosenMonitors.map((each) => [each]);
  const created = parts.map((part): Creation => {
    const input = combined(part);
    const intervalSec = forAll.intervalSec === 'keep' ? input.intervalSec : forAll.intervalSec;
    const body = { ...input, intervalSec, locations: [...forAll.locations] };
    return { kind: 'monitor', name: input.name, keys: part.map(({ key }) => key), body };
  });
  const isOfAll = (keys: readonly string[]) => {
    const alerted = new Set(keys);
    return keys.length > PER_CHANNEL || monitors.every(({ key }) => alerted.has(key));
  };
  const alerting = channels.filter(({ monitors: keys }) => keys === null || keys.some((key) => chosen.has(key)));
  const added = alerting.map(({ name, type, settings, monitors: keys }): Creation => {
    const all = { severity: null, monitors: null, tags: null, events: null, alsoSlow: false, language: null };
    return {
      kind: 'channel',
      name,
      // A channel of every monitor of the files is one of those that come later, too.
      keys: keys === null || isOfAll(keys) ? null : keys,
      body: { ...all, name, type, enabled: true, settings: { ...settings } },
    };
  });
  return [...created, ...added];
}

/** The monitors of each group that can be one, since what belongs to the monitor is the same. */
function grouped(monitors: readonly ImportedMonitor[]): ImportedMonitor[][] {
  const parts = new Map<string, ImportedMonitor[]>();
  const single: ImportedMonitor[][] = [];
  for (const monitor of monitors) {
    const { group, input } = monitor;
    if (group === null) single.push([monitor]);
    else {
      const name = JSON.stringify([group, commonOf(input)]);
      parts.set(name, [...(parts.get(name) ?? []), monitor]);
    }
  }
  return [...[...parts.values()].flatMap(distinctUrls), ...single];
}

/** What belongs to a monitor and not to its endpoints, but for what is combined. */
function commonOf({
  name: _,
  description: __,
  tags: ___,
  paused: ____,
  endpoints: _____,
  ...common
}: ImportedInput): object {
  return common;
}

/** A monitor has each URL once, and not too many of them. */
function distinctUrls(monitors: readonly ImportedMonitor[]): ImportedMonitor[][] {
  const parts: { monitors: ImportedMonitor[]; urls: Set<string> }[] = [];
  for (const monitor of monitors) {
    const urls = monitor.input.endpoints.map(({ url }) => url);
    const part = parts.find(
      (each) => urls.every((url) => !each.urls.has(url)) && each.urls.size + urls.length <= PER_MONITOR,
    );
    if (part) part.monitors.push(monitor);
    else parts.push({ monitors: [monitor], urls: new Set() });
    for (const url of urls) (part ?? parts.at(-1))?.urls.add(url);
  }
  return parts.map((part) => part.monitors);
}

/** One input of several, whose names and pauses become those of their endpoints. */
function combined(monitors: readonly ImportedMonitor[]): ImportedInput {
  const [first] = monitors;
  if (!first) throw new Error('A part has monitors.');
  const { group, input } = first;
  if (monitors.length === 1 || group === null) return input;
  const endpoints = monitors.flatMap(({ input: each }) =>
    each.endpoints.map((endpoint) => ({
      ...endpoint,
      name: endpoint.name || each.name,
      description: endpoint.description || each.description,
      paused: endpoint.paused || each.paused,
    })),
  );
  const tags = distinctTags(monitors.flatMap(({ input: each }) => each.tags))
    .filter((tag) => tag !== group)
    .slice(0, TAGS_PER_MONITOR);
  return { ...input, name: group, description: '', tags, paused: false, endpoints };
}

/** How many endpoints creations have. */
export function endpointCount(creations: readonly Creation[]): number {
  return creations.reduce((sum, each) => sum + (each.kind === 'monitor' ? each.body.endpoints.length : 0), 0);
}

/** What a run has created: its id, and the keys of the items that it is of. */
export type Created = { id: string; keys: readonly string[] };

/**
 * The creation of a channel names the monitors of its items; `created`: all monitors that the run has created. If none of
 * its own could be created, it is switched off, since it would alert of all others.
 */
export function withMonitorIds(creation: Creation, created: readonly Created[]): Creation {
  if (creation.kind === 'monitor' || creation.keys === null) return creation;
  const keys = new Set(creation.keys);
  const alerted = created.filter((each) => each.keys.some((key) => keys.has(key)));
  if (alerted.length === 0) return { ...creation, body: { ...creation.body, enabled: false } };
  return { ...creation, body: { ...creation.body, monitors: alerted.map(({ id }) => id) } };
}
