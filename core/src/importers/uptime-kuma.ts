import { HEARTBEAT_SEC } from '../values/check-types/heartbeat.ts';
import {
  acceptedOf,
  assertionOf,
  basicAuth,
  bodyOf,
  type CheckDraft,
  checkOf,
  headersOf,
  heartbeatName,
  hostPort,
  keywordOf,
  redirectsOf,
  timeoutOf,
} from './check-draft.ts';
import { addChannel, addMonitor, nothingImported, skip } from './draft.ts';
import { asRecord, Fields, itemsOf, parsedJson, type Values } from './fields.ts';
import type { ImportContext, Imported, Importer, SourceDocument } from './importer.ts';
import { AUTH, CHANNELS, COLUMNS, WITHOUT_EFFECT } from './uptime-kuma-table.ts';

const DATABASES: ReadonlySet<string> = new Set(['sqlserver', 'postgres', 'mysql', 'mongodb', 'redis', 'mariadb']);

/** Uptime Kuma: the backup of version 1, the monitors that the server of version 2 sends, and rows of kuma.db. */
export const uptimeKuma: Importer = {
  name: 'Uptime Kuma',
  recognizes: (documents) =>
    monitorsIn(documents).some((each) => {
      const monitor = asRecord(each);
      return monitor !== null && 'type' in monitor && ('maxretries' in monitor || 'accepted_statuscodes' in monitor);
    }),
  read: readKuma,
};

function monitorsIn(documents: readonly SourceDocument[]): unknown[] {
  return documents.flatMap((document) => {
    const value = asRecord(document.value);
    const list = value?.monitorList ?? value?.monitor ?? value?.monitors ?? document.value;
    if (Array.isArray(list)) return list;
    const byId = asRecord(list);
    return byId && Object.values(byId).every((each) => asRecord(each) !== null) ? Object.values(byId) : [];
  });
}

function readKuma(documents: readonly SourceDocument[], context: ImportContext): Imported {
  const result = nothingImported();
  const monitors = monitorsIn(documents).map((each) => asRecord(each) ?? {});
  const tables = { tags: tagsIn(documents), names: new Map(monitors.map((each) => [String(each.id), each])) };
  const alertedBy = new Map<string, string[]>();
  for (const [index, monitor] of monitors.entries()) {
    const key = String(monitor.id ?? index + 1);
    for (const id of notificationIds(monitor.notificationIDList))
      alertedBy.set(id, [...(alertedBy.get(id) ?? []), key]);
    readMonitor(result, { key, monitor, tables }, context);
  }
  // Tables that were printed one by one do not say which monitor alerts by which channel.
  const isKnown = monitors.some(({ notificationIDList: list = null }) => list !== null);
  const alertedOf = (id: string) => alertedBy.get(id) ?? (isKnown ? [] : null);
  for (const each of itemsOf(documents, 'notificationList', 'notification')) {
    const record = asRecord(each);
    if (record && !('maxretries' in record)) readNotification(result, record, alertedOf);
  }
  const backup = documents.map(({ value }) => asRecord(value)).find((value) => value && 'monitorList' in value);
  if (backup) {
    const fields = new Fields(backup);
    fields.ignore('version', 'monitorList', 'notificationList');
    fields.noteNames('settings_apart', 'proxyList', 'statusPageList', 'maintenanceList', 'tagList', 'settings');
    result.notes.push(...fields.close().notes);
  }
  return result;
}

function notificationIds(value: unknown): string[] {
  const list = parsedJson(value);
  if (Array.isArray(list)) return list.map(String);
  return Object.entries(asRecord(list) ?? {}).flatMap(([id, isOn]) => (isOn ? [id] : []));
}

