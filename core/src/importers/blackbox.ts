import {
  acceptedOf,
  assertionOf,
  basicAuth,
  bodyOf,
  type CheckDraft,
  checkOf,
  durationSec,
  headersOf,
  isKnown,
  literal,
  redirectsOf,
  type Target,
  timeoutOf,
} from './check-draft.ts';
import { addMonitor, nothingImported, skip } from './draft.ts';
import { asRecord, Fields, type Values } from './fields.ts';
import type { ImportContext, Imported, Importer, SourceDocument } from './importer.ts';

/** Prometheus with the blackbox exporter: `prometheus.yml`, the exporter's modules, and files of targets, together. */
export const blackbox: Importer = {
  name: 'Prometheus blackbox',
  recognizes: (documents) =>
    documents.some(({ value }) => jobsIn(value).length > 0 || modulesIn(value) !== null || targetsIn(value).length > 0),
  read(documents, context) {
    const result = nothingImported();
    const modules = Object.assign({}, ...documents.map(({ value }) => modulesIn(value) ?? {})) as Values;
    const used = new Set<SourceDocument>();
    for (const { value } of documents)
      for (const job of jobsIn(value)) readJob(result, { job, documents, modules, used }, context);
    for (const document of documents) {
      if (used.has(document)) continue;
      for (const group of targetsIn(document.value))
        readGroup(result, { group, module: '', modules, seconds: null, job: document.name }, context);
    }
    for (const { value } of documents) {
      const file = asRecord(value) ?? {};
      if (!('scrape_configs' in file)) continue;
      const fields = new Fields(file);
      fields.ignore(
        'scrape_configs',
        'global',
        'rule_files',
        'remote_write',
        'remote_read',
        'storage',
        'tracing',
        'scrape_config_files',
        'otlp',
      );
      fields.noteNames('settings_apart', 'alerting');
      result.notes.push(...fields.close().notes);
    }
    return result;
  },
};

/** The jobs that probe targets by the exporter. */
function jobsIn(value: unknown): Values[] {
  const file = asRecord(value);
  const configs = Array.isArray(file?.scrape_configs) ? file.scrape_configs : [];
  const global = asRecord(file?.global) ?? {};
  return configs.flatMap((each) => {
    const job = asRecord(each);
    const isProbe = job !== null && (job.metrics_path === '/probe' || asRecord(job.params)?.module !== undefined);
    return isProbe ? { scrape_interval: global.scrape_interval, ...job } : [];
  });
}

function modulesIn(value: unknown): Values | null {
  const modules = asRecord(asRecord(value)?.modules);
  return modules && Object.values(modules).some((each) => asRecord(each)?.prober !== undefined) ? modules : null;
}

/** Groups of targets, as files for discovery have them. */
function targetsIn(value: unknown): Values[] {
  return (Array.isArray(value) ? value : []).flatMap((each): Values[] => {
    const group = asRecord(each);
    return group !== null && Array.isArray(group.targets) ? [group] : [];
  });
}

type Job = { job: Values; documents: readonly SourceDocument[]; modules: Values; used: Set<SourceDocument> };

function readJob(result: Imported, { job, documents, modules, used }: Job, context: ImportContext): void {
  const fields = new Fields(job);
  const name = fields.text('job_name');
  const seconds = durationSec(fields.text('scrape_interval'));
  const [module = ''] = new Fields(fields.raw('params')).texts('module');
  fields.ignore(
    'metrics_path',
    'scheme',
    'scrape_timeout',
    'relabel_configs',
    'metric_relabel_configs',
    'honor_labels',
    'honor_timestamps',
  );
  fields.noteNames(
    'field_unsupported',
    'consul_sd_configs',
    'kubernetes_sd_configs',
    'dns_sd_configs',
    'http_sd_configs',
    'ec2_sd_configs',
  );
  const files = fields.list('file_sd_configs').flatMap((each) => new Fields(each).texts('files'));
  const named = documents.filter(
    (document) => files.some((pattern) => matchesFile(pattern, document.name)) && targetsIn(document.value).length > 0,
  );
  for (const document of named) used.add(document);
  const groups = [...targetsIn(fields.raw('static_configs')), ...named.flatMap(({ value }) => targetsIn(value))];
  result.notes.push(...fields.close().notes);
  for (const group of groups) readGroup(result, { group, module, modules, seconds, job: name }, context);
}

