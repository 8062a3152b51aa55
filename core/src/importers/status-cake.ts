import {
  basicAuth,
  bodyOf,
  type CheckDraft,
  checkOf,
  headersOf,
  heartbeatName,
  hostOf,
  hostPort,
  keywordOf,
  otherStatuses,
  statusesOf,
  type Target,
  timeoutOf,
} from './check-draft.ts';
import { addMonitor, nothingImported, skip } from './draft.ts';
import { asRecord, Fields, itemsOf } from './fields.ts';
import type { ImportContext, Imported, Importer } from './importer.ts';

/** StatusCake: the uptime checks of version 1 of its API, with their details. */
export const statusCake: Importer = {
  name: 'StatusCake',
  recognizes: (documents) =>
    [...itemsOf(documents, 'data'), ...documents.map(({ value }) => asRecord(value)?.data)].some((each) => {
      const check = asRecord(each);
      return check !== null && 'test_type' in check && 'check_rate' in check;
    }),
  read(documents, context) {
    const result = nothingImported();
    const details = documents.flatMap(({ value }) => asRecord(asRecord(value)?.data) ?? []);
    for (const [index, each] of [...itemsOf(documents, 'data'), ...details].entries())
      readCheck(result, `${index + 1}`, each, context);
    return result;
  },
};

function readCheck(result: Imported, place: string, value: unknown, context: ImportContext): Imported {
  const fields = new Fields(value);
  const item = { key: fields.text('id') || place, name: fields.text('name'), fields };
  const type = fields.text('test_type');
  const address = fields.text('website_url');
  const host = hostOf(address);
  const port = fields.number('port');
  const paused = fields.flag('paused');
  const tags = fields.texts('tags');
  fields.ignore(
    'status',
    'uptime',
    'last_tested',
    'last_tested_at',
    'next_location',
    'processing',
    'processing_state',
    'processing_on',
    'down_times',
    'use_jar',
    'host',
    'include_header',
  );
  fields.noteEach('alert_contacts', 'contact_groups');
  fields.noteEach('confirmation', 'confirmation');
  fields.noteEach('alert_timing', 'trigger_rate');
  fields.noteEach('places', 'regions', 'servers');
  fields.noteEach('certificate_warnings', 'enable_ssl_alert', 'validate_ssl');
  const isHttp = type === 'HTTP' || type === 'HEAD';
  const timing = timeoutOf(fields, 'timeout', fields.number('timeout'), 1000);
  const endpoint = ((): Target | null => {
    if (isHttp) return { url: address, check: checkOf(timing, request(fields, type)) };
    fields.ignore(
      'status_codes',
      'follow_redirects',
      'do_not_find',
      'find_string',
      'final_endpoint',
      'custom_header',
      'user_agent',
      'post_body',
      'post_raw',
      'basic_username',
      'basic_password',
      'basic_user',
      'basic_pass',
    );
    if (type === 'PING') return { url: `icmp://${host}`, check: timing };
    if (type === 'TCP') return { url: `tcp://${hostPort(host, port)}`, check: timing };
    if (type === 'SMTP') return { url: `tcp://${hostPort(host, port ?? 25)}`, check: { ...timing, banner: '220' } };
    if (type === 'SSH') return { url: `tcp://${hostPort(host, port ?? 22)}`, check: { ...timing, banner: 'SSH-' } };
    if (type === 'DNS') return { url: `dns://${host}`, check: dnsCheck(fields, timing) };
    if (type === 'PUSH') return pushed(fields, item.key);
    return null;
  })();
  if (type !== 'DNS') fields.ignore('dns_ips', 'dns_server');
  if (endpoint === null) return skip(result, item, 'kind_unsupported', { field: 'test_type', from: type });
  const intervalSec = fields.number('check_rate');
  return addMonitor(
    result,
    {
      ...item,
      tags,
      paused,
      intervalSec: type === 'PUSH' ? null : intervalSec,
      intervalField: 'check_rate',
      endpoints: [endpoint],
    },
    context,
  );
}

function dnsCheck(fields: Fields, timing: CheckDraft): CheckDraft {
  const expected = fields.texts('dns_ips');
  const resolver = fields.text('dns_server');
  return { ...timing, ...(expected.length > 0 && { expected, match: 'any' }), ...(resolver !== '' && { resolver }) };
}

function pushed(fields: Fields, key: string) {
  fields.note('ping_url', 'website_url', { from: '' });
  return {
    url: `heartbeat://${heartbeatName(fields.text('name'), 60)}-${key}`,
    check: { periodSec: Math.max(60, fields.number('check_rate') ?? 86_400) },
  };
}

function request(fields: Fields, type: string): CheckDraft {
  const body = fields.text('post_raw') || (fields.has('post_body') ? String(fields.raw('post_body')) : '');
  fields.raw('post_body');
  const method = type === 'HEAD' ? 'HEAD' : body === '' ? 'GET' : 'POST';
  const alerting = fields.texts('status_codes');
  const statuses = alerting.length > 0 && statusesOf(alerting) !== null ? otherStatuses(alerting) : null;
  if (statuses !== null)
    fields.note('statuses_inverted', 'status_codes', {
      from: alerting.length > 8 ? `${alerting.slice(0, 8).join(', ')} …` : alerting.join(', '),
      to: statuses,
    });
  const agent = fields.text('user_agent');
  const given = [...fields.pairs('custom_header'), ...(agent === '' ? [] : [['User-Agent', agent] as const])];
  const keyword = fields.text('find_string');
  fields.noteEach('field_unsupported', 'final_endpoint');
  const pass = fields.text('basic_password') || fields.text('basic_pass');
  return checkOf(
    {
      method,
      ...(statuses !== null && { statuses }),
      ...bodyOf(fields, 'post_raw', body),
    },
    // Redirects are not followed unless the check requires it.
    { ...(!fields.flag('follow_redirects') && { followRedirects: false }) },
    { headers: headersOf(fields, 'custom_header', given) },
    basicAuth(fields, 'basic_password', fields.text('basic_username') || fields.text('basic_user'), pass),
    {
      assertions:
        type === 'HEAD' ? [] : keywordOf(fields, 'find_string', { keyword, isAbsent: fields.flag('do_not_find') }),
    },
  );
}
