import {
  acceptedOf,
  assertionOf,
  basicAuth,
  bodyOf,
  type CheckDraft,
  checkOf,
  headersOf,
  heartbeatName,
  hostOf,
  hostPort,
  isKnown,
  keywordOf,
  type Target,
  timeoutOf,
} from './check-draft.ts';
import { addMonitor, nothingImported, skip } from './draft.ts';
import { asRecord, Fields, itemsOf } from './fields.ts';
import type { ImportContext, Imported, Importer, SourceDocument } from './importer.ts';
import { parseCells } from './paste.ts';

const HEADER = /^\uFEFF?"?Type"?,"?Friendly Name"?,/i;

/** UptimeRobot: the CSV of its bulk import, and the monitors of version 3 of its API. */
export const uptimeRobot: Importer = {
  name: 'UptimeRobot',
  recognizes: (documents) =>
    documents.some(({ text }) => HEADER.test(text)) ||
    itemsOf(documents, 'data', 'monitors').some((each) => asRecord(each)?.friendlyName !== undefined),
  read(documents, context) {
    const result = nothingImported();
    for (const row of documents.filter(({ text }) => HEADER.test(text)).flatMap(rowsOf)) readRow(result, row, context);
    for (const each of itemsOf(documents, 'data', 'monitors')) readMonitor(result, each, context);
    return result;
  },
};

/** The rows of a CSV file by the names of its columns, each with its number. */
function rowsOf({ text }: SourceDocument): { line: number; values: Record<string, string> }[] {
  const [names = [], ...rows] = parseCells(text.replace(/^\uFEFF/, ''), ',');
  return rows
    .map((cells, index) => ({
      line: index + 2,
      values: Object.fromEntries(names.map((name, at) => [name, cells[at] ?? ''])),
    }))
    .filter(({ values }) => Object.values(values).some((cell) => cell.trim() !== ''));
}

/** The ports of the codes that the columns for ports have; 99 is any other port. */
const PORTS: Readonly<Record<number, number>> = { 1: 80, 2: 443, 3: 21, 4: 25, 5: 110, 6: 143 };

function readRow(
  result: Imported,
  { line, values }: { line: number; values: Record<string, string> },
  context: ImportContext,
): Imported {
  const fields = new Fields(values);
  const name = fields.text('Friendly Name');
  const item = { key: `line ${line}`, name, fields };
  const type = fields.text('Type');
  const place = fields.text('URL/IP');
  fields.noteEach('alert_contacts', 'Alert Contact');
  const minutes = fields.number('Interval');
  const code = fields.number('Port');
  const custom = fields.number('Custom port');
  const keyword = fields.text('Keyword Value');
  const [keywordType, caseType] = [fields.text('Keyword Type'), fields.text('Keyword Case Type')];
  const seconds = minutes === null ? null : minutes * 60;
  const endpoint = (): Target | null => {
    if (type === '1' || type === '2') {
      const assertions =
        type === '2'
          ? keywordOf(fields, 'Keyword Value', {
              keyword,
              isAbsent: keywordType === '1',
              ignoresCase: caseType === '1',
            })
          : [];
      return { url: place, check: checkOf({ assertions }) };
    }
    if (type === '3') return { url: `icmp://${hostOf(place)}`, check: {} };
    if (type === '4')
      return {
        url: `tcp://${hostPort(hostOf(place), custom ?? (code === null ? null : (PORTS[code] ?? null)))}`,
        check: {},
      };
    if (type === '5') return heartbeat(fields, 'URL/IP', { name, key: String(line), seconds });
    return null;
  };
  const target = endpoint();
  if (target === null) return skip(result, item, 'kind_unsupported', { field: 'Type', from: type });
  const intervalSec = type === '5' ? null : seconds;
  return addMonitor(result, { ...item, intervalSec, intervalField: 'Interval', endpoints: [target] }, context);
}

function heartbeat(
  fields: Fields,
  key: string,
  { name, key: id, seconds }: { name: string; key: string; seconds: number | null },
) {
  fields.note('ping_url', key, { from: '' });
  const periodSec = Math.max(60, seconds ?? 86_400);
  if (seconds !== null && periodSec !== seconds)
    fields.note('interval', 'interval', { from: `${seconds} s`, to: `${periodSec} s` });
  return { url: `heartbeat://${heartbeatName(name, 60)}-${id}`, check: { periodSec } };
}

