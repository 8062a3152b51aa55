import type { Assertion } from '../values/http-check/assertion.ts';
import {
  assertionOf,
  basicAuth,
  bodyOf,
  type CheckDraft,
  checkOf,
  comparedStatuses,
  headersOf,
  heartbeatName,
  hostPort,
  placeholdersIn,
  slowOf,
  type Target,
} from './check-draft.ts';
import { addMonitor, nothingImported, skip } from './draft.ts';
import { asRecord, Fields, itemsOf } from './fields.ts';
import type { ImportContext, Imported, Importer } from './importer.ts';

/** Checkly: the checks that its API answers (`/v1/checks`). */
export const checkly: Importer = {
  name: 'Checkly',
  recognizes: (documents) =>
    itemsOf(documents, 'checks', 'data').some((each) => asRecord(each)?.checkType !== undefined),
  read(documents, context) {
    const result = nothingImported();
    for (const [index, each] of itemsOf(documents, 'checks', 'data').entries())
      readCheck(result, `${index + 1}`, each, context);
    return result;
  },
};

function readCheck(result: Imported, place: string, value: unknown, context: ImportContext): Imported {
  const fields = new Fields(value);
  const type = fields.text('checkType');
  const item = { key: fields.text('id') || place, name: fields.text('name'), fields };
  const description = fields.text('description');
  const paused = fields.raw('activated') === false;
  const tags = fields.texts('tags');
  const minutes = fields.number('frequency');
  const offset = fields.number('frequencyOffset');
  const intervalSec = minutes === null ? null : minutes > 0 ? minutes * 60 : (offset ?? 10);
  fields.ignore(
    'created_at',
    'updated_at',
    'doubleCheck',
    'runtimeId',
    'runParallel',
    'sslCheckDomain',
    'useGlobalAlertSettings',
  );
  fields.noteEach('alert_contacts', 'alertChannelSubscriptions', 'muted');
  fields.noteNames('alert_timing', 'alertSettings');
  fields.noteNames('confirmation', 'retryStrategy');
  fields.noteEach('places', 'locations', 'privateLocations');
  fields.noteEach('settings_apart', 'groupId', 'groupOrder');
  fields.noteEach('field_unsupported', 'degradedResponseTime', 'triggerIncident');
  fields.noteNames(
    'field_unsupported',
    'environmentVariables',
    'localSetupScript',
    'localTearDownScript',
    'setupSnippetId',
    'tearDownSnippetId',
    'dependencies',
    'playwrightConfig',
  );
  if (type === 'BROWSER' || type === 'MULTI_STEP' || type === 'PLAYWRIGHT')
    return skip(result, item, 'browser_check', { field: 'checkType', from: type });
  if (fields.flag('shouldFail')) return skip(result, item, 'upside_down', { field: 'shouldFail', from: true });
  const timing = slowOf(fields, 'maxResponseTime', fields.number('maxResponseTime'));
  const endpoint = endpointOf(fields, type, timing);
  if (endpoint === null) return skip(result, item, 'kind_unsupported', { field: 'checkType', from: type });
  const isHeartbeat = type === 'HEARTBEAT';
  return addMonitor(
    result,
    {
      ...item,
      description,
      tags,
      paused,
      intervalSec: isHeartbeat ? null : intervalSec,
      intervalField: 'frequency',
      methodField: 'request.method',
      endpoints: [endpoint],
    },
    context,
  );
}

const UNITS: Readonly<Record<string, number>> = { seconds: 1, minutes: 60, hours: 3600, days: 86_400 };

function endpointOf(fields: Fields, type: string, timing: CheckDraft): Target | null {
  if (type === 'HEARTBEAT') {
    const beat = fields.child('heartbeat');
    beat.ignore('alertSettings', 'pingToken', 'pingUrl');
    const spanOf = (key: string, unit: string) => Math.max(60, (beat.number(key) ?? 0) * (UNITS[beat.text(unit)] ?? 1));
    fields.note('ping_url', 'heartbeat', { from: '' });
    return {
      url: `heartbeat://${heartbeatName(fields.text('name'), 80)}`,
      check: { periodSec: spanOf('period', 'periodUnit'), graceSec: spanOf('grace', 'graceUnit') },
    };
  }
  const request = fields.child('request');
  if (type !== 'API' && type !== 'URL') {
    request.ignore('ipFamily');
    request.noteNames('condition_left_out', 'assertions');
  }
  if (type === 'TCP')
    return { url: `tcp://${hostPort(request.text('hostname'), request.number('port'))}`, check: timing };
  if (type === 'ICMP') return { url: `icmp://${request.text('hostname')}`, check: timing };
  if (type === 'DNS')
    return {
      url: `dns://${request.text('query')}`,
      check: { ...timing, recordType: request.text('recordType') || 'A' },
    };
  if (type !== 'API' && type !== 'URL') return null;
  const url = request.text('url');
  return { url: withQuery(request, url), check: checkOf(timing, requestOf(request), assertionsOf(request)) };
}

