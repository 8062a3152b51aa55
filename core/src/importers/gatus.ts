import type { Assertion } from '../values/http-check/assertion.ts';
import { findRegisteredName } from '../values/registered-name.ts';
import {
  assertionOf,
  bodyOf,
  type CheckDraft,
  checkOf,
  comparedStatuses,
  durationSec,
  headersOf,
  heartbeatName,
  hostPort,
  literal,
  otherStatuses,
  statusesOf,
  type Target,
  timeoutOf,
} from './check-draft.ts';
import { addMonitor, nothingImported, skip } from './draft.ts';
import { asRecord, Fields } from './fields.ts';
import type { ImportContext, Imported, Importer, SourceDocument } from './importer.ts';

/** Gatus: its configuration, in one or several files. */
export const gatus: Importer = {
  name: 'Gatus',
  recognizes: (documents) =>
    documents.some(({ value }) => {
      const { endpoints, 'external-endpoints': external } = asRecord(value) ?? {};
      if (Array.isArray(external)) return true;
      return Array.isArray(endpoints) && endpoints.some((each) => Array.isArray(asRecord(each)?.conditions));
    }),
  read(documents, context) {
    const result = nothingImported();
    for (const { value, name } of documents) readFile(result, new Fields(value), name, context);
    return result;
  },
};

function readFile(result: Imported, file: Fields, name: SourceDocument['name'], context: ImportContext): void {
  const at = (kind: string, index: number) => [name, kind, index + 1].filter((part) => part !== '').join(' ');
  for (const [index, each] of file.list('endpoints').entries())
    readEndpoint(result, at('endpoint', index), each, context);
  for (const [index, each] of file.list('external-endpoints').entries())
    readExternal(result, at('external', index), each, context);
  for (const [index, each] of file.list('suites').entries()) {
    const fields = new Fields(each);
    skip(result, { key: at('suite', index), name: fields.text('name'), fields }, 'kind_unsupported', {
      field: 'suites',
      from: 'suite',
    });
  }
  file.noteNames(
    'settings_apart',
    'alerting',
    'ui',
    'security',
    'web',
    'storage',
    'metrics',
    'announcements',
    'remote',
    'connectivity',
    'tunneling',
  );
  file.noteEach('maintenance', 'maintenance');
  file.ignore(
    'debug',
    'disable-monitoring-lock',
    'skip-invalid-config-update',
    'concurrency',
    'default-endpoint',
    'templates',
  );
  result.notes.push(...file.close().notes);
}

function isOff(fields: Fields): boolean {
  return fields.has('enabled') ? !fields.flag('enabled') : fields.raw('enabled') === false;
}

function readExternal(result: Imported, key: string, value: unknown, context: ImportContext): Imported {
  const fields = new Fields(value);
  const name = fields.text('name');
  fields.note('ping_url', 'token', { from: '' });
  const seconds = durationSec(fields.child('heartbeat').text('interval'));
  fields.noteEach('alert_contacts', 'alerts');
  const check = seconds === null ? {} : { periodSec: Math.max(60, seconds) };
  const group = groupOf(fields);
  return addMonitor(
    result,
    {
      key,
      fields,
      name,
      group,
      intervalSec: null,
      paused: isOff(fields),
      endpoints: [{ url: `heartbeat://${heartbeatName(name, 80)}`, check }],
    },
    context,
  );
}

function groupOf(fields: Fields): string | null {
  const group = fields.text('group');
  if (group === '') return null;
  fields.note('group_tag', 'group', { from: group });
  return group;
}

function readEndpoint(result: Imported, key: string, value: unknown, context: ImportContext): Imported {
  const fields = new Fields(value);
  const name = fields.text('name');
  const item = { key, name, fields };
  const address = fields.text('url');
  const scheme = /^([a-z+]+):\/\//i.exec(address)?.[1]?.toLowerCase() ?? '';
  const dns = fields.child('dns');
  const hasDns = fields.has('dns');
  const target = hasDns ? dnsTarget(dns, address) : targetOf(scheme, address);
  // Later fields are only read for notes once it is known that the endpoint can be checked.
  if (target === null) return skip(result, item, 'kind_unsupported', { field: 'url', from: scheme });
  const method = fields.text('method').toUpperCase() || (fields.has('graphql') ? 'POST' : '');
  if (!fields.has('interval')) fields.ignore('interval');
  const conditions = conditionsOf(fields, target.url, address);
  const isHttp = /^https?:/i.test(target.url);
  const options = clientOf(fields);
  const check = checkOf(
    target.check,
    isHttp ? options : timingOf(options),
    isHttp ? requestOf(fields, method) : {},
    conditions.check,
  );
  fields.noteEach('alert_contacts', 'alerts');
  fields.noteEach('maintenance', 'maintenance-windows');
  fields.noteNames('field_unsupported', 'ssh', 'extra-labels', 'always-run', 'store');
  fields.noteEach('settings_apart', 'ui');
  if (!isHttp) fields.noteNames('field_unsupported', 'method', 'body', 'headers', 'graphql');
  const endpoints = [
    { url: target.url, check },
    ...conditions.domains.map((domain) => ({ url: `domain://${domain}` })),
  ];
  const intervalSec = durationSec(fields.text('interval')) ?? 60;
  return addMonitor(
    result,
    { ...item, group: groupOf(fields), intervalSec, paused: isOff(fields), endpoints },
    context,
  );
}