/** Whether a pattern of a path names the file, of which only the last part is known. */
function matchesFile(pattern: string, name: string): boolean {
  const [, last = ''] = /([^/]*)$/.exec(pattern) ?? [];
  return new RegExp(`^${last.split('*').map(literal).join('.*')}$`).test(name.replace(/^.*\//, ''));
}

type Group = { group: Values; module: string; modules: Values; seconds: number | null; job: string };

function readGroup(result: Imported, { group, module, modules, seconds, job }: Group, context: ImportContext): void {
  const targets = Array.isArray(group.targets) ? group.targets.map(String) : [];
  for (const target of targets) {
    const fields = new Fields({ target, labels: group.labels, module });
    fields.raw('module');
    const labels = fields.child('labels');
    const tags = Object.keys(asRecord(group.labels) ?? {}).flatMap((label) =>
      label.startsWith('__') || label === 'instance' ? [] : [labels.text(label)],
    );
    for (const label of Object.keys(asRecord(group.labels) ?? {})) labels.raw(label);
    const place = labels.text('blackbox_host') || labels.text('__param_target') || fields.text('target');
    const own = labels.text('module') || labels.text('__param_module') || module;
    const item = { key: `${job} ${target}`, name: labels.text('instance') || labels.text('name') || '', fields };
    const endpoint = probeOf(fields, own, asRecord(modules[own]), place);
    if ('kind' in endpoint) skip(result, item, 'kind_unsupported', { field: 'prober', from: endpoint.kind });
    else
      addMonitor(
        result,
        {
          ...item,
          tags: tags.filter((tag) => tag !== own),
          group: job === '' ? null : job,
          intervalSec: seconds,
          intervalField: 'scrape_interval',
          endpoints: [endpoint],
        },
        context,
      );
  }
}

function probeOf(fields: Fields, name: string, values: Values | null, target: string): Target | { kind: string } {
  if (values === null) {
    const isHostPort = /^[^/:]+:\d+$/.test(target);
    fields.note('module_missing', 'module', { from: name, to: isHostPort ? 'tcp' : 'https' });
    return { url: isHostPort ? `tcp://${target}` : target, check: {} };
  }
  const module = new Fields({ module: values }).child('module');
  const prober = module.text('prober');
  const timing = timeoutOf(module, 'timeout', durationSec(module.text('timeout')), 1000);
  const probe = proberTarget(module, prober, target, timing);
  // A module's notes concern each of its targets.
  for (const { code, field, from, to } of module.close().notes) fields.note(code, field, { from, to });
  return probe ?? { kind: prober };
}

function proberTarget(module: Fields, prober: string, target: string, timing: CheckDraft): Target | null {
  if (prober === 'http')
    return {
      url: /^https?:\/\//i.test(target) ? target : `http://${target}`,
      check: checkOf(timing, httpCheck(module.child('http'))),
    };
  if (prober === 'tcp') {
    const tcp = module.child('tcp');
    const greeting = tcp.children('query_response').map((step) => {
      step.noteEach('condition_left_out', 'send', 'expect_bytes', 'labels');
      if (step.flag('starttls')) step.note('condition_left_out', 'starttls');
      return step.text('expect');
    });
    const [expect = ''] = greeting;
    // A literal text, of which the server's first message may start.
    const banner = expect.replace(/^\^/, '').replace(/\\([.+*?$^])/g, '$1');
    const isLiteral = banner !== '' && !/[\\[\](){}|*+?$^]/.test(banner);
    if (expect !== '' && !isLiteral) tcp.note('condition_left_out', 'query_response', { from: expect });
    const isTls = tcp.flag('tls');
    addressNotes(tcp);
    tlsNotes(tcp);
    return {
      url: `${isTls ? 'tls' : 'tcp'}://${target}`,
      check: { ...timing, ...(isLiteral && !isTls && { banner }) },
    };
  }
  if (prober === 'icmp') {
    addressNotes(module.child('icmp'));
    return { url: `icmp://${target}`, check: timing };
  }
  if (prober !== 'dns') return null;
  const dns = module.child('dns');
  const [name, recordType] = [dns.text('query_name'), dns.text('query_type') || 'A'];
  dns.noteNames(
    'condition_left_out',
    'valid_rcodes',
    'validate_answer_rrs',
    'validate_authority_rrs',
    'validate_additional_rrs',
    'transport_protocol',
    'dns_over_tls',
    'query_class',
    'recursion_desired',
  );
  addressNotes(dns);
  tlsNotes(dns);
  return { url: `dns://${name}`, check: { ...timing, recordType, resolver: target } };
}

function addressNotes(fields: Fields): void {
  fields.ignore('ip_protocol_fallback', 'preferred_ip_protocol', 'payload_size', 'ttl', 'dont_fragment');
  fields.noteEach('field_unsupported', 'source_ip_address');
}

function tlsNotes(fields: Fields): void {
  const tls = fields.child('tls_config');
  if (tls.flag('insecure_skip_verify')) tls.note('certificate_errors', 'insecure_skip_verify');
  tls.noteNames(
    'auth_left_out',
    'ca_file',
    'cert_file',
    'key_file',
    'ca',
    'cert',
    'key',
    'server_name',
    'min_version',
    'max_version',
  );
}

function httpCheck(http: Fields): CheckDraft {
  const method = http.text('method').toUpperCase();
  const listed = Object.entries(asRecord(http.raw('http_headers')) ?? {}).flatMap(([name, value]) =>
    new Fields(value).texts('values').map((each) => [name, each] as const),
  );
  const auth = http.child('basic_auth');
  const bearer = http.text('bearer_token') || http.child('authorization').text('credentials');
  http.child('authorization').ignore('type');
  http.noteNames('auth_left_out', 'oauth2', 'bearer_token_file');
  auth.noteNames('env_missing', 'password_file');
  http.child('authorization').noteNames('env_missing', 'credentials_file');
  http.noteNames(
    'field_unsupported',
    'proxy_url',
    'proxy_connect_header',
    'proxy_from_environment',
    'no_proxy',
    'body_file',
    'valid_http_versions',
    'fail_if_ssl',
    'fail_if_not_ssl',
    'body_size_limit',
    'fail_if_body_json_matches_cel',
    'fail_if_body_json_not_matches_cel',
  );
  http.ignore('compression', 'skip_resolve_phase_with_proxy', 'enable_http2', 'enable_http3');
  addressNotes(http);
  tlsNotes(http);
  const follows = http.raw('follow_redirects') !== false && !http.flag('no_follow_redirects');
  return checkOf(
    method === '' ? {} : { method },
    acceptedOf(http, 'valid_status_codes', http.texts('valid_status_codes'), '200-299'),
    bodyOf(http, 'body', http.text('body'), method),
    follows ? {} : redirectsOf(http, 'follow_redirects', 0),
    { headers: headersOf(http, 'headers', [...http.pairs('headers'), ...listed]) },
    basicAuth(auth, 'password', auth.text('username'), auth.text('password')),
    bearer !== '' && isKnown(http, 'bearer_token', 'token', bearer) ? { auth: { type: 'bearer', token: bearer } } : {},
    conditionsOf(http),
  );
}

function conditionsOf(http: Fields): CheckDraft {
  const must = http
    .texts('fail_if_body_not_matches_regexp')
    .flatMap((value) =>
      assertionOf(http, 'fail_if_body_not_matches_regexp', value, { source: 'body', op: 'matches', value }),
    );
  const mustNot = http.texts('fail_if_body_matches_regexp').flatMap((value) => {
    const isText = !/[\\[\](){}|*+?$^.]/.test(value);
    return assertionOf(http, 'fail_if_body_matches_regexp', value, {
      source: 'body',
      op: isText ? 'notContains' : 'notMatches',
      value,
    });
  });
  const headers = http.children('fail_if_header_not_matches').flatMap((rule) => {
    rule.raw('allow_missing');
    const [name, value] = [rule.text('header'), rule.text('regexp')];
    return assertionOf(rule, 'header', `${name}: ${value}`, { source: 'header', name, op: 'matches', value });
  });
  for (const rule of http.children('fail_if_header_matches')) {
    rule.ignore('allow_missing', 'regexp');
    rule.note('condition_left_out', 'header', { from: rule.text('header') });
  }
  return { assertions: [...must, ...mustNot, ...headers] };
}
