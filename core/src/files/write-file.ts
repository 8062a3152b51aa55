import { Document } from 'yaml';
import type { ManagedMonitor } from '../contracts/api/managed.ts';
import type { EndpointContent } from '../contracts/api/monitors.ts';
import { endpointName } from '../decisions/monitors/endpoint-name.ts';
import { isMask } from '../values/channels/secret.ts';
import { mapSecrets } from '../values/check-secrets.ts';
import { compareNames } from '../values/compare-names.ts';
import { isSame } from '../values/is-same.ts';
import { LOCATION_CODES } from '../values/locations.ts';
import type { EditableFields } from '../values/monitor-fields/field.ts';
import { ENDPOINT_FIELDS, MONITOR_FIELDS } from '../values/monitor-fields/table.ts';
import { oneLine } from '../values/outside-text.ts';
import type { Pause } from '../values/pause.ts';
import { dependencyByKeys, type PlaceById, type PlacesById } from './dependencies.ts';
import { freeKey } from './keys.ts';
import type { Account } from './plan-file.ts';
import { escaped, escapeVariables, freeVariable } from './variables.ts';
import { writeDependents } from './write-dependents.ts';

/** `variables`: the names that stand for secrets. `others`: how many monitors other projects manage. */
export type WrittenFile = { text: string; variables: string[]; others: number };

/**
 * Writes the file that describes the account as it is, for the project. What no project manages has its id, by which its
 * first apply takes it over. Comments name what a file cannot have.
 */
export function writeFile(account: Account, project: string, schemaUrl: string): WrittenFile {
  const { monitors } = account;
  const own = monitors.filter(({ managed }) => managed === null || managed.project === project);
  const taken = new Set(own.flatMap(({ managed }) => managed?.key ?? []));
  const variables = new Set<string>();
  const places: PlacesById = new Map();
  const sorted = own.toSorted(
    (one, other) => compareNames(one.name, other.name) || one.id.localeCompare(other.id, 'en'),
  );
  for (const monitor of sorted) {
    const key = monitor.managed?.key ?? freeKey(monitor.name, taken);
    places.set(monitor.id, { key, endpoints: keysOfEndpoints(monitor) });
  }
  const entries = sorted.flatMap((monitor) => {
    const place = places.get(monitor.id);
    return place ? [[place.key, monitorEntry(place, monitor, variables, places)] as const] : [];
  });
  const { sections, leftOut } = writeDependents(account, project, places, variables);
  for (const { name, dependsOn } of sorted)
    if (dependsOn.some((each) => dependencyByKeys(each, places) === null))
      leftOut.push(`a dependency of the monitor "${name}": it names a monitor or endpoint that is not here`);
  const document = new Document({ project, monitors: new Map(entries), ...sections });
  const secrets = [...variables].map((name) => `   ${name}`);
  const comment = [
    ` yaml-language-server: $schema=${schemaUrl}`,
    ...(secrets.length === 0
      ? []
      : [' Secrets, from the environment; one that is not set stays as it is:', ...secrets]),
    ...(leftOut.length === 0 ? [] : [' Not in this file:', ...leftOut.map((each) => `   ${oneLine(each)}`)]),
  ];
  document.commentBefore = comment.join('\n');
  return {
    text: document.toString({ lineWidth: 0 }),
    variables: [...variables],
    others: monitors.length - own.length,
  };
}

function keysOfEndpoints({ endpoints }: ManagedMonitor): Map<string, string> {
  const taken = new Set(endpoints.flatMap(({ managedKey }) => managedKey ?? []));
  return new Map(endpoints.map(({ id, managedKey, name }) => [id, managedKey ?? freeKey(name, taken)]));
}

/** What it depends on outside the file is left out. */
function monitorEntry(
  { key, endpoints: keys }: PlaceById,
  monitor: ManagedMonitor,
  variables: Set<string>,
  places: PlacesById,
): object {
  const { id, managed, name, locations, endpoints } = monitor;
  const entries = endpoints.map((endpoint, index) => {
    const endpointKey = keys.get(endpoint.id) ?? endpoint.id;
    return [endpointKey, endpointEntry(`${key}_${endpointKey}`, endpoint, index, variables)] as const;
  });
  const dependsOn = monitor.dependsOn.flatMap((each) => dependencyByKeys(each, places) ?? []);
  return {
    ...(managed === null && { id }),
    ...(name !== key && { name: escapeVariables(name) }),
    ...chosen(MONITOR_FIELDS, monitor),
    ...(!isSame(locations, [...LOCATION_CODES]) && { locations }),
    ...(dependsOn.length > 0 && { dependsOn }),
    endpoints: new Map(entries),
  };
}

function endpointEntry(place: string, endpoint: EndpointContent, index: number, variables: Set<string>): object {
  const { url, name, check } = endpoint;
  const isDerived = name === endpointName({ ...endpoint, name: '' }, index);
  return {
    url: escapeVariables(url),
    ...(!isDerived && { name: escapeVariables(name) }),
    ...chosen(ENDPOINT_FIELDS, endpoint),
    ...(check && { check: checkEntry(place, check, variables) }),
  };
}

const WRITTEN_APART: ReadonlySet<string> = new Set([
  'url',
  'name',
  'locations',
  'dependsOn',
  'check',
  'managed',
  'managedKey',
  'pausedUntilMs',
]);

/** The fields that are not as they are by default. A pause that ends by itself is left out: the file would repeat it. */
function chosen(fields: EditableFields, values: Pause): object {
  const isWritten = (name: string) => !WRITTEN_APART.has(name) && (name !== 'paused' || values.pausedUntilMs === null);
  const names = Object.entries(fields).filter(
    ([name, field]) => isWritten(name) && !isSame(Reflect.get(values, name), field.default),
  );
  return Object.fromEntries(names.map(([name]) => [name, escaped(Reflect.get(values, name))]));
}

function checkEntry(place: string, check: NonNullable<EndpointContent['check']>, variables: Set<string>): unknown {
  const secrets = new Map<string, string>();
  const named = mapSecrets(check, (secret, name) => {
    if (!isMask(secret)) return secret;
    const variable = freeVariable(`${place}_${name.replace(/^header /, '')}`, variables);
    const mark = `\u0000${variable}`;
    secrets.set(mark, `\${${variable}}`);
    return mark;
  });
  const { type: _, ...options } = named;
  return escaped(options, secrets);
}