/** The names of tags by monitor, from the tables `monitor_tag` and `tag` of kuma.db. */
function tagsIn(documents: readonly SourceDocument[]): Map<string, string[]> {
  const found = new Map<string, string[]>();
  const tables = documents.map(({ value }) => asRecord(value) ?? {});
  const rows = (name: string) =>
    tables.flatMap((table) => (Array.isArray(table[name]) ? table[name] : [])).map((row) => asRecord(row) ?? {});
  const names = new Map(rows('tag').map(({ id, name }) => [id, String(name)]));
  for (const { monitor_id: monitor, tag_id: tag, value } of rows('monitor_tag')) {
    const name = names.get(tag);
    if (name !== undefined) found.set(String(monitor), [...(found.get(String(monitor)) ?? []), tagText(name, value)]);
  }
  return found;
}

function tagText(name: string, value: unknown): string {
  return typeof value === 'string' && value !== '' ? `${name}: ${value}` : name;
}

type Item = {
  key: string;
  monitor: Values;
  tables: { tags: ReadonlyMap<string, readonly string[]>; names: ReadonlyMap<string, Values> };
};

function readMonitor(result: Imported, { key, monitor, tables }: Item, context: ImportContext): Imported {
  const fields = new Fields(monitor, COLUMNS);
  const name = fields.text('name');
  const item = { key, name, fields };
  const type = fields.text('type');
  fields.ignore(...WITHOUT_EFFECT);
  if (type === 'group') return skip(result, item, 'group');
  const tags = fields.children('tags').map((tag) => {
    tag.ignore('id', 'monitor_id', 'tag_id', 'color');
    return tagText(tag.text('name'), tag.raw('value'));
  });
  const group = groupOf(fields, tables.names);
  const description = fields.text('description');
  const paused = (monitor.active !== undefined && !fields.flag('active')) || fields.text('active') === '0';
  noteAlerting(fields);
  if (fields.flag('upsideDown')) return skip(result, item, 'upside_down', { field: 'upsideDown', from: true });
  const target = targetOf(type, fields, key);
  if (target === null) {
    const code = DATABASES.has(type) ? 'database' : type === 'real-browser' ? 'browser_check' : 'kind_unsupported';
    return skip(result, item, code, { field: 'type', from: type });
  }
  const intervalSec = type === 'push' ? null : fields.number('interval');
  const endpoint = { url: target.url, check: target.check };
  const known = [...tags, ...(tables.tags.get(key) ?? [])];
  return addMonitor(
    result,
    { ...item, description, tags: known, group, intervalSec, paused, endpoints: [endpoint] },
    context,
  );
}

/** The name of the innermost group. */
function groupOf(fields: Fields, monitors: ReadonlyMap<string, Values>): string | null {
  const parent = monitors.get(fields.text('parent'));
  if (typeof parent?.name !== 'string') return null;
  fields.note('group_tag', 'parent', { from: parent.name });
  return parent.name;
}

function noteAlerting(fields: Fields): void {
  fields.raw('notificationIDList');
  if ((fields.number('maxretries') ?? 0) > 0) fields.note('confirmation', 'maxretries');
  fields.ignore('retryInterval');
  if ((fields.number('resendInterval') ?? 0) > 0) fields.note('alert_timing', 'resendInterval');
  fields.ignore('expiryNotification');
  if (fields.flag('ignoreTls')) fields.note('certificate_errors', 'ignoreTls');
  fields.noteEach('field_unsupported', 'proxyId', 'conditions', 'expectedTlsAlert', 'expected_tls_alert');
  fields.ignore('domainExpiryNotification');
  const family = fields.text('ipFamily');
  if (family !== '' && !/^ipv?[46]$/i.test(family)) fields.note('address_version', 'ipFamily');
}

