import { type Document, isAlias, isMap, isNode, isPair, isScalar, LineCounter, type Node, parseDocument } from 'yaml';
import { z } from 'zod';
import { endpointName } from '../decisions/monitors/endpoint-name.ts';
import { getChannelType } from '../values/channels/channel-types.ts';
import { completeChecks } from '../values/check-options.ts';
import { secretsOf } from '../values/check-secrets.ts';
import { clip } from '../values/clip.ts';
import { readDependency } from '../values/dependency.ts';
import { STATUS_PAGE } from '../values/status-page/limits.ts';
import { slugSchema } from '../values/status-page/slug.ts';
import { dependencyDepths } from './dependencies.ts';
import type { FileChannel, FilePage, FileWindow } from './dependent-schema.ts';
import { type FileMonitor, fileSchema, type ManagedFile } from './file-schema.ts';
import { type Expanded, expandVariables, type FilePath, withoutValues } from './variables.ts';

export type FileText = { name: string; text: string };

/** What is wrong with a file. Lines and columns start from 1. */
export type FileProblem = { file: string; line: number; column: number; message: string };

type FileEndpoint = FileMonitor['endpoints'][string];

/** A monitor as it should be, its endpoints in order. Its secrets are in plain text, or masks for those that stay. */
export type DesiredMonitor = Omit<FileMonitor, 'name' | 'endpoints'> & {
  key: string;
  name: string;
  endpoints: (FileEndpoint & { key: string })[];
};

/** A thing of a file with its key and name. */
type Named<Thing> = Omit<Thing, 'name'> & { key: string; name: string };
/** Its secrets are in plain text, or masks for those that stay. */
export type DesiredChannel = Named<FileChannel>;
export type DesiredWindow = Named<FileWindow>;
/** All components have names. */
export type DesiredPage = Named<Omit<FilePage, 'title' | 'slug' | 'groups'>> & {
  slug: string;
  groups: { name: string; components: { monitor: string; endpoint?: string | undefined; name: string }[] }[];
};

/** `texts`: the texts with variables as the files have them, by path; none of the `values` may be shown. */
export type Desired = {
  project: string;
  monitors: DesiredMonitor[];
  channels: DesiredChannel[];
  maintenance: DesiredWindow[];
  pages: DesiredPage[];
  texts: ReadonlyMap<string, string>;
  values: ReadonlyMap<string, string>;
};

/** How much is read at once. */
const LIMITS = { characters: 5 * 1024 * 1024, files: 200, problems: 50 } as const;

type Parsed = { name: string; document: Document; lines: LineCounter; expanded: Expanded; file: ManagedFile };

/** Reads files together. `env`: the variables that their texts may name. */
export function readFiles(
  files: readonly FileText[],
  env: Readonly<Record<string, string | undefined>>,
): { desired: Desired } | { problems: FileProblem[] } {
  const size = files.reduce((sum, { text }) => sum + text.length, 0);
  if (files.length > LIMITS.files || size > LIMITS.characters) {
    return {
      problems: [{ file: files[0]?.name ?? '', line: 1, column: 1, message: 'the files are over 5 MB or 200' }],
    };
  }
  const read = files.map((file) => readFile(file, env));
  const problems = read.flatMap((each) => ('problems' in each ? each.problems : []));
  const parsed = read.flatMap((each) => ('problems' in each ? [] : [each]));
  if (problems.length > 0) return { problems: problems.slice(0, LIMITS.problems) };
  const merged = mergeFiles(parsed);
  return 'problems' in merged ? { problems: merged.problems.slice(0, LIMITS.problems) } : merged;
}