function withQuery(request: Fields, url: string): string {
  const parameters = request.children('queryParameters').map((each) => {
    each.ignore('locked');
    return [each.text('key'), each.text('value')] as const;
  });
  if (parameters.length === 0 || !URL.canParse(url) || placeholdersIn(url).length > 0) return url;
  const whole = new URL(url);
  for (const [name, value] of parameters) whole.searchParams.append(name, value);
  return whole.href;
}

function requestOf(request: Fields): CheckDraft {
  const method = request.text('method').toUpperCase();
  request.ignore('bodyType');
  const given = request.children('headers').map((header) => {
    header.ignore('locked');
    return [header.text('key'), header.text('value')] as const;
  });
  const auth = request.child('basicAuth');
  const stays = request.raw('followRedirects') === false;
  if (request.flag('skipSSL')) request.note('certificate_errors', 'skipSSL');
  const version = /[46]$/.exec(request.text('ipFamily'))?.[0];
  return checkOf(
    {
      ...(method !== '' && { method }),
      ...bodyOf(request, 'body', request.text('body'), method),
      ...(stays && { followRedirects: false }),
      ...(version !== undefined && { ipVersion: Number(version) }),
    },
    { headers: headersOf(request, 'headers', given) },
    basicAuth(auth, 'password', auth.text('username'), auth.text('password')),
  );
}

const OPS: Readonly<Record<string, string>> = {
  EQUALS: 'equals',
  NOT_EQUALS: 'notEquals',
  CONTAINS: 'contains',
  NOT_CONTAINS: 'notContains',
  GREATER_THAN: 'greaterThan',
  LESS_THAN: 'lessThan',
  NOT_EMPTY: 'exists',
  NOT_NULL: 'exists',
  HAS_KEY: 'exists',
};

function assertionsOf(request: Fields): CheckDraft {
  return checkOf(
    ...request.children('assertions').map((rule): CheckDraft => {
      const [source, property, comparison, target] = [
        rule.text('source'),
        rule.text('property'),
        rule.text('comparison'),
        rule.text('target'),
      ];
      rule.ignore('order', 'regex', 'id');
      const written = [source, property, comparison, target].filter(Boolean).join(' ');
      if (source === 'STATUS_CODE') return statusesPart(rule, comparison, target, written);
      if (source === 'RESPONSE_TIME' && comparison === 'LESS_THAN') return slowOf(rule, 'target', Number(target));
      return { assertions: assertion(rule, written, { source, property, comparison, target }) };
    }),
  );
}

const COMPARISONS: Readonly<Record<string, string>> = {
  EQUALS: '==',
  NOT_EQUALS: '!=',
  LESS_THAN: '<',
  GREATER_THAN: '>',
};

function statusesPart(rule: Fields, comparison: string, target: string, written: string): CheckDraft {
  const statuses = comparedStatuses(COMPARISONS[comparison] ?? '', Number(target));
  if (statuses !== null) return { statuses };
  rule.note('condition_left_out', 'source', { from: written });
  return {};
}

function assertion(
  rule: Fields,
  written: string,
  { source, property, comparison, target }: Record<'source' | 'property' | 'comparison' | 'target', string>,
): Assertion[] {
  const op = OPS[comparison] ?? comparison;
  const value = op === 'exists' ? {} : { value: target };
  if (source === 'JSON_BODY')
    return assertionOf(rule, 'source', written, { source: 'json', path: property || '$', op, ...value });
  if (source === 'HEADERS')
    return assertionOf(rule, 'source', written, { source: 'header', name: property, op, ...value });
  return assertionOf(rule, 'source', written, { source: source === 'TEXT_BODY' ? 'body' : source, op, ...value });
}