/** What is checked, by a monitor's type; null if nothing here checks it. Fields of other types are left alone. */
function targetOf(type: string, fields: Fields, key: string): { url: string; check: CheckDraft } | null {
  const family = /^ipv?([46])$/i.exec(fields.text('ipFamily'))?.[1];
  const common = {
    ...timeoutOf(fields, 'timeout', fields.number('timeout'), 1000),
    ...(family !== undefined && { ipVersion: Number(family) }),
  };
  const isHttp = type === 'http' || type === 'keyword' || type === 'json-query';
  if (!isHttp)
    fields.ignore(
      'method',
      'maxredirects',
      'headers',
      'body',
      'accepted_statuscodes',
      ...AUTH,
      ...CONDITIONS,
      'tlsCa',
      'tlsCert',
      'tlsKey',
    );
  if (type !== 'dns') fields.ignore('dns_resolve_type', 'dns_resolve_server');
  if (type !== 'push') fields.ignore('pushToken');
  if (type !== 'ping') fields.ignore('ping_count', 'ping_per_request_timeout');
  if (type !== 'smtp') fields.ignore('smtpSecurity');
  if (type !== 'websocket-upgrade') fields.ignore('wsSubprotocol', 'wsIgnoreSecWebsocketAcceptHeader');
  if (type !== 'grpc-keyword') fields.ignore('grpcUrl', 'grpcEnableTls');
  const host = fields.text('hostname');
  const port = fields.number('port');
  if (isHttp) return { url: fields.text('url'), check: httpCheck(type, fields, common) };
  const isUrl = type === 'websocket-upgrade';
  if (!isUrl) fields.ignore('url');
  switch (type) {
    case 'port':
      return { url: `tcp://${hostPort(host, port)}`, check: common };
    case 'ping':
    case 'tailscale-ping':
      fields.ignore('ping_count', 'ping_per_request_timeout');
      return { url: `icmp://${hostPort(host, null)}`, check: common };
    case 'dns': {
      const recordType = fields.text('dns_resolve_type') || 'A';
      const resolver = fields.text('dns_resolve_server').split(',')[0]?.trim() ?? '';
      const server = resolver === '' ? '' : hostPort(resolver, port);
      return recordType === 'PTR'
        ? null
        : { url: `dns://${host}`, check: { ...common, recordType, ...(server !== '' && { resolver: server }) } };
    }
    case 'push':
      return pushTarget(fields, key);
    case 'smtp': {
      const security = fields.text('smtpSecurity');
      const place = hostPort(host, port);
      if (security === 'secure') return { url: `tls://${place}`, check: common };
      if (security === 'starttls') return { url: `tls://${place}`, check: { ...common, startTls: 'smtp' } };
      return { url: `tcp://${place}`, check: { ...common, banner: '220' } };
    }
    case 'websocket-upgrade': {
      const names = fields
        .text('wsSubprotocol')
        .split(',')
        .map((each) => each.trim())
        .filter(Boolean);
      fields.noteEach('field_unsupported', 'wsIgnoreSecWebsocketAcceptHeader');
      return { url: fields.text('url'), check: { ...common, ...(names.length > 0 && { subprotocols: names }) } };
    }
    case 'grpc-keyword':
      fields.note('grpc_port', 'grpcUrl');
      fields.raw('grpcEnableTls');
      return { url: `tcp://${fields.text('grpcUrl')}`, check: common };
    default:
      return null;
  }
}

function pushTarget(fields: Fields, key: string) {
  fields.note('ping_url', 'pushToken', { from: '' });
  const seconds = Math.max(HEARTBEAT_SEC.least, Math.round(fields.number('interval') ?? HEARTBEAT_SEC.period));
  if (seconds !== fields.number('interval')) fields.note('interval', 'interval', { to: `${seconds} s` });
  return {
    url: `heartbeat://${heartbeatName(fields.text('name'), 80)}-${key}`,
    check: { periodSec: seconds, graceSec: HEARTBEAT_SEC.least },
  };
}

const CONDITIONS = ['keyword', 'invertKeyword', 'jsonPath', 'jsonPathOperator', 'expectedValue'];

