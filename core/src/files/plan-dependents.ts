import type { ManagedChannel, ManagedPage, ManagedWindow } from '../contracts/api/managed.ts';
import type { PageInput } from '../contracts/api/pages.ts';
import { getChannelType } from '../values/channels/channel-types.ts';
import { isMask } from '../values/channels/secret.ts';
import { isSame } from '../values/is-same.ts';
import type { Managed } from '../values/managed.ts';
import { type Change, type Kind, matchByKey, placeOf, SECTIONS, type Unlisted } from './changes.ts';
import type { PlacesById } from './dependencies.ts';
import { refusalOfType, settingNames } from './dependent-schema.ts';
import { compareLeaves, type Difference, markSecret, withoutVariables } from './differences.ts';
import type { Desired, DesiredChannel, DesiredPage, DesiredWindow } from './read-files.ts';

/** A monitor of the file. `id`: undefined if it is new. `endpoints`: the ids by key, of those that exist. */
export type Place = { id: string | undefined; endpoints: ReadonlyMap<string, string> };

type Options = { places: ReadonlyMap<string, Place>; fingerprint: (secret: string) => string };
type Account = {
  channels: readonly ManagedChannel[];
  windows: readonly ManagedWindow[];
  pages: readonly ManagedPage[];
};
type DependentPlan = { changes: Change[]; left: Unlisted[]; unchanged: number; problems: string[] };

/**
 * Compares what names monitors: channels, maintenance and status pages. `places`: the monitors by key. What names one
 * that does not exist yet is planned without a body.
 */
export function planDependents(desired: Desired, account: Account, options: Options): DependentPlan {
  const plan: DependentPlan = { changes: [], left: [], unchanged: 0, problems: [] };
  const names = namesOf(options.places);
  const { project } = desired;
  // Built-in channels have calls of their own, and those of other types belong to a person or a browser.
  const channels = account.channels.filter(({ isBuiltIn, type }) => !isBuiltIn && refusalOfType(type) === null);
  addKind(plan, 'channel', desired, channels, (channel, known) => ({
    differences: known && compareChannel(channel, known, names, options),
    problems: problemsOfChannel(channel, known),
    changeOf: () => changeOfChannel(channel, known, options.places, project),
  }));
  addKind(plan, 'maintenance', desired, account.windows, (window, known) => ({
    differences: known && compareWindow(window, known, names),
    problems: [],
    changeOf: () => changeOfWindow(window, known, options.places, project),
  }));
  const pages = account.pages.map((page) => ({ ...page, id: page.slug, name: page.title }));
  addKind(plan, 'page', desired, pages, (page, known) => ({
    differences: known && comparePage(page, known, names),
    problems: problemsOfPage(page, known),
    changeOf: () => changeOfPage(page, known, options.places, project),
  }));
  return plan;
}

type StoredPage = ManagedPage & { id: string; name: string };
type Shapes = {
  channel: { desired: DesiredChannel; known: ManagedChannel };
  maintenance: { desired: DesiredWindow; known: ManagedWindow };
  page: { desired: DesiredPage; known: StoredPage };
};

/** `differences`: undefined if the account has none of it. */
type Compared = { differences: Difference[] | undefined; problems: string[]; changeOf: () => Change };

function addKind<Of extends keyof Shapes>(
  plan: DependentPlan,
  kind: Of,
  desired: Desired,
  stored: readonly Shapes[Of]['known'][],
  compare: (desired: Shapes[Of]['desired'], known: Shapes[Of]['known'] | undefined) => Compared,
): void {
  const section = SECTIONS[kind];
  const target: readonly Shapes[Of]['desired'][] = desired[section];
  const withIds = target.map((thing) => ({ thing, key: thing.key, id: 'slug' in thing ? thing.slug : thing.id }));
  const { matches, left, problems } = matchByKey<(typeof withIds)[number], Shapes[Of]['known']>(
    kind,
    withIds,
    stored,
    desired.project,
  );
  plan.problems.push(...problems);
  for (const {
    desired: { thing, key },
    known,
  } of matches) {
    const compared = compare(thing, known);
    const place = `${section}.${key}`;
    plan.problems.push(...compared.problems.map((problem) => `${placeOf(kind, key)}: ${problem}`));
    if (compared.problems.length > 0) continue;
    const differences = compared.differences?.map((each) => withoutVariables(each, place, desired)) ?? [];
    if (known && differences.length === 0 && isSame(known.managed, { project: desired.project, key })) {
      plan.unchanged += 1;
      continue;
    }
    const change = compared.changeOf();
    plan.changes.push('differences' in change ? { ...change, differences } : change);
  }
  plan.left.push(...left.map(({ id, name, managed: { key } }) => ({ kind, id, key, name })));
}

