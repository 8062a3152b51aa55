import type { ManagedChannel, ManagedPage, ManagedWindow } from '../contracts/api/managed.ts';
import { compareNames } from '../values/compare-names.ts';
import { isSame } from '../values/is-same.ts';
import type { Managed } from '../values/managed.ts';
import { type Kind, SECTIONS } from './changes.ts';
import { channelDefaults, filePageSchema, fileWindowSchema, refusalOfType, settingNames } from './dependent-schema.ts';
import { freeKey } from './keys.ts';
import type { Account } from './plan-file.ts';
import { escaped, freeVariable } from './variables.ts';

/** The key of a monitor in the file, and those of its endpoints by their ids. */
export type PlaceById = { key: string; endpoints: ReadonlyMap<string, string> };
export type PlacesById = Map<string, PlaceById>;

type Written = { sections: Record<string, Map<string, unknown>>; leftOut: string[] };

/**
 * Returns the sections for what names monitors, without empty ones, and for each thing that a file cannot have its name
 * and why not.
 */
export function writeDependents(
  { channels, windows, pages }: Omit<Account, 'monitors'>,
  project: string,
  places: PlacesById,
  variables: Set<string>,
): Written {
  const written: Written = { sections: {}, leftOut: [] };
  const write = <Thing extends { managed: Managed | null; name: string; ids: string[] }>(
    kind: Exclude<Kind, 'monitor'>,
    things: readonly Thing[],
    refusalOf: (thing: Thing) => string | null,
    entryOf: (thing: Thing, key: string) => unknown,
  ) => {
    const own = things
      .filter(({ managed }) => managed === null || managed.project === project)
      .toSorted((one, other) => compareNames(one.name, other.name));
    const taken = new Set(own.flatMap(({ managed }) => managed?.key ?? []));
    const entries = own.flatMap((thing) => {
      const isElsewhere = thing.ids.some((id) => !places.has(id));
      const refusal = refusalOf(thing) ?? (isElsewhere ? 'it names monitors that are not here' : null);
      if (refusal !== null) {
        written.leftOut.push(`${kind} "${thing.name}": ${refusal}`);
        return [];
      }
      const key = thing.managed?.key ?? freeKey(thing.name, taken, kind);
      return [[key, entryOf(thing, key)] as const];
    });
    if (entries.length > 0) written.sections[SECTIONS[kind]] = new Map(entries);
  };
  write(
    'channel',
    channels.map((each) => ({ ...each, ids: each.monitors ?? [] })),
    refusalOfChannel,
    (each, key) => channelEntry(key, each, places, variables),
  );
  write(
    'maintenance',
    windows.map((each) => ({ ...each, ids: each.monitors ?? [] })),
    () => null,
    (each, key) => windowEntry(key, each, places),
  );
  write(
    'page',
    pages.map((each) => ({ ...each, name: each.title, ids: monitorsOn(each) })),
    () => null,
    (each, key) => pageEntry(key, each, places, variables),
  );
  return written;
}

function refusalOfChannel({ isBuiltIn, type }: ManagedChannel): string | null {
  return isBuiltIn ? 'every account has it, and changes it in the app' : refusalOfType(type);
}

const monitorsOn = ({ groups }: ManagedPage) =>
  groups.flatMap(({ components }) => components.map(({ monitorId }) => monitorId));

const keysOf = (ids: readonly string[] | null, places: PlacesById) =>
  ids?.flatMap((id) => places.get(id)?.key ?? []) ?? null;

/** The fields that are not what a file that leaves them out has; `defaults` are of the file that has only what it must. */
function chosen(fields: object, defaults: object): Record<string, unknown> {
  const different = Object.entries(fields).filter(([name, value]) => !isSame(value, Reflect.get(defaults, name)));
  return Object.fromEntries(different.map(([name, value]) => [name, escaped(value)]));
}

function channelEntry(key: string, channel: ManagedChannel, places: PlacesById, variables: Set<string>): object {
  const {
    id,
    managed,
    type,
    name,
    settings,
    secrets,
    monitors,
    enabled,
    severity,
    tags,
    events,
    alsoSlow,
    language,
    timing,
  } = channel;
  const written = settingNames(type).flatMap((setting) => {
    const text = settings[setting] ?? '';
    if (secrets[setting] !== undefined)
      return [[setting, `\${${freeVariable(`${key}_${setting.replace(/[A-Z]/g, '_$&')}`, variables)}}`]];
    return text === '' ? [] : [[setting, escaped(text)]];
  });
  const fields = { enabled, severity, monitors: keysOf(monitors, places), tags, events, alsoSlow, language, timing };
  return {
    ...(managed === null && { id }),
    type,
    ...(name !== key && { name: escaped(name) }),
    settings: Object.fromEntries(written),
    ...chosen(fields, channelDefaults()),
  };
}

function windowEntry(key: string, window: ManagedWindow, places: PlacesById): object {
  const { id, managed, name, monitors, start, timeZone, durationMin, rule, mailsSubscribers } = window;
  const required = { start, timeZone, durationMin };
  const defaults = fileWindowSchema.parse({ start: '2026-01-01T00:00', timeZone: 'UTC', durationMin: 1 });
  return {
    ...(managed === null && { id }),
    ...(name !== key && { name: escaped(name) }),
    ...required,
    ...chosen({ monitors: keysOf(monitors, places), rule, mailsSubscribers: mailsSubscribers ?? false }, defaults),
  };
}

/** The password of a page is known to nobody, so that another account needs a new one. */
function pageEntry(key: string, page: ManagedPage, places: PlacesById, variables: Set<string>): object {
  const { slug, title, groups, managed: _, version: __, hasPassword, ...fields } = page;
  const defaults = filePageSchema.parse({});
  const own = Object.fromEntries(Object.keys(defaults).map((name) => [name, Reflect.get(fields, name)]));
  const { groups: ___, ...compared } = own;
  return {
    ...(slug !== key && { slug }),
    ...(title !== key && { title: escaped(title) }),
    ...chosen(compared, defaults),
    ...(hasPassword && page.access === 'password' && { password: `\${${freeVariable(`${key}_password`, variables)}}` }),
    groups: groups.map(({ name, components }) => ({
      ...(name !== '' && { name: escaped(name) }),
      components: components.map(({ monitorId, endpointId, name: component }) => {
        const place = places.get(monitorId);
        const endpoint = endpointId === null ? undefined : place?.endpoints.get(endpointId);
        return { monitor: place?.key, ...(endpoint !== undefined && { endpoint }), name: escaped(component) };
      }),
    })),
  };
}
