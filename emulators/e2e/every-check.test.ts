import type { CheckError } from '@farwatch/core/values/check';
import { CHECK_TYPES } from '@farwatch/core/values/check-types/table';
import { START_TLS } from '@farwatch/core/values/check-types/tls';
import { connectionShape } from '@farwatch/core/values/common-check-options';
import { OPS_BY_SOURCE } from '@farwatch/core/values/http-check/assertion';
import { type CheckTypeName, isAgentCheckType } from '@farwatch/core/values/url';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { addressesFromEnv } from '../src/addresses.ts';
import type { ProtocolTarget } from '../src/targets/protocols.ts';
import { type Account, database, makeAccount } from './testing/accounts.ts';
import { callApi } from './testing/call-api.ts';
import { type CheckRow, checkRows, SECRETS, switchTargets } from './testing/check-rows.ts';

const WITHIN_MS = 90_000;
const LOCATIONS = ['tw', 'th', 'bd'];
const { targets: origin } = addressesFromEnv();

let owner: Account;
let targets: ProtocolTarget[];
let rows: CheckRow[];
beforeAll(async () => {
  targets = (await (await fetch(`${origin}/protocols`)).json()) as ProtocolTarget[];
});
// A second attempt is by another owner.
beforeEach(async () => {
  owner = await makeAccount('Olga Options');
  const { locations } = (await callApi(owner, 'GET', '/v1/locations')) as { locations: { features: string[] }[] };
  const canPing = locations.every(({ features }) => features.includes('icmp'));
  rows = checkRows(origin, targets).filter(({ type }) => type !== 'icmp' || canPing);
});

/** The names of the options that a check of the type may have. */
const optionsOf = (type: CheckTypeName) =>
  Object.keys(CHECK_TYPES[type].options.shape).filter((name) => name !== 'type');

it('every check type that agents run, each of its options and each assertion has a row', () => {
  const all = checkRows(origin, targets);
  const used = (type: CheckTypeName) =>
    new Set(all.flatMap((row) => (row.type === type ? Object.keys(row.check ?? {}) : [])));
  const types = (Object.keys(CHECK_TYPES) as CheckTypeName[]).filter(isAgentCheckType);
  const missing = types.flatMap((type) =>
    // The parts that all types have in common use the same code as http.
    optionsOf(type)
      .filter((name) => !used(type).has(name) && (type === 'http' || !(name in connectionShape)))
      .map((name) => `${type} ${name}`),
  );
  expect([types.filter((type) => !all.some((row) => row.type === type)), missing]).toEqual([[], []]);
  const checks = JSON.stringify(all.map(({ check }) => check));
  for (const startTls of START_TLS) expect(checks).toContain(`"startTls":"${startTls}"`);
  for (const [source, ops] of Object.entries(OPS_BY_SOURCE)) {
    const asserted = all.flatMap(({ check }) => (check && 'assertions' in check ? (check.assertions ?? []) : []));
    const covered = asserted.flatMap((each) => (each.source === source ? [each.op] : []));
    expect([source, ops.filter((op) => !covered.includes(op))]).toEqual([source, []]);
  }
});

/** The results of each row, by its name. */
type Found = Record<string, { status: string; error: CheckError | null }>;
const ofRows = <T>(value: (row: CheckRow) => T) => Object.fromEntries(rows.map((row) => [row.name, value(row)]));

const owned = async (name: string) =>
  (await database().collection(name).where('ownerId', '==', owner.uid).get()).docs.map((each) => each.data());

/** The endpoints, with the last error of those that are down. */
async function endpointsFound(): Promise<Found> {
  const documents = await owned('endpoints');
  return Object.fromEntries(
    documents.map(({ name, status, lastError }) => [
      name,
      { status, error: status === 'down' ? (lastError?.error ?? null) : null },
    ]),
  );
}

const expectEndpoints = (status: 'up' | 'down') =>
  expect
    .poll(endpointsFound, { timeout: WITHIN_MS, interval: 500 })
    .toEqual(ofRows(({ error }) => ({ status, error: status === 'up' ? null : error })));

/** The incidents, one a row, with what each location received, and whether their outage is over. */
async function incidentsFound() {
  const documents = await owned('incidents');
  const found = documents.map(({ endpoint, status, failures, outage }) => {
    const errors = LOCATIONS.map((location) => failures[location]?.error ?? null);
    return [endpoint.name, { status, errors, isOver: outage?.endedAt != null }] as const;
  });
  return { count: documents.length, found: Object.fromEntries(found) };
}

const expectIncidents = (status: 'active' | 'resolved') =>
  expect.poll(incidentsFound, { timeout: WITHIN_MS, interval: 500 }).toEqual({
    count: rows.length,
    found: ofRows(({ error }) => ({ status, errors: LOCATIONS.map(() => error), isOver: status === 'resolved' })),
  });

/** Creates a monitor of each type; returns their ids. */
async function addMonitors(): Promise<string[]> {
  const ids: string[] = [];
  for (const [type, own] of Map.groupBy(rows, (row) => row.type)) {
    const endpoints = own.map(({ name, url, check }) => ({ name, url, check }));
    const created = await callApi(owner, 'POST', '/monitors', { name: type, locations: LOCATIONS, endpoints });
    ids.push((created as { id: string }).id);
  }
  return ids;
}

/** Requests checks of all endpoints, which is refused for a few seconds after other checks. */
async function checkNow(ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    await expect
      .poll(() => callApi(owner, 'POST', `/monitors/${id}/test`, {}).then(Boolean, () => false), { timeout: WITHIN_MS })
      .toBe(true);
  }
}

/** Everything stored of the account that its owner, a channel or a log may show. */
async function shownTexts(ids: readonly string[]): Promise<string> {
  const names = ['monitors', 'endpoints', 'incidents', 'evidence', 'messages', 'outboxes'];
  const answers = await Promise.all(ids.map((id) => callApi(owner, 'GET', `/monitors/${id}`)));
  return JSON.stringify([await Promise.all(names.map(owned)), answers]);
}

it('each check is up, down and up again from three locations, with its error and incident, and shows no secret', {
  tags: 'minutes',
  timeout: 6 * WITHIN_MS,
}, async () => {
  await switchTargets(origin, targets, 'up');
  const ids = await addMonitors();
  await expectEndpoints('up');
  await switchTargets(origin, targets, 'down');
  await checkNow(ids);
  await expectEndpoints('down');
  await expectIncidents('active');
  const incidents = await owned('incidents');
  // So many outages of one account at once share an agent's evidence; all of them have their status.
  const tooMany = incidents.find(({ endpoint }) => endpoint.name === 'json lessThan');
  expect(tooMany?.failures.tw).toMatchObject({ statusCode: 200 });
  expect(incidents.filter(({ failures }) => failures.tw?.assertion).length).toBeGreaterThan(3);
  await switchTargets(origin, targets, 'up');
  await checkNow(ids);
  await expectEndpoints('up');
  await expectIncidents('resolved');
  const shown = await shownTexts(ids);
  expect(SECRETS.filter((each) => shown.includes(each))).toEqual([]);
});
