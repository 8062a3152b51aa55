import { acceptedOf, bodyOf, checkOf, headersOf, hostOf, hostPort, keywordOf, redirectsOf } from './check-draft.ts';
import { addMonitor, nothingImported, skip } from './draft.ts';
import { asRecord, Fields } from './fields.ts';
import type { ImportContext, Imported, Importer } from './importer.ts';

/** Upptime: its `.upptimerc.yml`. */
export const upptime: Importer = {
  name: 'Upptime',
  recognizes: (documents) =>
    documents.some(({ value }) => {
      const file = asRecord(value);
      return (
        file !== null && Array.isArray(file.sites) && file.sites.some((site) => typeof asRecord(site)?.url === 'string')
      );
    }),
  read(documents, context) {
    const result = nothingImported();
    for (const { value } of documents) {
      const file = new Fields(value);
      for (const [index, site] of file.list('sites').entries()) readSite(result, `site ${index + 1}`, site, context);
      file.noteNames(
        'settings_apart',
        'status-website',
        'notifications',
        'assignees',
        'workflowSchedule',
        'i18n',
        'runner',
        'commitMessages',
      );
      file.ignore(
        'owner',
        'repo',
        'user-agent',
        'delay',
        'skipDescriptionUpdate',
        'skipTopicsUpdate',
        'skipHomepageUpdate',
        'skipDeleteIssues',
        'commitPrefixStatusUp',
        'commitPrefixStatusDown',
        'commitPrefixStatusDegraded',
        'PAT',
        'summaryStartHtmlComment',
        'summaryEndHtmlComment',
        'liveStatusHtmlComment',
        'customStatusWebsitePackage',
        'excludedCIMonitorRegions',
        'repeatTime',
        'skipPoweredByReadme',
        'commits',
        'ports',
      );
      result.notes.push(...file.close().notes);
    }
    return result;
  },
};

function readSite(result: Imported, key: string, value: unknown, context: ImportContext): Imported {
  const fields = new Fields(value);
  const address = fields.text('url');
  const item = { key, name: fields.text('name'), fields };
  const kind = fields.text('check') || 'http';
  fields.ignore(
    'icon',
    'slug',
    '__dangerous__insecure',
    '__dangerous__disable_verify_peer',
    '__dangerous__disable_verify_host',
  );
  if (fields.flag('__dangerous__insecure') || fields.flag('__dangerous__disable_verify_peer'))
    fields.note('certificate_errors', '__dangerous__insecure', { from: true });
  fields.noteEach('alert_contacts', 'assignees');
  fields.noteEach('settings_apart', 'tags');
  const method = fields.text('method').toUpperCase();
  const slow = fields.number('maxResponseTime');
  if (slow !== null) fields.note('slow', 'maxResponseTime', { from: 'degraded', to: `${slow} ms` });
  const timing = { ...(slow !== null && { maxResponseMs: slow }), ...(fields.flag('ipv6') && { ipVersion: 6 }) };
  const port = fields.number('port');
  const host = hostOf(address);
  const isHttp = kind === 'http';
  const endpoint = isHttp
    ? { url: address, check: checkOf(timing, request(fields, method)) }
    : kind === 'tcp-ping'
      ? { url: `tcp://${hostPort(host, port)}`, check: timing }
      : kind === 'ws'
        ? { url: address.replace(/^http/, 'ws'), check: timing }
        : kind === 'icmp-ping'
          ? { url: `icmp://${host}`, check: timing }
          : null;
  if (endpoint === null) return skip(result, item, 'kind_unsupported', { field: 'check', from: kind });
  if (!isHttp) fields.noteNames('field_unsupported', 'headers', 'body', 'expectedStatusCodes');
  // Upptime's workflow checks every five minutes unless it has another schedule.
  return addMonitor(result, { ...item, intervalSec: 300, endpoints: [endpoint] }, context);
}

function request(fields: Fields, method: string) {
  const given = fields.texts('headers').map((line) => {
    const at = line.indexOf(':');
    return [line.slice(0, at).trim(), line.slice(at + 1).trim()] as const;
  });
  const keyword = {
    isAbsent: true,
    keyword: fields.text('__dangerous__body_down') || fields.text('__dangerous__body_down_if_text_missing'),
  };
  const isMissing = fields.has('__dangerous__body_down_if_text_missing');
  return checkOf(
    {
      ...(method !== '' && { method }),
      ...acceptedOf(fields, 'expectedStatusCodes', fields.texts('expectedStatusCodes')),
      ...bodyOf(fields, 'body', fields.text('body')),
      ...redirectsOf(fields, 'maxRedirects', fields.number('maxRedirects')),
      headers: headersOf(fields, 'headers', given),
    },
    { assertions: keywordOf(fields, '__dangerous__body_down', { ...keyword, isAbsent: !isMissing }) },
  );
}
