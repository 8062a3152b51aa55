import type { ManagedMonitor } from '../contracts/api/managed.ts';
import type { EndpointContent, MonitorInput } from '../contracts/api/monitors.ts';
import { hasSameOrigin } from '../decisions/monitors/check-secrets.ts';
import { isMask } from '../values/channels/secret.ts';
import type { CheckOptions } from '../values/check-options.ts';
import { mapSecrets } from '../values/check-secrets.ts';
import { isSame } from '../values/is-same.ts';
import { fieldNames } from '../values/monitor-fields/field.ts';
import { ENDPOINT_FIELDS, MONITOR_FIELDS } from '../values/monitor-fields/table.ts';
import type { Desired, DesiredMonitor } from './read-files.ts';
import { withoutValues } from './variables.ts';

/** A field that the file has otherwise than the server, as texts; null where there is none. No text has a secret. */
export type Difference = { field: string; before: string | null; after: string | null };

type Subject = { key: string; name: string };
/** `notes`: what a user should know before. */
export type Change =
  | (Subject & { action: 'create'; body: MonitorInput; notes: string[] })
  | (Subject & {
      action: 'adopt' | 'change';
      id: string;
      version: number;
      body: MonitorInput;
      differences: Difference[];
    })
  | (Subject & { action: 'delete'; id: string });

/** `unlisted`: what the project made and the file no longer has, which stays unless it is pruned. */
export type FilePlan = {
  changes: Change[];
  unlisted: (Subject & { id: string })[];
  unchanged: number;
  problems: string[];
};

type Context = Omit<Desired, 'monitors'> & { fingerprint: (secret: string) => string };

/**
 * Compares files with the account: `current` are all its monitors. A monitor is found by its project and key, else by the
 * id that the file has for it; an endpoint by its key, else by its URL. `fingerprint`: of a secret, as the server has it.
 */
export function planFile(
  desired: Desired,
  current: readonly ManagedMonitor[],
  options: { fingerprint: (secret: string) => string; isPruning: boolean },
): FilePlan {
  const { monitors, ...rest } = desired;
  const { project } = rest;
  const context: Context = { ...rest, fingerprint: options.fingerprint };
  const plan: FilePlan = { changes: [], unlisted: [], unchanged: 0, problems: [] };
  const byKey = new Map(
    current.flatMap((each) => (each.managed?.project === project ? [[each.managed.key, each]] : [])),
  );
  const byId = new Map(current.map((each) => [each.id, each]));
  for (const monitor of monitors) {
    const named = monitor.id === undefined ? undefined : byId.get(monitor.id);
    const known = byKey.get(monitor.key) ?? named;
    if (known?.managed && known.managed.project !== project) {
      plan.problems.push(`${monitor.key}: the project ${known.managed.project} manages ${known.id}`);
      continue;
    }
    if (known?.managed && known.managed.key !== monitor.key && monitors.some(({ key }) => key === known.managed?.key)) {
      plan.problems.push(`${monitor.key}: ${known.id} is the monitor ${known.managed.key}`);
      continue;
    }
    addMonitor(plan, monitor, known, context);
  }
  const kept = new Set(plan.changes.flatMap((change) => ('id' in change ? change.id : [])));
  const keys = new Set(monitors.map(({ key }) => key));
  for (const [key, { id, name }] of byKey) {
    if (keys.has(key) || kept.has(id)) continue;
    if (options.isPruning) plan.changes.push({ action: 'delete', id, key, name });
    else plan.unlisted.push({ id, key, name });
  }
  return plan;
}