/** The keys of monitors and endpoints by their ids. */
type Names = { monitors: ReadonlyMap<string, string>; endpoints: ReadonlyMap<string, string> };

function namesOf(places: ReadonlyMap<string, Place>): Names {
  const known = [...places];
  return {
    monitors: new Map(known.flatMap(([key, { id }]) => (id === undefined ? [] : [[id, key]]))),
    endpoints: new Map(known.flatMap(([, { endpoints }]) => [...endpoints].map(([key, id]) => [id, key] as const))),
  };
}

/** The places of the monitors that exist, by their ids. */
export function placesById(places: ReadonlyMap<string, Place>): PlacesById {
  const existing = [...places].flatMap(([key, { id, endpoints }]) => {
    const keys = new Map([...endpoints].map(([endpointKey, endpointId]) => [endpointId, endpointKey]));
    return id === undefined ? [] : [[id, { key, endpoints: keys }] as const];
  });
  return new Map(existing);
}

/** The keys of monitors by their ids, in an order of their own; null for all. */
function keysOf(ids: readonly string[] | null, { monitors }: Names): string[] | null {
  return ids?.map((id) => monitors.get(id) ?? id).toSorted() ?? null;
}

/** The ids of monitors by their keys, null for all; undefined if one does not exist yet. */
function idsOf(keys: readonly string[] | null, places: ReadonlyMap<string, Place>): string[] | null | undefined {
  if (keys === null) return null;
  const ids = keys.flatMap((key) => places.get(key)?.id ?? []);
  return ids.length < keys.length ? undefined : ids;
}

const actionOf = ({ managed }: { managed: Managed | null }) => (managed === null ? 'adopt' : 'change');

/** What a user should know of what is created although the file has an id for it. */
function noteOfId(kind: Kind, id: string | undefined): string[] {
  return id === undefined ? [] : [`the account has no ${kind} ${id}`];
}

function problemsOfChannel({ type, settings }: DesiredChannel, known: ManagedChannel | undefined): string[] {
  if (known && known.type !== type) return [`${known.id} is of the type ${known.type}; another one needs another key`];
  const { secrets, sentTo } = getChannelType(type);
  const isElsewhere = sentTo !== undefined && known?.settings[sentTo] !== settings[sentTo];
  const missing = secrets.filter(
    (name) => isMask(settings[name] ?? '') && (isElsewhere || known?.secrets[name] === undefined),
  );
  return missing.map((name) => `the secret ${name} is not set`);
}

function compareChannel(
  { key: _, id: __, type, settings, monitors, ...desired }: DesiredChannel,
  known: ManagedChannel,
  names: Names,
  { fingerprint }: Options,
): Difference[] {
  const { secrets } = getChannelType(type);
  const marked = (mark: (name: string) => string) =>
    Object.fromEntries(settingNames(type).map((name) => [name, mark(name)]));
  const stored = (name: string) => {
    const secret = known.secrets[name];
    return secret === undefined ? (known.settings[name] ?? '') : markSecret(secret);
  };
  const target = (name: string) => {
    const text = settings[name] ?? '';
    if (!secrets.includes(name) || text === '') return text;
    return isMask(text) ? stored(name) : markSecret(fingerprint(text));
  };
  const { name, enabled, severity, tags, events, alsoSlow, language, timing } = known;
  const fields = { name, enabled, severity, tags, events: events?.toSorted() ?? null, alsoSlow, language, timing };
  const differences = compareLeaves(
    { ...fields, settings: marked(stored), monitors: keysOf(known.monitors, names) },
    {
      ...desired,
      events: desired.events?.toSorted() ?? null,
      settings: marked(target),
      monitors: monitors?.toSorted() ?? null,
    },
    '',
  );
  if (desired.enabled && known.verifiedAt === null)
    differences.push({ field: 'verified', before: 'no', after: 'by a test message' });
  return differences;
}

function changeOfChannel(
  { key, id, type, ...fields }: DesiredChannel,
  known: ManagedChannel | undefined,
  places: ReadonlyMap<string, Place>,
  project: string,
): Change {
  const { name } = fields;
  const monitors = idsOf(fields.monitors, places);
  const body = monitors === undefined ? null : { ...fields, monitors, managed: { project, key } };
  const kind = 'channel';
  if (known) {
    const changed = body && { ...body, rotateSecret: false };
    return { kind, action: actionOf(known), id: known.id, key, name, body: changed, differences: [] };
  }
  const { generated } = getChannelType(type);
  const notes = [
    ...noteOfId(kind, id),
    ...(fields.enabled ? ['a test message verifies it'] : []),
    ...(generated === undefined ? [] : [`the server makes its ${generated}, which the app can replace and show`]),
  ];
  return { kind, action: 'create', key, name, body: body && { ...body, type }, notes };
}

