import {
  acceptedOf,
  type CheckDraft,
  checkOf,
  heartbeatName,
  hostOf,
  hostPort,
  keywordOf,
  type Target,
  timeoutOf,
} from './check-draft.ts';
import { addMonitor, nothingImported, skip } from './draft.ts';
import { asRecord, Fields, itemsOf } from './fields.ts';
import type { ImportContext, Imported, Importer } from './importer.ts';

/** HetrixTools: the uptime monitors of version 3 of its API. */
export const hetrixTools: Importer = {
  name: 'HetrixTools',
  recognizes: (documents) =>
    itemsOf(documents, 'monitors', 'data').some((each) => {
      const monitor = asRecord(each);
      return monitor !== null && 'check_frequency' in monitor && 'target' in monitor;
    }),
  read(documents, context) {
    const result = nothingImported();
    for (const [index, each] of itemsOf(documents, 'monitors', 'data').entries())
      readMonitor(result, `${index + 1}`, each, context);
    return result;
  },
};

function readMonitor(result: Imported, place: string, value: unknown, context: ImportContext): Imported {
  const fields = new Fields(value);
  const item = { key: fields.text('id') || place, name: fields.text('name'), fields };
  const type = fields.text('type');
  const target = fields.text('target');
  const host = hostOf(target);
  const minutes = fields.number('check_frequency');
  const category = fields.text('category');
  const state = fields.text('monitor_status');
  const paused = fields.flag('paused') || state === 'paused' || state === 'disabled';
  fields.ignore(
    'created_at',
    'last_check',
    'last_status_change',
    'uptime',
    'uptime_status',
    'uptime_incidents',
    'response_time',
    'resolve_address',
    'resolve_address_info',
    'public_report',
    'agent_id',
    'last_response_code',
  );
  fields.noteEach('alert_contacts', 'contact_lists', 'contact_list');
  fields.noteEach(
    'alert_timing',
    'alert_after_minutes',
    'repeat_alert_times',
    'repeat_alert_frequency',
    'alert_after',
    'repeat_times',
    'repeat_every',
  );
  fields.noteEach('confirmation', 'number_of_tries', 'triggering_locations');
  fields.noteEach('places', 'locations');
  fields.noteEach(
    'certificate_warnings',
    'ssl_expiry_reminder',
    'domain_expiry_reminder',
    'ssl_expiry_date',
    'domain_expiry_date',
    'ssl_expiration_reminder',
    'domain_expiration_reminder',
  );
  fields.noteEach('settings_apart', 'public', 'show_target', 'nameservers', 'nameserver_change_alert');
  if (fields.raw('verify_ssl_certificate') === false)
    fields.note('certificate_errors', 'verify_ssl_certificate', { from: false });
  fields.ignore('verify_ssl_host');
  const timing = timeoutOf(fields, 'timeout', fields.number('timeout'), 1000);
  const port = fields.number('port');
  const endpoint = ((): Target | null => {
    if (type === 'website') return { url: target, check: checkOf(timing, request(fields)) };
    fields.ignore('http_method', 'accepted_http_codes', 'http_codes', 'max_redirects', 'keyword');
    if (type === 'ping') return { url: `icmp://${host}`, check: timing };
    if (type === 'service') return { url: `tcp://${hostPort(host, port)}`, check: timing };
    if (type === 'smtp') {
      fields.noteNames('auth_left_out', 'check_auth', 'smtp_user', 'smtp_pass');
      return { url: `tcp://${hostPort(host, port ?? 25)}`, check: { ...timing, banner: '220' } };
    }
    return type === 'heartbeat' ? heartbeat(fields, item) : null;
  })();
  if (endpoint === null) return skip(result, item, 'kind_unsupported', { field: 'type', from: type });
  const intervalSec = minutes === null || type === 'heartbeat' ? null : minutes * 60;
  return addMonitor(
    result,
    {
      ...item,
      tags: category === '' ? [] : [category],
      paused,
      intervalSec,
      intervalField: 'check_frequency',
      methodField: 'http_method',
      endpoints: [endpoint],
    },
    context,
  );
}

function request(fields: Fields): CheckDraft {
  const method = fields.text('http_method').toUpperCase();
  const [codes, others] = [fields.texts('accepted_http_codes'), fields.texts('http_codes')];
  const redirects = fields.number('max_redirects');
  return checkOf(
    { ...(method !== '' && { method }), ...(redirects === 0 && { followRedirects: false }) },
    acceptedOf(
      fields,
      'accepted_http_codes',
      (codes.length > 0 ? codes : others).flatMap((each) => each.split(',')),
    ),
    { assertions: keywordOf(fields, 'keyword', { keyword: fields.text('keyword') }) },
  );
}

/** A schedule in a zone or a period, whose names are those of IANA. */
function heartbeat(fields: Fields, { key, name }: { key: string; name: string }): Target {
  fields.note('ping_url', 'target', { from: '' });
  const [cron, timeZone] = [fields.text('cron') || fields.text('cron_expression'), fields.text('timezone')];
  const [period, grace] = [fields.number('period'), fields.number('grace') ?? fields.number('grace_period')];
  const schedule =
    cron === ''
      ? { ...(period !== null && { periodSec: Math.max(60, period * 60) }) }
      : { cron, ...(timeZone !== '' && { timeZone }) };
  const id = key.toLowerCase().replaceAll(/[^a-z0-9_-]/g, '');
  return {
    url: `heartbeat://${heartbeatName(name, 60)}-${id}`,
    check: { ...schedule, ...(grace !== null && { graceSec: Math.max(60, grace * 60) }) },
  };
}
