import type { ManagedChannel, ManagedMonitor, ManagedPage, ManagedWindow } from '../contracts/api/managed.ts';
import type { EndpointContent, MonitorInput } from '../contracts/api/monitors.ts';
import { hasSameOrigin } from '../decisions/monitors/check-secrets.ts';
import { isMask } from '../values/channels/secret.ts';
import type { CheckOptions } from '../values/check-options.ts';
import { mapSecrets } from '../values/check-secrets.ts';
import { readDependency } from '../values/dependency.ts';
import { isSame } from '../values/is-same.ts';
import type { Managed } from '../values/managed.ts';
import { fieldNames } from '../values/monitor-fields/field.ts';
import { ENDPOINT_FIELDS, MONITOR_FIELDS } from '../values/monitor-fields/table.ts';
import { type Change, type FilePlan, matchByKey, SECTIONS } from './changes.ts';
import { dependencyByKeys, dependencyDepths } from './dependencies.ts';
import { compareLeaves, type Difference, markSecret, textOf, withoutVariables } from './differences.ts';
import { type Place, placesById, planDependents } from './plan-dependents.ts';
import type { Desired, DesiredMonitor } from './read-files.ts';

/** Everything of the account that files describe. */
export type Account = {
  monitors: readonly ManagedMonitor[];
  channels: readonly ManagedChannel[];
  windows: readonly ManagedWindow[];
  pages: readonly ManagedPage[];
};

type Fingerprint = (secret: string) => string;
/** `places`: the monitors by key. */
type Context = Pick<Desired, 'project' | 'texts' | 'values'> & {
  fingerprint: Fingerprint;
  places: ReadonlyMap<string, Place>;
};

/**
 * Compares files with the account. A thing is found by its project and key, else by the id that the file has for it, a
 * page by its address; an endpoint by its key, else by its URL. Monitors come after those that they depend on: so none of
 * the changes makes a circle with what is not changed yet. `fingerprint`: of a secret, as the server has it.
 */
export function planFile(
  desired: Desired,
  account: Account,
  { fingerprint, isPruning }: { fingerprint: Fingerprint; isPruning: boolean },
): FilePlan {
  const context = { ...desired, fingerprint };
  const plan: FilePlan = { changes: [], unlisted: [], unchanged: 0, managed: 0, problems: [] };
  const { matches, left, problems } = matchByKey('monitor', desired.monitors, account.monitors, desired.project);
  plan.problems.push(...problems);
  const matched = matches.map((each) => ({ ...each, pairs: matchEndpoints(each.desired, each.known) }));
  const own = matched.map(({ desired: { key }, known, pairs }): [string, Place] => {
    const ids = pairs.flatMap(({ endpoint, stored }) => (stored ? [[endpoint.key, stored.id] as const] : []));
    return [key, { id: known?.id, endpoints: new Map(ids) }];
  });
  const places = withLeft(new Map(own), left);
  const depths = dependencyDepths(new Map(desired.monitors.map((each) => [each.key, each])));
  const depthOf = ({ desired: { key } }: (typeof matched)[number]) => depths.get(key) ?? 0;
  for (const { desired: monitor, known, pairs } of matched.toSorted((one, other) => depthOf(one) - depthOf(other)))
    addMonitor(plan, monitor, known, pairs, { ...context, places });
  const listed = left.map(({ id, name, managed: { key } }) => ({ kind: 'monitor' as const, id, key, name }));
  const others = planDependents(desired, account, { places, fingerprint });
  plan.changes.push(...others.changes);
  plan.changes = plan.changes.map((change) => ({ ...change, name: nameOf(change, desired) }));
  plan.problems.push(...others.problems);
  plan.unchanged += others.unchanged;
  for (const each of [...listed, ...others.left]) {
    if (isPruning) plan.changes.push({ ...each, action: 'delete' });
    else plan.unlisted.push(each);
  }
  const all = [account.monitors, account.channels, account.windows, account.pages].flat();
  plan.managed = all.filter(({ managed }) => managed?.project === desired.project).length;
  return plan;
}

