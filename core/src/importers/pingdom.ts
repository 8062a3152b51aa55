import {
  basicAuth,
  bodyOf,
  type CheckDraft,
  checkOf,
  headersOf,
  hostPort,
  keywordOf,
  mailPort,
  mailTarget,
  slowOf,
  type Target,
} from './check-draft.ts';
import { addMonitor, nothingImported, skip } from './draft.ts';
import { asRecord, Fields, itemsOf } from './fields.ts';
import type { ImportContext, Imported, Importer } from './importer.ts';

/** Pingdom: the checks of version 3.1 of its API; only the answer about one check has its details. */
export const pingdom: Importer = {
  name: 'Pingdom',
  recognizes: (documents) =>
    checksIn(documents).some((each) => {
      const check = asRecord(each);
      return check !== null && 'hostname' in check && 'resolution' in check;
    }),
  read(documents, context) {
    const result = nothingImported();
    for (const [index, each] of checksIn(documents).entries()) readCheck(result, `${index + 1}`, each, context);
    return result;
  },
};

function checksIn(documents: readonly { value: unknown }[]): unknown[] {
  const details = documents.flatMap(({ value }) => asRecord(asRecord(value)?.check) ?? []);
  const listed = itemsOf(documents, 'checks').map((each) => asRecord(asRecord(each)?.check) ?? each);
  return [...details, ...listed];
}

function readCheck(result: Imported, place: string, value: unknown, context: ImportContext): Imported {
  const fields = new Fields(value);
  const name = fields.text('name');
  const item = { key: fields.text('id') || place, name, fields };
  const host = fields.text('hostname');
  const minutes = fields.number('resolution');
  const paused = fields.text('status') === 'paused' || fields.flag('paused');
  const tags = fields.names('tags');
  fields.ignore(
    'created',
    'lasterrortime',
    'lasttesttime',
    'lastresponsetime',
    'lastdownstart',
    'lastdownend',
    'verify_certificate_text',
    'acktimeout',
    'autoresolve',
    'maintenanceids',
  );
  fields.noteEach('alert_contacts', 'userids', 'teamids', 'integrationids', 'contactids', 'teams', 'custom_message');
  fields.noteEach('alert_timing', 'sendnotificationwhendown', 'notifyagainevery', 'notifywhenbackup');
  fields.noteEach('places', 'probe_filters');
  fields.noteEach('certificate_warnings', 'ssl_down_days_before');
  if (fields.raw('verify_certificate') === false)
    fields.note('certificate_errors', 'verify_certificate', { from: false });
  const timing: CheckDraft = {
    ...slowOf(fields, 'responsetime_threshold', fields.number('responsetime_threshold')),
    ...(fields.text('ipv6') === 'true' && { ipVersion: 6 }),
  };
  const given = fields.raw('type');
  const kind = typeof given === 'string' ? given : (Object.keys(asRecord(given) ?? {})[0] ?? '');
  const details = fields.child('type').child(kind);
  const endpoint = endpointOf(kind, host, details, timing);
  if (endpoint === null) return skip(result, item, 'kind_unsupported', { field: 'type', from: kind });
  return addMonitor(
    result,
    {
      ...item,
      tags,
      paused,
      intervalSec: minutes === null ? null : minutes * 60,
      intervalField: 'resolution',
      endpoints: [endpoint],
    },
    context,
  );
}

function endpointOf(kind: string, host: string, details: Fields, timing: CheckDraft): Target | null {
  if (kind === 'http') return { url: addressOf(host, details), check: checkOf(timing, request(details)) };
  if (kind === 'ping') return { url: `icmp://${host}`, check: timing };
  const expected = details.text('stringtoexpect');
  const port = details.number('port');
  if (kind === 'tcp') {
    details.noteEach('condition_left_out', 'stringtosend');
    return { url: `tcp://${hostPort(host, port)}`, check: { ...timing, ...(expected !== '' && { banner: expected }) } };
  }
  if (kind === 'dns') {
    const [ip, server] = [details.text('expectedip'), details.text('nameserver')];
    return {
      url: `dns://${host}`,
      check: { ...timing, ...(ip !== '' && { expected: [ip] }), ...(server !== '' && { resolver: server }) },
    };
  }
  if (kind !== 'smtp' && kind !== 'imap' && kind !== 'pop3') return null;
  const isSecure = details.flag('encryption');
  details.noteNames('auth_left_out', 'username', 'password');
  if (port === null) details.note('port_assumed', 'port', { from: '', to: mailPort(kind, isSecure) });
  const place = hostPort(host, port ?? mailPort(kind, isSecure));
  return mailTarget(kind, place, isSecure, isSecure || expected === '' ? timing : { ...timing, banner: expected });
}

/** Host, port and path are apart. */
function addressOf(host: string, details: Fields): string {
  const isSecure = details.flag('encryption');
  const port = details.number('port');
  const path = details.text('url') || '/';
  const isDefault = port === null || port === (isSecure ? 443 : 80);
  return `${isSecure ? 'https' : 'http'}://${hostPort(host, isDefault ? null : port)}${path.startsWith('/') ? path : `/${path}`}`;
}

function request(details: Fields): CheckDraft {
  const body = bodyOf(details, 'postdata', details.text('postdata'));
  const [must, mustNot] = [details.text('shouldcontain'), details.text('shouldnotcontain')];
  return checkOf(
    body.body === undefined ? {} : { method: 'POST', ...body },
    { headers: headersOf(details, 'requestheaders', details.pairs('requestheaders')) },
    basicAuth(details, 'password', details.text('username'), details.text('password')),
    {
      assertions: [
        ...keywordOf(details, 'shouldcontain', { keyword: must }),
        ...keywordOf(details, 'shouldnotcontain', { keyword: mustNot, isAbsent: true }),
      ],
    },
  );
}