function timingOf({ timeoutMs }: CheckDraft): CheckDraft {
  return timeoutMs === undefined ? {} : { timeoutMs };
}

function targetOf(scheme: string, address: string): Target | null {
  const rest = address.replace(/^[a-z+]+:\/\//i, '').replace(/\/$/, '');
  if (['http', 'https', 'ws', 'wss', 'tcp', 'tls', 'icmp'].includes(scheme)) return { url: address, check: {} };
  if (scheme === 'starttls')
    return {
      url: `tls://${rest}`,
      check: { startTls: /:(143)$/.test(rest) ? 'imap' : /:110$/.test(rest) ? 'pop3' : 'smtp' },
    };
  if (scheme === 'ssh') return { url: `tcp://${/:\d+$/.test(rest) ? rest : `${rest}:22`}`, check: { banner: 'SSH-' } };
  if (scheme === 'grpc' || scheme === 'grpcs')
    return { url: `${scheme === 'grpc' ? 'tcp' : 'tls'}://${rest}`, check: {} };
  return scheme === '' && address.includes('.') ? { url: address, check: {} } : null;
}

function dnsTarget(dns: Fields, server: string): Target {
  const recordType = dns.text('query-type') || 'A';
  return {
    url: `dns://${dns.text('query-name')}`,
    check: { recordType, resolver: hostPort(server.replace(/^dns:\/\//, ''), null) },
  };
}

function clientOf(fields: Fields): CheckDraft {
  const client = fields.child('client');
  if (client.flag('insecure')) client.note('certificate_errors', 'insecure');
  const follows = !client.flag('ignore-redirect');
  client.noteNames('field_unsupported', 'proxy-url', 'dns-resolver', 'oauth2', 'identity-aware-proxy', 'tls', 'tunnel');
  const network = client.text('network');
  return {
    ...timeoutOf(client, 'timeout', durationSec(client.text('timeout')), 1000),
    ...(follows ? {} : { followRedirects: false }),
    ...(/[46]$/.test(network) && { ipVersion: Number(network.slice(-1)) }),
  };
}

function requestOf(fields: Fields, method: string): CheckDraft {
  const text = fields.text('body');
  const body = fields.flag('graphql') ? JSON.stringify({ query: text }) : text;
  return {
    ...(method !== '' && { method }),
    ...(text !== '' && bodyOf(fields, 'body', body)),
    headers: headersOf(fields, 'headers', fields.pairs('headers')),
  };
}

type Conditions = { check: CheckDraft; domains: string[] };

/** What the conditions of an endpoint amount to together. */
function conditionsOf(fields: Fields, url: string, address: string): Conditions {
  const found: Conditions = { check: { assertions: [] }, domains: [] };
  const statuses: string[] = [];
  for (const condition of fields.texts('conditions')) {
    const [, left = '', operator = '', right = ''] = /^(.+?)\s*(==|!=|<=|>=|<|>)\s*(.*)$/.exec(condition) ?? [];
    const part = partOf(fields, { condition, left, operator, right }, url, address);
    if (part === null) fields.note('condition_left_out', 'conditions', { from: condition });
    else if ('statuses' in part) statuses.push(part.statuses);
    else if ('domain' in part) found.domains.push(part.domain);
    else found.check = checkOf(found.check, part.check);
  }
  if (statuses.length > 1)
    fields.note('condition_left_out', 'conditions', {
      from: statuses
        .slice(1)
        .map((each) => `[STATUS] ${each}`)
        .join(', '),
    });
  if (statuses[0] !== undefined) found.check.statuses = statuses[0];
  return found;
}

type Condition = { condition: string; left: string; operator: string; right: string };
type Part = { statuses: string } | { domain: string } | { check: CheckDraft };

/** What one condition becomes; null if nothing here checks it. */
function partOf(fields: Fields, parsed: Condition, url: string, address: string): Part | null {
  const { condition, left, operator, right } = parsed;
  const isHttp = /^https?:/i.test(url);
  if (left === '[CONNECTED]') return operator === '==' && right === 'true' ? { check: {} } : null;
  if (left === '[STATUS]') return isHttp ? statusPart(operator, right) : null;
  if (left === '[DNS_RCODE]') return operator === '==' && right === 'NOERROR' ? { check: {} } : null;
  if (left === '[RESPONSE_TIME]' && operator.startsWith('<') && /^\d+$/.test(right))
    return { check: { maxResponseMs: Number(right) } };
  if (left === '[CERTIFICATE_EXPIRATION]' && operator.startsWith('>')) {
    fields.note('certificate_warnings', 'conditions', { from: condition });
    return { check: {} };
  }
  if (left === '[DOMAIN_EXPIRATION]' && operator.startsWith('>')) return domainPart(fields, condition, address);
  if (url.startsWith('dns:') && left === '[BODY]') return dnsPart(operator, right);
  const assertions = isHttp ? bodyPart(fields, parsed) : null;
  return assertions && { check: { assertions } };
}

/** The values of `any(…)`, one of which is enough; null for another right side. */
function choicesIn(right: string): string[] | null {
  const list = /^any\((.*)\)$/.exec(right)?.[1];
  return list?.split(',').map((each) => each.trim()) ?? null;
}

function statusPart(operator: string, right: string): Part | null {
  const list = choicesIn(right) ?? [right];
  if (operator === '==') return asStatuses(statusesOf(list));
  if (operator === '!=') return asStatuses(statusesOf(list) && otherStatuses(list));
  return asStatuses(comparedStatuses(operator, Number(right)));
}

function asStatuses(statuses: string | null): Part | null {
  return statuses === null ? null : { statuses };
}

function domainPart(fields: Fields, condition: string, address: string): Part | null {
  if (!URL.canParse(address)) return null;
  const { hostname } = new URL(address);
  const domain = findRegisteredName(hostname) ?? hostname;
  fields.note('domain_added', 'conditions', { from: condition, to: domain });
  return { domain };
}

function dnsPart(operator: string, right: string): Part | null {
  if (operator !== '==') return null;
  const pattern = /^pat\((.*)\)$/.exec(right)?.[1];
  // A pattern that any address matches only requires a record, as does a check without values.
  if (pattern !== undefined) return /^[*.:]*$/.test(pattern) ? { check: {} } : null;
  const choices = choicesIn(right);
  return { check: { expected: choices ?? [right], match: choices === null ? 'all' : 'any' } };
}

const OPERATORS: Readonly<Record<string, string>> = {
  '==': 'equals',
  '!=': 'notEquals',
  '<': 'lessThan',
  '>': 'greaterThan',
};

/** An assertion about the body, as text or as JSON, that is equivalent to the condition; null if none does. */
function bodyPart(fields: Fields, { condition, left, operator, right }: Condition): Assertion[] | null {
  const has = /^has\(\[BODY\]\.?(.*)\)$/.exec(left)?.[1];
  if (has !== undefined && operator === '==' && right === 'true')
    return changed(fields, condition, { source: 'json', path: jsonPathOf(has), op: 'exists' });
  const path = /^\[BODY\](?:\.(.+)|(\[.+))?$/.exec(left);
  if (!path) return null;
  const inner = path[1] ?? path[2];
  const pattern = /^pat\((.*)\)$/.exec(right)?.[1];
  if (inner === undefined) {
    if (pattern === undefined || (operator !== '==' && operator !== '!=')) return null;
    const text = /^\*([^*]+)\*$/.exec(pattern)?.[1];
    if (text !== undefined)
      return changed(fields, condition, {
        source: 'body',
        op: operator === '==' ? 'contains' : 'notContains',
        value: text,
      });
    return operator === '=='
      ? changed(fields, condition, { source: 'body', op: 'matches', value: wholeMatch(pattern) })
      : null;
  }
  const at = { source: 'json', path: jsonPathOf(inner) };
  if (pattern !== undefined)
    return operator === '==' ? changed(fields, condition, { ...at, op: 'matches', value: wholeMatch(pattern) }) : null;
  const choices = choicesIn(right);
  if (choices !== null)
    return operator === '=='
      ? changed(fields, condition, { ...at, op: 'matches', value: `^(?:${choices.map(literal).join('|')})$` })
      : null;
  const op = OPERATORS[operator];
  return op === undefined ? null : changed(fields, condition, { ...at, op, value: right });
}

function changed(fields: Fields, condition: string, assertion: object): Assertion[] {
  return assertionOf(fields, 'conditions', condition, assertion);
}

function wholeMatch(pattern: string): string {
  return `(?s)^${pattern.split('*').map(literal).join('.*')}$`;
}

function jsonPathOf(path: string): string {
  if (path === '') return '$';
  return path.startsWith('[') ? `$${path}` : `$.${path}`;
}