/** A name with variables is shown as the file has it. */
function nameOf({ kind, key, name }: Change, { texts }: Desired): string {
  return texts.get(`${SECTIONS[kind]}.${key}.${kind === 'page' ? 'title' : 'name'}`) ?? name;
}

/** What the file no longer has is shown by its key, too. */
function withLeft(
  places: ReadonlyMap<string, Place>,
  left: readonly (ManagedMonitor & { managed: Managed })[],
): Map<string, Place> {
  const own = left.map(({ id, managed, endpoints }): [string, Place] => [
    managed.key,
    { id, endpoints: new Map(endpoints.flatMap((each) => (each.managedKey ? [[each.managedKey, each.id]] : []))) },
  ]);
  return new Map([...own, ...places]);
}

function addMonitor(
  plan: FilePlan,
  monitor: DesiredMonitor,
  known: ManagedMonitor | undefined,
  pairs: readonly Pair[],
  context: Context,
): void {
  const { key, name } = monitor;
  for (const { endpoint, stored } of pairs) {
    const missing = missingSecrets(endpoint, stored, known);
    for (const secret of missing)
      plan.problems.push(`${key}.endpoints.${endpoint.key}: the secret ${secret} is not set`);
    if (missing.length > 0) return;
  }
  const managed = { project: context.project, key };
  const body = bodyOf(monitor, known, pairs, context);
  const kind = 'monitor';
  if (!known) {
    const notes = monitor.id === undefined ? [] : [`the account has no monitor ${monitor.id}`];
    plan.changes.push({ kind, action: 'create', key, name, body, notes });
    return;
  }
  const differences = differencesOf(monitor, known, pairs, context);
  const isAdopted =
    !isSame(known.managed, managed) || pairs.some(({ endpoint, stored }) => stored?.managedKey !== endpoint.key);
  const { id, version } = known;
  const action = isAdopted && known.managed === null ? 'adopt' : 'change';
  if (isAdopted || differences.length > 0)
    plan.changes.push({ kind, action, id, key, name, body: body && { ...body, version }, differences });
  else plan.unchanged += 1;
}

type DesiredEndpoint = DesiredMonitor['endpoints'][number];
type Pair = { endpoint: DesiredEndpoint; stored: EndpointContent | undefined };

function matchEndpoints({ endpoints }: DesiredMonitor, known: ManagedMonitor | undefined): Pair[] {
  const left = new Set(known?.endpoints);
  const take = (isWanted: (stored: EndpointContent) => boolean) => {
    const found = [...left].find(isWanted);
    if (found) left.delete(found);
    return found;
  };
  const byKey = new Map(endpoints.map(({ key }) => [key, take((stored) => stored.managedKey === key)]));
  return endpoints.map((endpoint) => ({
    endpoint,
    stored: byKey.get(endpoint.key) ?? take(({ url }) => url === endpoint.url),
  }));
}

/** The names of the secrets that the file leaves to the server, which has none for that address. */
function missingSecrets(
  { check, url }: DesiredEndpoint,
  stored: EndpointContent | undefined,
  known: ManagedMonitor | undefined,
): string[] {
  const names: string[] = [];
  if (check) {
    const fingerprints = stored && hasSameOrigin(stored.url, url) ? fingerprintsOf(known, stored) : {};
    mapSecrets(check, (secret, name) => {
      if (isMask(secret) && fingerprints[name] === undefined) names.push(name);
      return secret;
    });
  }
  return names;
}

function fingerprintsOf(
  known: ManagedMonitor | undefined,
  stored: EndpointContent | undefined,
): Readonly<Record<string, string>> {
  return (stored && known?.secrets[stored.id]) ?? {};
}

/**
 * The request that makes the monitor what the file has; null if it depends on what does not exist yet. A pause that the file
 * leaves out stays.
 */