function addMonitor(
  plan: FilePlan,
  monitor: DesiredMonitor,
  known: ManagedMonitor | undefined,
  context: Context,
): void {
  const { key, name } = monitor;
  const pairs = matchEndpoints(monitor, known);
  for (const { endpoint, stored } of pairs) {
    const missing = missingSecrets(endpoint, stored, known);
    for (const secret of missing)
      plan.problems.push(`${key}.endpoints.${endpoint.key}: the secret ${secret} is not set`);
    if (missing.length > 0) return;
  }
  const body = bodyOf(monitor, known, pairs, context.project);
  if (!known) {
    const notes = monitor.id === undefined ? [] : [`the account has no monitor ${monitor.id}`];
    plan.changes.push({ action: 'create', key, name, body, notes });
    return;
  }
  const differences = differencesOf(monitor, known, pairs, context);
  const isAdopted =
    !isSame(known.managed, body.managed) || pairs.some(({ endpoint, stored }) => stored?.managedKey !== endpoint.key);
  const { id, version } = known;
  if (isAdopted && known.managed === null)
    plan.changes.push({ action: 'adopt', id, version, key, name, body, differences });
  else if (isAdopted || differences.length > 0)
    plan.changes.push({ action: 'change', id, version, key, name, body, differences });
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

/** The request that makes the monitor what the file has. A pause that the file leaves out stays. */
function bodyOf(
  monitor: DesiredMonitor,
  known: ManagedMonitor | undefined,
  pairs: readonly Pair[],
  project: string,
): MonitorInput {
  const { id: _, key, paused, endpoints: __, ...fields } = monitor;
  return {
    ...fields,
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
  const found: Difference[] = compare(fieldNames(MONITOR_FIELDS), known, monitor, '');
  for (const { endpoint, stored } of pairs) {
    const place = `endpoints.${endpoint.key}`;
    if (!stored) {
      found.push({ field: place, before: null, after: endpoint.url });
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
  return found.map((each) => withoutVariables(each, monitor.key, context));
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

const SECRET = '(secret)';

/** Compares the options of checks one by one, secrets by their fingerprints. */
function compareChecks(
  check: CheckOptions | null,
  stored: EndpointContent,
  fingerprints: Readonly<Record<string, string>>,
  place: string,
  { fingerprint }: Context,
): Difference[] {
  const mark = (name: string, value: string | undefined) => `${SECRET}${value ?? name}`;
  const before =
    stored.check && mapSecrets(stored.check, (secret, name) => (secret === '' ? '' : mark(name, fingerprints[name])));
  const after =
    check &&
    mapSecrets(check, (secret, name) => {
      if (secret === '') return '';
      return mark(name, isMask(secret) ? fingerprints[name] : fingerprint(secret));
    });
  const [one, other] = [leavesOf(before, place), leavesOf(after, place)];
  return [...new Set([...one.keys(), ...other.keys()])].flatMap((field) => {
    const [was, is] = [one.get(field) ?? null, other.get(field) ?? null];
    if (was === is) return [];
    const shown = (text: string | null) => text?.replaceAll(/\(secret\)[\w-]*/g, SECRET) ?? null;
    return [{ field, before: shown(was), after: shown(is) }];
  });
}

/** The values of an object by their paths, as texts; `type` follows from the URL. */
function leavesOf(value: unknown, place: string): Map<string, string> {
  if (value === null || value === undefined) return new Map();
  if (typeof value !== 'object') return new Map([[place, textOf(value)]]);
  const entries = Object.entries(value).filter(([name]) => !(place.endsWith('.check') && name === 'type'));
  return new Map(entries.flatMap(([name, each]) => [...leavesOf(each, `${place}.${name}`)]));
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

/** Texts with variables are shown as the file has them, since the variables may be secret, and what was there is not. */
function withoutVariables(difference: Difference, key: string, { texts, values }: Context): Difference {
  const path = `monitors.${key}.${difference.field}`;
  const hasVariables = [...texts.keys()].some((each) => each === path || each.startsWith(`${path}.`));
  if (!hasVariables) return difference;
  const after = texts.get(path) ?? (difference.after === null ? null : withoutValues(difference.after, values));
  return { ...difference, before: difference.before === null ? null : '…', after };
}
