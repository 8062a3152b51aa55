import {
  acceptedOf,
  basicAuth,
  bodyOf,
  type CheckDraft,
  checkOf,
  headersOf,
  hostOf,
  hostPort,
  keywordOf,
  type MailProtocol,
  mailPort,
  mailTarget,
  type Target,
  timeoutOf,
} from './check-draft.ts';
import { addMonitor, nothingImported, skip } from './draft.ts';
import { asRecord, Fields, itemsOf } from './fields.ts';
import type { ImportContext, Imported, Importer } from './importer.ts';
import { zoneOfRails } from './rails-zones.ts';

/** Better Stack: the answers of its API about monitors. */
export const betterStack: Importer = {
  name: 'Better Stack',
  recognizes: (documents) =>
    itemsOf(documents, 'data').some((each) => {
      const attributes = asRecord(asRecord(each)?.attributes) ?? asRecord(each);
      return attributes !== null && 'monitor_type' in attributes;
    }),
  read(documents, context) {
    const result = nothingImported();
    for (const [index, each] of itemsOf(documents, 'data').entries())
      readMonitor(result, `${index + 1}`, each, context);
    return result;
  },
};

const STATUS_TYPES: ReadonlySet<string> = new Set(['status', 'expected_status_code', 'keyword', 'keyword_absence']);
const MAIL: Readonly<Record<string, MailProtocol>> = { smtp: 'smtp', imap: 'imap', pop: 'pop3' };

function readMonitor(result: Imported, place: string, value: unknown, context: ImportContext): Imported {
  const whole = new Fields(value);
  const isWrapped = asRecord(asRecord(value)?.attributes) !== null;
  const fields = isWrapped ? whole.child('attributes') : whole;
  whole.ignore('id', 'type', 'relationships');
  const name = fields.text('pronounceable_name');
  const item = { key: String(asRecord(value)?.id ?? place), name, fields: whole };
  const type = fields.text('monitor_type');
  const url = fields.text('url');
  const host = hostOf(url);
  const paused = fields.text('paused_at') !== '' || fields.text('status') === 'paused' || fields.flag('paused');
  fields.ignore('status', 'created_at', 'updated_at', 'last_checked_at', 'team_name', 'remember_cookies');
  fields.noteEach(
    'alert_contacts',
    'call',
    'sms',
    'email',
    'push',
    'critical_alert',
    'policy_id',
    'expiration_policy_id',
    'team_wait',
  );
  fields.noteEach('confirmation', 'confirmation_period', 'recovery_period');
  fields.noteEach('places', 'regions');
  fields.noteEach('certificate_warnings', 'ssl_expiration', 'domain_expiration');
  fields.noteEach('settings_apart', 'monitor_group_id');
  fields.noteEach('field_unsupported', 'proxy_host', 'proxy_port');
  fields.noteNames('field_unsupported', 'environment_variables', 'playwright_script', 'scenario_name');
  if (fields.raw('verify_ssl') === false) fields.note('certificate_errors', 'verify_ssl', { from: false });
  noteMaintenance(fields);
  const port = fields.number('port');
  const isHttp = STATUS_TYPES.has(type);
  if (!isHttp)
    fields.ignore(
      'http_method',
      'request_headers',
      'request_body',
      'follow_redirects',
      'expected_status_codes',
      'auth_username',
      'auth_password',
    );
  // Checks of servers have their limit in ms, requests in seconds.
  const timing = timeoutOf(fields, 'request_timeout', fields.number('request_timeout'), isHttp ? 1000 : 1);
  const keyword = fields.text('required_keyword');
  const versions = fields.text('ip_version');
  const common = { ...timing, ...(/[46]$/.test(versions) && { ipVersion: Number(versions.slice(-1)) }) };
  const mail = Object.hasOwn(MAIL, type) ? MAIL[type] : undefined;
  const endpoint = ((): Target | null => {
    if (isHttp)
      return {
        url,
        check: checkOf(common, request(fields), {
          assertions: keywordOf(fields, 'required_keyword', { keyword, isAbsent: type === 'keyword_absence' }),
        }),
      };
    if (type === 'ping') return { url: `icmp://${host}`, check: common };
    if (type === 'tcp')
      return { url: `tcp://${hostPort(host, port)}`, check: { ...common, ...(keyword !== '' && { banner: keyword }) } };
    if (type === 'dns')
      return {
        url: `dns://${fields.text('request_body') || host}`,
        check: { ...common, ...(keyword !== '' && { expected: [keyword] }) },
      };
    if (mail) return mailServer(host, port, mail, common);
    return null;
  })();
  if (type === 'playwright') return skip(result, item, 'browser_check', { field: 'monitor_type', from: type });
  if (endpoint === null) return skip(result, item, 'kind_unsupported', { field: 'monitor_type', from: type });
  const intervalSec = fields.number('check_frequency');
  fields.raw('url');
  return addMonitor(
    result,
    {
      ...item,
      paused,
      intervalSec,
      intervalField: fields.pathOf('check_frequency'),
      methodField: 'http_method',
      endpoints: [endpoint],
    },
    context,
  );
}

/** TLS comes first on the ports that are only for it. */
function mailServer(host: string, port: number | null, protocol: MailProtocol, check: CheckDraft): Target {
  const used = port ?? mailPort(protocol, false);
  return mailTarget(protocol, hostPort(host, used), used === 465 || used === 993 || used === 995, check);
}

function request(fields: Fields): CheckDraft {
  const method = fields.text('http_method').toUpperCase();
  const given = fields.children('request_headers').map((header) => {
    header.ignore('id');
    return [header.text('name'), header.text('value')] as const;
  });
  const stays = fields.raw('follow_redirects') === false;
  return checkOf(
    { ...(method !== '' && { method }), ...(stays && { followRedirects: false }) },
    acceptedOf(fields, 'expected_status_codes', fields.texts('expected_status_codes'), '200-299'),
    bodyOf(fields, 'request_body', fields.text('request_body'), method),
    { headers: headersOf(fields, 'request_headers', given) },
    basicAuth(fields, 'auth_password', fields.text('auth_username'), fields.text('auth_password')),
  );
}

function noteMaintenance(fields: Fields): void {
  const [from, to, zone] = [
    fields.text('maintenance_from'),
    fields.text('maintenance_to'),
    fields.text('maintenance_timezone'),
  ];
  const days = fields.texts('maintenance_days').join(', ');
  if (from === '' && to === '') return;
  fields.note('maintenance', 'maintenance_from', {
    from: [days, `${from}–${to}`].filter(Boolean).join(' '),
    to: zone === '' ? 'UTC' : zoneOfRails(zone),
  });
}