/** Names come back with entities of HTML. */
function unescaped(text: string): string {
  const entities: Readonly<Record<string, string>> = {
    amp: '&',
    lt: '<',
    gt: '>',
    quot: '"',
    '#39': "'",
    '#x27': "'",
    '#039': "'",
  };
  return text.replaceAll(/&(amp|lt|gt|quot|#39|#039|#x27);/g, (whole, name: string) => entities[name] ?? whole);
}

function readMonitor(result: Imported, value: unknown, context: ImportContext): Imported {
  const fields = new Fields(value);
  const id = fields.text('id');
  const name = unescaped(fields.text('friendlyName'));
  const item = { key: id || name, name, fields };
  const type = fields.text('type');
  const url = fields.text('url');
  const paused = fields.text('status') === 'PAUSED';
  const intervalSec = fields.number('interval');
  const tags = fields.names('tags');
  fields.ignore(
    'createDateTime',
    'currentStateDuration',
    'lastIncident',
    'lastIncidentId',
    'userId',
    'lastDayUptimes',
    'responseTimeThreshold',
  );
  fields.noteEach('alert_contacts', 'assignedAlertContacts');
  fields.noteEach('maintenance', 'maintenanceWindows');
  fields.noteEach('places', 'regionalData', 'regionData');
  fields.noteEach(
    'certificate_warnings',
    'sslExpirationReminder',
    'domainExpirationReminder',
    'sslBrand',
    'sslExpiryDateTime',
    'domainExpireDate',
  );
  if (fields.has('checkSSLErrors')) fields.raw('checkSSLErrors');
  else if (/^https:/i.test(url)) fields.note('certificate_errors', 'checkSSLErrors', { from: false });
  fields.noteEach('settings_apart', 'psps', 'groupId');
  const port = fields.number('port');
  const check = checkOfMonitor(fields, type);
  const host = hostOf(url);
  const target = ((): Target | null => {
    if (type === 'HTTP' || type === 'KEYWORD' || type === 'API') return { url, check };
    if (type === 'PING') return { url: `icmp://${host}`, check: {} };
    if (type === 'PORT') return { url: `tcp://${hostPort(host, port)}`, check: {} };
    if (type === 'DNS') return { url: `dns://${host}`, check };
    if (type === 'HEARTBEAT') return heartbeat(fields, 'url', { name, key: id, seconds: intervalSec });
    return null;
  })();
  if (target === null) return skip(result, item, 'kind_unsupported', { field: 'type', from: type });
  const grace = fields.number('gracePeriod');
  if (type === 'HEARTBEAT' && grace !== null) target.check.graceSec = Math.max(60, grace);
  return addMonitor(
    result,
    {
      ...item,
      tags,
      paused,
      intervalSec: type === 'HEARTBEAT' ? null : intervalSec,
      methodField: 'httpMethodType',
      endpoints: [target],
    },
    context,
  );
}

const COMPARISONS: Readonly<Record<string, string>> = {
  equals: 'equals',
  not_equals: 'notEquals',
  contains: 'contains',
  not_contains: 'notContains',
  greater_than: 'greaterThan',
  less_than: 'lessThan',
};

function checkOfMonitor(fields: Fields, type: string): CheckDraft {
  const method = fields.text('httpMethodType').toUpperCase();
  const accepted = acceptedOf(fields, 'successHttpResponseCodes', fields.texts('successHttpResponseCodes'));
  const headers = fields.pairs('customHttpHeaders');
  const body = fields.has('postValueData') ? JSON.stringify(fields.raw('postValueData')) : '';
  fields.ignore('postValueType', 'postValueData', 'gracePeriod', 'port');
  const keywordType = fields.text('keywordType');
  const isAbsent = keywordType === 'ALERT_EXISTS';
  const ignoresCase = fields.text('keywordCaseType') === 'CaseInsensitive' || fields.text('keywordCaseType') === '1';
  const keyword = fields.text('keywordValue');
  const redirects = fields.has('followRedirections') ? fields.flag('followRedirections') : undefined;
  fields.ignore('followRedirections');
  return checkOf(
    type === 'DNS' ? {} : { ...(method !== '' && { method }), ...accepted },
    bodyOf(fields, 'postValueData', body, method),
    redirects === false ? { followRedirects: false } : {},
    timeoutOf(fields, 'timeout', fields.number('timeout'), 1000),
    { headers: headersOf(fields, 'customHttpHeaders', headers) },
    authOf(fields),
    { assertions: keywordOf(fields, 'keywordValue', { keyword, isAbsent, ignoresCase }) },
    configOf(fields, type),
  );
}

function authOf(fields: Fields): CheckDraft {
  const type = fields.text('authType');
  const [user, pass] = [fields.text('httpUsername'), fields.text('httpPassword')];
  if (type === 'BEARER' && pass !== '' && isKnown(fields, 'httpPassword', 'token', pass))
    return { auth: { type: 'bearer', token: pass } };
  if (type === '' || type === 'NONE' || type === 'HTTP_BASIC')
    return type === 'NONE' ? {} : basicAuth(fields, 'httpPassword', user, pass);
  fields.note('auth_left_out', 'authType');
  return {};
}

function configOf(fields: Fields, type: string): CheckDraft {
  const config = fields.child('config');
  config.noteEach('certificate_warnings', 'sslExpirationPeriodDays');
  config.noteEach('confirmation', 'applicationErrorRetries');
  config.noteEach('field_unsupported', 'udp');
  const version = /[46]/.exec(config.text('ipVersion'))?.[0];
  const rules = config.child('apiAssertions');
  const isAny = rules.text('logic') === 'OR' && rules.list('checks').length > 1;
  const assertions = rules.children('checks').flatMap((rule) => {
    const [path, comparison, target] = [rule.text('property'), rule.text('comparison'), rule.raw('target')];
    const written = `${path} ${comparison} ${String(target ?? '')}`;
    if (isAny) rule.note('condition_left_out', 'property', { from: `${written} (OR)` });
    if (isAny) return [];
    return assertionOf(rule, 'property', written, {
      source: 'json',
      path,
      op: COMPARISONS[comparison.toLowerCase()] ?? comparison,
      value: String(target ?? ''),
    });
  });
  const records = Object.entries(asRecord(config.raw('dnsRecords')) ?? {});
  const [first, ...others] = records;
  if (others.length > 0)
    config.note('condition_left_out', 'dnsRecords', { from: others.map(([name]) => name).join(', ') });
  const expected = first && Array.isArray(first[1]) ? first[1].map(String) : [];
  const dns =
    type === 'DNS' && first
      ? { recordType: first[0].toUpperCase(), ...(expected.length > 0 && { expected, match: 'all' }) }
      : {};
  return checkOf({ assertions }, dns, version === undefined ? {} : { ipVersion: Number(version) });
}