function readFile(
  { name, text }: FileText,
  env: Readonly<Record<string, string | undefined>>,
): Parsed | { problems: FileProblem[] } {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, merge: true, prettyErrors: false });
  const at = (offset: number, message: string): FileProblem => {
    const { line, col } = lines.linePos(offset);
    return { file: name, line, column: col, message };
  };
  if (document.errors.length > 0) return { problems: document.errors.map(({ pos, message }) => at(pos[0], message)) };
  let value: unknown;
  try {
    value = document.toJS({ maxAliasCount: 10_000 });
  } catch {
    return { problems: [at(0, 'its aliases repeat too much')] };
  }
  const expanded = expandVariables(value ?? {}, env);
  const found = fileSchema.safeParse(withCheckTypes(expanded.value), { error: describeIssue });
  const atPath = (path: FilePath, message: string, isKey = false) =>
    at(offsetOf(document, path, isKey), withoutValues(message, expanded.values));
  const missing = expanded.missing.filter(({ path, mask }) => !isSecret(found, path, mask));
  const named = missing.map(({ path, name: variable }) => atPath(path, `the variable ${variable} is not set`));
  const isNamed = (path: FilePath) => missing.some((each) => each.path.join('.') === path.join('.'));
  const issues = (found.error?.issues ?? []).flatMap(flatten).filter(({ path }) => !isNamed(path));
  const wrong = issues.map(({ path, message, isKey }) => atPath(path, messageAt(path, message), isKey));
  if (!found.success || named.length > 0) return { problems: [...named, ...wrong] };
  return { name, document, lines, expanded, file: found.data };
}

const SECRET_PLACES: ReadonlySet<string> = new Set(['check', 'settings', 'password']);

/** Whether a mask became a secret, which may stay as the server has it. */
function isSecret({ data, error }: z.ZodSafeParseResult<ManagedFile>, path: FilePath, mask: string): boolean {
  // As long as something else is wrong, only this variable's own place can tell.
  const [section = '', key = '', field, name = ''] = path.map(String);
  if (error) {
    const isWrong = error.issues.some((issue) => issue.path.join('.') === path.join('.'));
    return !isWrong && [...path, section === 'pages' ? field : ''].some((each) => SECRET_PLACES.has(String(each)));
  }
  if (section === 'pages') return field === 'password';
  if (section === 'channels') {
    const type = data.channels[key]?.type;
    return field === 'settings' && type !== undefined && getChannelType(type).secrets.includes(name);
  }
  const check = data.monitors[key]?.endpoints[name]?.check ?? null;
  return [...secretsOf(check).values()].includes(mask);
}

/** Adds to each check the type that its URL names, as the API does. */
function withCheckTypes(file: unknown): unknown {
  return mapOf(file, (name, monitors) =>
    name !== 'monitors'
      ? monitors
      : mapOf(monitors, (_key, monitor) =>
          mapOf(monitor, (field, endpoints) =>
            field !== 'endpoints' ? endpoints : mapOf(endpoints, (_endpoint, endpoint) => completeChecks(endpoint)),
          ),
        ),
  );
}

function mapOf(value: unknown, change: (key: string, value: unknown) => unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, change(key, each)]));
}

/** Names the nearest known field next to an unknown one; all other issues keep their messages. */
function describeIssue(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code !== 'unrecognized_keys' || !(issue.inst instanceof z.ZodObject)) return undefined;
  const known = Object.keys(issue.inst.shape);
  return issue.keys.map((key) => `${key}\u0000${nearest(key, known) ?? ''}`).join('\u0001');
}

type FlatIssue = { path: FilePath; message: string; isKey: boolean };

/** One issue names all unknown fields of an object, one of a union has the issues of its options. */
function flatten(issue: z.core.$ZodIssue): FlatIssue[] {
  const { path } = issue;
  if (issue.code === 'unrecognized_keys') {
    return issue.message.split('\u0001').map((part) => {
      const [key = '', near = ''] = part.split('\u0000');
      const hint = near === '' ? '' : `; did you mean ${near}?`;
      return { path: [...path, key], message: `there is no field ${key}${hint}`, isKey: true };
    });
  }
  if (issue.code === 'invalid_key') {
    return [{ path, message: issue.issues[0]?.message ?? issue.message, isKey: true }];
  }
  if (issue.code === 'invalid_union') {
    const fewest = issue.errors
      .filter((errors) => errors.length > 0)
      .sort((one, other) => one.length - other.length)[0];
    if (fewest) return fewest.flatMap(flatten).map((each) => ({ ...each, path: [...path, ...each.path] }));
  }
  return [{ path, message: issue.message, isKey: false }];
}

function messageAt(path: FilePath, message: string): string {
  const place = path.filter((part) => typeof part !== 'number').at(-1);
  return place === undefined || message.startsWith('there is no field') ? message : `${String(place)}: ${message}`;
}

/** Returns the known name that differs from a key by the fewest letters; null if none is near. */
function nearest(key: string, known: readonly string[]): string | null {
  const [best] = known
    .map((name) => ({ name, distance: distanceOf(key.toLowerCase(), name.toLowerCase()) }))
    .sort((one, other) => one.distance - other.distance);
  return best && best.distance <= Math.max(2, Math.floor(best.name.length / 3)) ? best.name : null;
}