function bodyOf(
  monitor: DesiredMonitor,
  known: ManagedMonitor | undefined,
  pairs: readonly Pair[],
  { project, places }: Context,
): MonitorInput | null {
  const { id: _, key, paused, endpoints: __, dependsOn: causes, ...fields } = monitor;
  const dependsOn = causes.flatMap((cause) => {
    const { monitorId: named, endpointId: endpoint } = readDependency(cause);
    const { id, endpoints } = places.get(named) ?? {};
    if (endpoint === null || id === undefined) return id ?? [];
    const endpointId = endpoints?.get(endpoint);
    return endpointId === undefined ? [] : `${id}/${endpointId}`;
  });
  if (dependsOn.length < causes.length) return null;
  return {
    ...fields,
    dependsOn,
    ...pauseOf(paused, known),
    managed: { project, key },
    endpoints: pairs.map(({ endpoint: { key: managedKey, paused: own, ...rest }, stored }) => ({
      ...rest,
      ...pauseOf(own, stored),
      managedKey,
      ...(stored && { id: stored.id }),
    })),
  };
}

type Pause = { paused: boolean; pausedUntilMs: number | null };

function pauseOf(paused: boolean | undefined, stored: Pause | undefined): Pause {
  if (stored && (paused === undefined || paused === stored.paused)) {
    return { paused: stored.paused, pausedUntilMs: stored.pausedUntilMs };
  }
  return { paused: paused ?? false, pausedUntilMs: null };
}

const NOT_COMPARED: ReadonlySet<string> = new Set(['managed', 'managedKey', 'pausedUntilMs', 'check']);

function differencesOf(
  monitor: DesiredMonitor,
  known: ManagedMonitor,
  pairs: readonly Pair[],
  context: Context,
): Difference[] {
  const places = placesById(context.places);
  const dependsOn = known.dependsOn.map((each) => dependencyByKeys(each, places) ?? each);
  const found: Difference[] = compare(fieldNames(MONITOR_FIELDS), { ...known, dependsOn }, monitor, '');
  for (const { endpoint, stored } of pairs) {
    const place = `endpoints.${endpoint.key}`;
    if (!stored) {
      const text = context.texts.get(`monitors.${monitor.key}.${place}.url`);
      found.push({ field: place, before: null, after: text ?? endpoint.url });
      continue;
    }
    found.push(...compare(fieldNames(ENDPOINT_FIELDS), stored, endpoint, `${place}.`));
    found.push(...compareChecks(endpoint.check, stored, fingerprintsOf(known, stored), `${place}.check`, context));
  }
  const kept = new Set(pairs.flatMap(({ stored }) => stored?.id ?? []));
  for (const { id, managedKey, url } of known.endpoints) {
    if (!kept.has(id)) found.push({ field: `endpoints.${managedKey ?? id}`, before: url, after: null });
  }
  const orders = [known.endpoints.flatMap(({ id }) => (kept.has(id) ? id : [])), [...kept]];
  if (!isSame(orders[0], orders[1]))
    found.push({ field: 'endpoints', before: 'another order', after: 'the order of the file' });
  return found.map((each) => withoutVariables(each, `monitors.${monitor.key}`, context));
}

/** Compares the fields that the file has. */
function compare(names: readonly string[], stored: object, desired: object, place: string): Difference[] {
  return names.flatMap((name) => {
    const [before, after]: unknown[] = [Reflect.get(stored, name), Reflect.get(desired, name)];
    const isLeftOut = NOT_COMPARED.has(name) || after === undefined;
    return isLeftOut || isSame(before, after)
      ? []
      : [{ field: place + name, before: textOf(before), after: textOf(after) }];
  });
}

/** Compares the options of checks one by one, secrets by their fingerprints. */
function compareChecks(
  check: CheckOptions | null,
  stored: EndpointContent,
  fingerprints: Readonly<Record<string, string>>,
  place: string,
  { fingerprint }: Context,
): Difference[] {
  const before =
    stored.check &&
    mapSecrets(stored.check, (secret, name) => (secret === '' ? '' : markSecret(fingerprints[name] ?? name)));
  const after =
    check &&
    mapSecrets(check, (secret, name) => {
      if (secret === '') return '';
      return markSecret(isMask(secret) ? (fingerprints[name] ?? name) : fingerprint(secret));
    });
  return compareLeaves(before, after, place, (field) => field === `${place}.type`);
}
