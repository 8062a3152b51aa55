import type { Assertion } from '../values/http-check/assertion.ts';
import {
  assertionOf,
  bodyOf,
  type CheckDraft,
  checkOf,
  comparedStatuses,
  durationSec,
  headersOf,
  hostPort,
  timeoutOf,
} from './check-draft.ts';
import { addMonitor, nothingImported, skip } from './draft.ts';
import { asRecord, Fields } from './fields.ts';
import type { ImportContext, Imported, Importer } from './importer.ts';

/** OpenStatus: the monitors of its command line, in YAML. */
export const openStatus: Importer = {
  name: 'OpenStatus',
  recognizes: (documents) =>
    documents.some(({ value }) =>
      Object.values(asRecord(value) ?? {}).some((each) => {
        const monitor = asRecord(each);
        return monitor !== null && 'request' in monitor && 'frequency' in monitor;
      }),
    ),
  read(documents, context) {
    const result = nothingImported();
    for (const { value } of documents)
      for (const [key, each] of Object.entries(asRecord(value) ?? {})) readMonitor(result, key, each, context);
    return result;
  },
};

function readMonitor(result: Imported, key: string, value: unknown, context: ImportContext): Imported {
  const fields = new Fields(value);
  const item = { key, name: fields.text('name') || key, fields };
  if (!fields.has('request')) return skip(result, item, 'not_an_item');
  const kind = fields.text('kind');
  const request = fields.child('request');
  const description = fields.text('description');
  const paused = fields.has('active') ? !fields.flag('active') : fields.raw('active') === false;
  fields.noteEach('places', 'regions');
  fields.noteEach('confirmation', 'retry');
  fields.noteEach('field_unsupported', 'degradedAfter', 'openTelemetry', 'otel');
  fields.noteEach('settings_apart', 'public');
  const timing = timeoutOf(fields, 'timeout', fields.number('timeout'));
  const intervalSec = durationSec(fields.text('frequency'));
  const method = request.text('method').toUpperCase();
  const endpoint =
    kind === 'http'
      ? { url: request.text('url'), check: checkOf(timing, httpRequest(request, method), assertionsOf(fields)) }
      : kind === 'tcp'
        ? { url: `tcp://${hostPort(request.text('host'), request.number('port'))}`, check: timing }
        : null;
  if (endpoint === null) return skip(result, item, 'kind_unsupported', { field: 'kind', from: kind });
  return addMonitor(
    result,
    { ...item, description, paused, intervalSec, intervalField: 'frequency', endpoints: [endpoint] },
    context,
  );
}

function httpRequest(request: Fields, method: string): CheckDraft {
  const stays = request.has('followRedirects')
    ? !request.flag('followRedirects')
    : request.raw('followRedirects') === false;
  return {
    ...(method !== '' && { method }),
    ...bodyOf(request, 'body', request.text('body')),
    ...(stays && { followRedirects: false }),
    headers: headersOf(request, 'headers', request.pairs('headers')),
  };
}

const OPS: Readonly<Record<string, string>> = {
  eq: 'equals',
  not_eq: 'notEquals',
  gt: 'greaterThan',
  lt: 'lessThan',
  contains: 'contains',
  not_contains: 'notContains',
  not_empty: 'exists',
};

function assertionsOf(fields: Fields): CheckDraft {
  const checks = fields.children('assertions').map((rule): CheckDraft => {
    const [kind, compare, target] = [rule.text('kind'), rule.text('compare'), String(rule.raw('target') ?? '')];
    const key = rule.text('key');
    const written = [kind, key, compare, target].filter(Boolean).join(' ');
    const statuses = kind === 'statusCode' ? comparedStatuses(COMPARISONS[compare] ?? '', Number(target)) : null;
    if (statuses !== null) return { statuses };
    return { assertions: assertion(rule, written, { kind, compare, target, key }) };
  });
  return checkOf(...checks);
}

function assertion(
  rule: Fields,
  written: string,
  { kind, compare, target, key }: Record<'kind' | 'compare' | 'target' | 'key', string>,
): Assertion[] {
  const source =
    kind === 'header'
      ? { source: 'header', name: key }
      : kind === 'jsonBody'
        ? { source: 'json', path: key }
        : { source: 'body' };
  const op = OPS[compare] ?? compare;
  return assertionOf(rule, 'kind', written, { ...source, op, ...(op !== 'exists' && { value: target }) });
}

const COMPARISONS: Readonly<Record<string, string>> = {
  eq: '==',
  not_eq: '!=',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
};