/** The number of letters to insert, delete or replace (Levenshtein). */
function distanceOf(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [i, letter] of [...one.slice(0, 60)].entries()) {
    const next = [i + 1];
    for (let j = 0; j < other.length; j += 1) {
      const replaced = (row[j] ?? 0) + (other[j] === letter ? 0 : 1);
      next.push(Math.min(replaced, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

/** Where the value, or its key, is in the text: the nearest place around it that the text has. */
function offsetOf(document: Document, path: FilePath, isKey: boolean): number {
  let node: unknown = document.contents;
  let offset = isNode(node) ? (node.range?.[0] ?? 0) : 0;
  for (const [index, part] of path.entries()) {
    if (isAlias(node)) node = node.resolve(document);
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === String(part));
      if (!isPair(pair)) return offset;
      const wanted = isKey && index === path.length - 1 ? pair.key : (pair.value ?? pair.key);
      offset = startOf(wanted) ?? offset;
      node = pair.value;
    } else {
      node = document.getIn(path.slice(0, index + 1), true);
      offset = startOf(node) ?? offset;
    }
  }
  return offset;
}

function startOf(node: unknown): number | null {
  return isNode(node) ? ((node as Node).range?.[0] ?? null) : null;
}

/** The sections of a file, each with what it has by key. */
const SECTIONS = {
  monitors: 'monitor',
  channels: 'channel',
  maintenance: 'maintenance window',
  pages: 'page',
} as const;
type Section = keyof typeof SECTIONS;
const SECTION_NAMES = Object.keys(SECTIONS) as Section[];

function mergeFiles(files: readonly Parsed[]): { desired: Desired } | { problems: FileProblem[] } {
  const problems: FileProblem[] = [];
  const problem = ({ name, document, lines }: Parsed, path: FilePath, message: string, isKey = true) => {
    const { line, col } = lines.linePos(offsetOf(document, path, isKey));
    problems.push({ file: name, line, column: col, message });
  };
  const named = files.find(({ file }) => file.project !== undefined);
  const project = named?.file.project;
  for (const each of files) {
    if (each.file.project !== undefined && each.file.project !== project) {
      problem(each, ['project'], `${named?.name} has the project ${project}`);
    }
  }
  for (const section of SECTION_NAMES) findRepeated(files, section, problem);
  const monitors = new Map(files.flatMap(({ file }) => Object.entries(file.monitors)));
  for (const each of files) findUnknown(each, monitors, (...found) => problem(each, ...found));
  if (problems.length === 0) findCircles(files, monitors, problem);
  const [first] = files;
  if (project === undefined && first) problem(first, [], 'project is missing: a name for what these files manage');
  if (problems.length > 0 || project === undefined) return { problems };
  const entries = <Thing>(of: (file: ManagedFile) => Record<string, Thing>) =>
    files.flatMap(({ file }) => Object.entries(of(file)));
  return {
    desired: {
      project,
      monitors: entries(({ monitors: own }) => own).map(([key, monitor]) => desiredMonitor(key, monitor)),
      channels: entries(({ channels }) => channels).map(([key, { name = key, ...channel }]) => ({
        ...channel,
        key,
        name,
      })),
      maintenance: entries(({ maintenance }) => maintenance).map(([key, { name = key, ...window }]) => ({
        ...window,
        key,
        name,
      })),
      pages: entries(({ pages }) => pages).map(([key, page]) => desiredPage(key, page, monitors)),
      texts: new Map(files.flatMap(({ expanded }) => [...expanded.paths])),
      values: new Map(files.flatMap(({ expanded }) => [...expanded.values])),
    },
  };
}

/** Finds keys, ids and addresses of pages that appear twice. */
function findRepeated(
  files: readonly Parsed[],
  section: Section,
  problem: (file: Parsed, path: FilePath, message: string) => void,
): void {
  const keys = new Map<string, string>();
  const ids = new Map<string, string>();
  for (const each of files) {
    for (const [key, thing] of Object.entries(each.file[section])) {
      const first = keys.get(key);
      if (first !== undefined) problem(each, [section, key], `${first} has a ${SECTIONS[section]} ${key}, too`);
      else keys.set(key, each.name);
      const field = 'groups' in thing ? 'slug' : 'id';
      const id = 'groups' in thing ? (thing.slug ?? key) : thing.id;
      if (id === undefined) continue;
      const same = ids.get(id);
      if (same !== undefined && same !== key) problem(each, [section, key, field], `${same} has the same ${field}`);
      ids.set(id, key);
    }
  }
}

/** Finds monitors and endpoints that are named and not described, and pages without an address. */
function findUnknown(
  { file }: Parsed,
  monitors: ReadonlyMap<string, FileMonitor>,
  problem: (path: FilePath, message: string, isKey: boolean) => void,
): void {
  const refuse = (path: FilePath, kind: string, key: string, known: Iterable<string>) => {
    const near = nearest(key, [...known]);
    problem(path, `these files have no ${kind} ${key}${near === null ? '' : `; did you mean ${near}?`}`, false);
  };
  const refuseEndpoint = (path: FilePath, monitor: string, endpoint: string) => {
    const endpoints = monitors.get(monitor)?.endpoints;
    if (!endpoints) refuse(path, 'monitor', monitor, monitors.keys());
    else if (!Object.hasOwn(endpoints, endpoint))
      refuse(path, `endpoint of ${monitor} with the key`, endpoint, Object.keys(endpoints));
  };
  for (const [key, { dependsOn }] of Object.entries(file.monitors)) {
    for (const [index, named] of dependsOn.entries()) {
      const path = ['monitors', key, 'dependsOn', index];
      const { monitorId: monitor, endpointId: endpoint } = readDependency(named);
      if (endpoint !== null) refuseEndpoint(path, monitor, endpoint);
      else if (!monitors.has(monitor)) refuse(path, 'monitor', monitor, monitors.keys());
    }
  }
  for (const section of ['channels', 'maintenance'] as const) {
    for (const [key, { monitors: named }] of Object.entries(file[section])) {
      for (const [index, monitor] of named?.entries() ?? []) {
        if (!monitors.has(monitor)) refuse([section, key, 'monitors', index], 'monitor', monitor, monitors.keys());
      }
    }
  }
  for (const [key, { slug, groups }] of Object.entries(file.pages)) {
    if (slug === undefined && !slugSchema.safeParse(key).success)
      problem(['pages', key], 'slug is missing: the address of the page, which this key cannot be', true);
    for (const [group, { components }] of groups.entries()) {
      for (const [index, { monitor, endpoint }] of components.entries()) {
        const path = ['pages', key, 'groups', group, 'components', index];
        if (!monitors.has(monitor)) refuse([...path, 'monitor'], 'monitor', monitor, monitors.keys());
        else if (endpoint !== undefined) refuseEndpoint([...path, 'endpoint'], monitor, endpoint);
      }
    }
  }
}

/** Finds monitors of which nobody would be notified, as the server refuses them. */
function findCircles(
  files: readonly Parsed[],
  monitors: ReadonlyMap<string, FileMonitor>,
  problem: (file: Parsed, path: FilePath, message: string) => void,
): void {
  const depths = dependencyDepths(monitors);
  for (const each of files) {
    for (const key of Object.keys(each.file.monitors)) {
      if (!depths.has(key)) problem(each, ['monitors', key, 'dependsOn'], 'its dependencies lead in a circle');
    }
  }
}

function desiredMonitor(key: string, { name = key, endpoints, ...fields }: FileMonitor): DesiredMonitor {
  const named = Object.entries(endpoints).map(([endpointKey, endpoint], index) => ({
    ...endpoint,
    key: endpointKey,
    name: endpointName(endpoint, index),
  }));
  return { ...fields, key, name, endpoints: named };
}

function desiredPage(
  key: string,
  { title = key, slug = key, groups, ...fields }: FilePage,
  monitors: ReadonlyMap<string, FileMonitor>,
): DesiredPage {
  const nameOf = (monitor: string, endpoint: string | undefined) => {
    const { name = monitor, endpoints = {} } = monitors.get(monitor) ?? {};
    const index = Object.keys(endpoints).indexOf(endpoint ?? '');
    const found = endpoint === undefined ? undefined : endpoints[endpoint];
    return found ? endpointName(found, index) : name;
  };
  const named = groups.map(({ name, components }) => ({
    name,
    components: components.map((each) => ({
      ...each,
      name: each.name ?? clip(nameOf(each.monitor, each.endpoint), STATUS_PAGE.nameLength),
    })),
  }));
  return { ...fields, key, slug, name: title, groups: named };
}