function compareWindow({ key: _, id: __, monitors, ...desired }: DesiredWindow, known: ManagedWindow, names: Names) {
  const { name, start, timeZone, durationMin, rule, mailsSubscribers = false } = known;
  const stored = { name, start, timeZone, durationMin, rule, mailsSubscribers };
  return compareLeaves(
    { ...stored, monitors: keysOf(known.monitors, names) },
    { ...desired, monitors: monitors?.toSorted() ?? null },
    '',
  );
}

function changeOfWindow(
  { key, id, ...fields }: DesiredWindow,
  known: ManagedWindow | undefined,
  places: ReadonlyMap<string, Place>,
  project: string,
): Change {
  const { name } = fields;
  const monitors = idsOf(fields.monitors, places);
  const body = monitors === undefined ? null : { ...fields, monitors, managed: { project, key } };
  const kind = 'maintenance';
  return known
    ? { kind, action: actionOf(known), id: known.id, key, name, body, differences: [] }
    : { kind, action: 'create', key, name, body, notes: noteOfId(kind, id) };
}

function problemsOfPage({ slug, access, password }: DesiredPage, known: StoredPage | undefined): string[] {
  if (known && known.slug !== slug)
    return [`its address is ${known.slug} and cannot change; another one needs another key`];
  const isMissing = password === undefined || isMask(password);
  return access === 'password' && isMissing && !known?.hasPassword ? ['the secret password is not set'] : [];
}

function comparePage(
  { key: _, slug: __, password, name: title, groups, ...fields }: DesiredPage,
  known: StoredPage,
  names: Names,
): Difference[] {
  const nameOf = (name: string) => (name === '' ? {} : { name });
  const shown = known.groups.map(({ name, components }) => ({
    ...nameOf(name),
    components: components.map(({ name: component, monitorId, endpointId }) => ({
      name: component,
      monitor: names.monitors.get(monitorId) ?? monitorId,
      endpoint: endpointId === null ? null : (names.endpoints.get(endpointId) ?? endpointId),
    })),
  }));
  const own = Object.fromEntries(Object.keys(fields).map((field) => [field, Reflect.get(known, field)]));
  const target = groups.map(({ name, components }) => ({ ...nameOf(name), components }));
  const differences = compareLeaves(
    { ...own, title: known.title, groups: shown },
    { ...fields, title, groups: target },
    '',
  );
  if (password !== undefined && !known.hasPassword)
    differences.push({ field: 'password', before: null, after: '(secret)' });
  return differences;
}

function changeOfPage(
  { key, slug, name, groups: target, password: given, ...fields }: DesiredPage,
  known: StoredPage | undefined,
  places: ReadonlyMap<string, Place>,
  project: string,
): Change {
  const groups = groupsOf(target, known, places);
  const password = given !== undefined && !known?.hasPassword ? { password: given } : {};
  const body = groups && { ...fields, ...password, title: name, groups, managed: { project, key } };
  const kind = 'page';
  if (!known)
    return { kind, action: 'create', key, name, body: body && { ...body, slug }, notes: [`at /status/${slug}`] };
  const changed = body && { ...body, version: known.version };
  return { kind, action: actionOf(known), id: slug, key, name, body: changed, differences: [] };
}

/** Groups as requests have them, null if a monitor or endpoint does not exist yet. Components keep their public names. */
function groupsOf(
  target: DesiredPage['groups'],
  known: StoredPage | undefined,
  places: ReadonlyMap<string, Place>,
): PageInput['groups'] | null {
  let isMissing = false;
  const stored = known?.groups.flatMap(({ components }) => components) ?? [];
  const groups = target.map(({ name, components }) => ({
    name,
    components: components.map((each) => {
      const place = places.get(each.monitor);
      const monitorId = place?.id ?? '';
      const endpointId = each.endpoint === undefined ? null : (place?.endpoints.get(each.endpoint) ?? '');
      if (monitorId === '' || endpointId === '') isMissing = true;
      const same = stored.findIndex((one) => one.monitorId === monitorId && one.endpointId === endpointId);
      const [before] = same < 0 ? [] : stored.splice(same, 1);
      return { name: each.name, monitorId, endpointId, ...(before && { key: before.key }) };
    }),
  }));
  return isMissing ? null : groups;
}