function httpCheck(type: string, fields: Fields, common: CheckDraft): CheckDraft {
  const method = fields.text('method').toUpperCase();
  fields.noteNames('auth_left_out', 'tlsCa', 'tlsCert', 'tlsKey');
  return checkOf(
    common,
    method === '' ? {} : { method },
    acceptedOf(fields, 'accepted_statuscodes', fields.texts('accepted_statuscodes')),
    bodyOf(fields, 'body', fields.text('body'), method),
    redirectsOf(fields, 'maxredirects', fields.number('maxredirects')),
    { headers: headersOf(fields, 'headers', fields.pairs('headers')) },
    authOf(fields),
    { assertions: conditionOf(type, fields) },
  );
}

function authOf(fields: Fields): CheckDraft {
  const method = fields.text('authMethod');
  const [user, pass] = [fields.text('basic_auth_user'), fields.text('basic_auth_pass')];
  fields.ignore(...AUTH);
  if (method === '' || method === 'basic' || method === 'null') return basicAuth(fields, 'basic_auth_pass', user, pass);
  fields.note('auth_left_out', 'authMethod');
  return {};
}

const OPERATORS: Readonly<Record<string, string>> = {
  '==': 'equals',
  '!=': 'notEquals',
  '<': 'lessThan',
  '>': 'greaterThan',
  contains: 'contains',
};

function conditionOf(type: string, fields: Fields) {
  const [path, operator, value] = [
    fields.text('jsonPath'),
    fields.text('jsonPathOperator') || '==',
    fields.text('expectedValue'),
  ];
  const [keyword, isAbsent] = [fields.text('keyword'), fields.flag('invertKeyword')];
  if (type === 'keyword') return keywordOf(fields, 'keyword', { keyword, isAbsent });
  if (type !== 'json-query') return [];
  const jsonPath = fromJsonata(path);
  const written = `${path} ${operator} ${value}`;
  if (jsonPath === null) {
    fields.note('condition_left_out', 'jsonPath', { from: written });
    return [];
  }
  if (jsonPath !== path) fields.note('condition_changed', 'jsonPath', { from: path, to: jsonPath });
  return assertionOf(fields, 'jsonPath', written, {
    source: 'json',
    path: jsonPath,
    op: OPERATORS[operator] ?? operator,
    value,
  });
}

/** A JSONPath for a JSONata expression that is a plain path, such as `data.items[0].state`; null for any other. */
export function fromJsonata(expression: string): string | null {
  const text = expression.trim().replace(/^\$\.?/, '');
  if (text === '') return '$';
  const step = /^(?:([A-Za-z_]\w*)|`([^`'\\]+)`|"([^"'\\]+)")((?:\[-?\d+\])*)(?:\.|$)/;
  let rest = text;
  let path = '$';
  while (rest !== '') {
    const [whole, plain, ticked, quoted, indices = ''] = step.exec(rest) ?? [];
    if (whole === undefined) return null;
    path += plain === undefined ? `['${ticked ?? quoted}']` : `.${plain}`;
    path += indices;
    rest = rest.slice(whole.length);
  }
  return text.endsWith('.') ? null : path;
}

function readNotification(
  result: Imported,
  record: Values,
  alertedOf: (id: string) => readonly string[] | null,
): Imported {
  const fields = new Fields(record);
  fields.ignore('id', 'userId', 'user_id', 'isDefault', 'is_default', 'active');
  const id = String(record.id);
  const config = fields.child('config');
  const type = config.text('type');
  const name = fields.text('name');
  config.ignore('name', 'isDefault', 'applyExisting', 'id');
  const item = { key: `notification ${id}`, name, fields, monitors: alertedOf(id) };
  const known = Object.hasOwn(CHANNELS, type) ? CHANNELS[type] : undefined;
  if (!known) return skip(result, item, 'channel_unsupported', { field: 'config.type', from: type });
  const [channel, settingsOf] = known;
  if (item.monitors?.length === 0) {
    fields.ignore('config');
    return skip(result, item, 'channel_unused');
  }
  return addChannel(result, item, channel, settingsOf(config));
}
