import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { monitorInputSchema } from '../contracts/api/monitors.ts';
import { fillText, importTextsOf } from '../texts/importers/import-texts.ts';
import { LANGUAGE_CODES } from '../values/languages.ts';
import { asRecord, parsedJson, shown } from './fields.ts';
import { IMPORT_LIMITS, type Imported, type SourceFile } from './importer.ts';
import { readImport } from './read-import.ts';
import { FORMAT_NAMES } from './table.ts';
import { fromJsonata } from './uptime-kuma.ts';

const CONTEXT = { intervalSec: 600 };

type Sample = {
  format: string;
  files: string[];
  /** Returns the items of the source, for the walk over their keys. */
  items: (values: unknown[]) => unknown[];
};

const listIn =
  (...path: string[]) =>
  (values: unknown[]) =>
    values.flatMap((value) => {
      const found = path.reduce((each: unknown, key) => asRecord(each)?.[key], value);
      return Array.isArray(found) ? found : Object.values(asRecord(found) ?? {});
    });

const SAMPLES: Sample[] = [
  {
    format: 'uptime-kuma',
    files: ['uptime-kuma-1.json'],
    items: (values) => [...listIn('monitorList')(values), ...listIn('notificationList')(values)],
  },
  { format: 'uptime-kuma', files: ['uptime-kuma-2.json'], items: listIn() },
  { format: 'uptime-kuma', files: ['uptime-kuma-db.json'], items: listIn('monitor') },
  { format: 'uptimerobot', files: ['uptimerobot.csv'], items: () => [] },
  { format: 'uptimerobot', files: ['uptimerobot-v3.json'], items: listIn('data') },
  { format: 'gatus', files: ['gatus/config.yaml', 'gatus/more.yaml'], items: () => [] },
  { format: 'openstatus', files: ['openstatus.yaml'], items: () => [] },
  { format: 'upptime', files: ['upptime.yml'], items: () => [] },
  { format: 'better-stack', files: ['better-stack.json'], items: listIn('data') },
  { format: 'checkly', files: ['checkly.json'], items: listIn() },
  { format: 'status-cake', files: ['status-cake.json'], items: listIn('data') },
  {
    format: 'pingdom',
    files: ['pingdom.json'],
    items: (values) => listIn('checks')(values).map((each) => asRecord(each)?.check ?? each),
  },
  { format: 'hetrix-tools', files: ['hetrix-tools.json'], items: listIn('monitors') },
  {
    format: 'blackbox',
    files: ['blackbox/prometheus.yml', 'blackbox/blackbox.yml', 'blackbox/targets-ssh.yml'],
    items: () => [],
  },
  { format: 'urls', files: ['urls.txt'], items: () => [] },
  { format: 'farwatch', files: ['farwatch.jsonl'], items: () => [] },
];

function sample(name: string): SourceFile {
  return { name, text: readFileSync(new URL(`./samples/${name}`, import.meta.url), 'utf8') };
}

function read(files: readonly SourceFile[]): Imported {
  const result = readImport(files, CONTEXT);
  if ('problem' in result) throw new Error(result.problem.code);
  return result.imported;
}

/** A result as a person would check it against the sample. */
function described({ monitors, channels, skipped, notes }: Imported): string {
  const noteText = ({ code, field, from, to }: Imported['notes'][number]) =>
    `    ${[code, field, from, to].join(' | ')}`;
  return [
    ...monitors.flatMap(({ key, input, group, notes: own }) => [
      `+ ${key}: ${input.name} [${input.tags.join(', ')}] ${input.intervalSec ?? 'account'}${input.paused ? ' paused' : ''}${group === null ? '' : ` of ${group}`}`,
      ...input.endpoints.map(({ url, check }) => `    ${url} ${JSON.stringify(check)}`),
      ...own.map(noteText),
    ]),
    ...channels.map(({ key, name, type, settings }) => `# ${key}: ${name} ${type} ${Object.keys(settings).join(', ')}`),
    ...skipped.map(({ key, name, reason }) => `- ${key}: ${name} | ${Object.values(reason).join(' | ')}`),
    ...notes.map(noteText),
    '',
  ].join('\n');
}

describe.each(SAMPLES)('$files', ({ format, files, items }) => {
  const given = files.map(sample);

  it('is recognized', () => expect(readImport(given, CONTEXT).format).toBe(format));

  it('becomes what is expected', async () => {
    await expect(described(read(given))).toMatchFileSnapshot(`./samples/results/${files[0]?.replaceAll('/', '-')}.txt`);
  });

  it('has monitors that the API accepts', () => {
    for (const { input } of read(given).monitors)
      expect(monitorInputSchema.safeParse({ ...input, locations: ['tw'] }).error).toBeUndefined();
  });

  it('shows no secret in notes and reasons', () => {
    const { monitors, skipped, notes, channels } = read(given);
    const noted = [
      monitors.map((each) => [each.notes, each.fields]),
      skipped,
      notes,
      channels.map((each) => each.notes),
    ];
    expect(JSON.stringify(noted)).not.toMatch(/s3cret/i);
  });

  it('accounts for every key', () => {
    const { monitors, skipped, channels, notes } = read(given);
    const all = [...monitors, ...channels, ...skipped];
    const named = new Set(all.flatMap((each) => [...each.fields.used, ...each.fields.ignored]));
    for (const { field } of [...notes, ...monitors.flatMap((each) => each.notes)]) named.add(field);
    const values = given.map(({ text }) => parsedJson(text));
    const paths = new Set(items(values).flatMap((item) => pathsOf(item)));
    expect([...paths].filter((path) => !isNamed(path, named))).toEqual([]);
  });

  it('has texts in each language', async () => {
    const { monitors, skipped, notes } = read(given);
    for (const language of LANGUAGE_CODES) {
      const texts = await importTextsOf(language);
      for (const note of [...notes, ...monitors.flatMap((each) => each.notes)])
        expect(fillText(texts.notes[note.code], note)).not.toMatch(/\{(field|from|to)\}|undefined/);
      for (const { reason } of skipped) expect(fillText(texts.skips[reason.code], reason)).not.toContain('undefined');
    }
  });
});

it('has a sample of each format', () => {
  expect(FORMAT_NAMES.filter((name) => !SAMPLES.some(({ format }) => format === name))).toEqual([]);
});

/** The paths of the values in an item, with [] for any index. */
function pathsOf(value: unknown, path = ''): string[] {
  const inner = parsedJson(value);
  if (Array.isArray(inner)) return inner.length === 0 ? [path] : inner.flatMap((each) => pathsOf(each, `${path}[]`));
  const record = asRecord(inner);
  if (record === null || Object.keys(record).length === 0) return [path];
  return Object.entries(record).flatMap(([key, each]) => pathsOf(each, path === '' ? key : `${path}.${key}`));
}

/** Whether the path, or what it is part of, is named. */
function isNamed(path: string, named: ReadonlySet<string>): boolean {
  if (named.has(path)) return true;
  const parent = path.replace(/(?:\[\]|\.?[^.[\]]+)$/, '');
  return parent !== '' && parent !== path && isNamed(parent, named);
}

describe('a key that no importer knows', () => {
  it('is named, unless it is empty', () => {
    const monitor = {
      id: 1,
      name: 'x',
      type: 'http',
      url: 'https://x.farwatch.test',
      maxretries: 0,
      novel: 'yes',
      empty: null,
    };
    const imported = read([{ name: 'a.json', text: JSON.stringify([monitor]) }]);
    const [{ notes, fields } = { notes: [], fields: { used: [], ignored: [] } }] = imported.monitors;
    expect(notes.map(({ code, field }) => [code, field])).toEqual([['field_unknown', 'novel']]);
    expect(fields.ignored).toContain('empty');
  });
});

describe('heartbeats', () => {
  const gatus = (names: readonly string[]) => ({
    name: 'config.yaml',
    text: JSON.stringify({ 'external-endpoints': names.map((name) => ({ name, token: 't' })) }),
  });
  const checkly = (names: readonly string[]) => ({
    name: 'checks.json',
    text: JSON.stringify(
      names.map((name, id) => ({ id, name, checkType: 'HEARTBEAT', heartbeat: { period: 1, periodUnit: 'days' } })),
    ),
  });
  const urlsOf = (file: SourceFile) =>
    read([file]).monitors.flatMap(({ input }) => input.endpoints.map(({ url }) => url));

  it.each([
    ['of another script', ['备份', '清理', 'ログ', 'резерв', '🙂', '']],
    ['with a part in another script', ['备份 1', '清理 1', '1']],
    ['with accents', ['café', 'cafe', 'Cafe\u0301']],
    ['that differ in capitals and signs', ['Job A', 'job-a', 'job_a', 'JOB  A!', 'job-a-2']],
    ['that differ at their end', ['a'.repeat(200), `${'a'.repeat(200)}b`]],
  ])('with names %s have different names', (_, names) => {
    for (const file of [gatus(names), checkly(names)]) {
      const urls = urlsOf(file);
      expect(urls).toHaveLength(names.length);
      expect(new Set(urls).size).toBe(names.length);
      for (const url of urls) expect(url).toMatch(/^heartbeat:\/\/[a-z0-9_-]{1,100}$/);
    }
  });

  it('have the same name in each import', () => {
    expect(urlsOf(gatus(['备份', '清理']))[1]).toBe(urlsOf(gatus(['清理']))[0]);
  });
});

it.each([
  ['xhttps://ann:secret@farwatch.test/?a=secret&b?c=secret#d', 'xhttps://…@farwatch.test/?a=…&b?c=…#d'],
  [`${'a'.repeat(50)}://ann:secret@b`, `${'a'.repeat(50)}://…@b`],
  // Without a limit, each letter and each mark would be compared with all that follow: for minutes.
  ['a'.repeat(500_000), 'a'.repeat(120)],
  ['?'.repeat(500_000), '?'.repeat(120)],
])('a note shows no secret of a text (%#)', (text, expected) => {
  expect(shown(text)).toBe(expected);
});

it.each([
  ['better-stack.json', 'monitor_type'],
  ['uptime-kuma-1.json', 'type'],
  ['checkly.json', 'checkType'],
  ['status-cake.json', 'test_type'],
  ['hetrix-tools.json', 'type'],
  ['uptimerobot-v3.json', 'type'],
])('a kind in %s may have the name of what every object has', (name, field) => {
  const text = readFileSync(new URL(`samples/${name}`, import.meta.url), 'utf8');
  const changed = text.replace(new RegExp(`("${field}": *)"[^"]*"`), '$1"constructor"');
  expect(changed).not.toBe(text);
  expect(readImport([{ name, text: changed }], CONTEXT)).toHaveProperty('imported.monitors');
});

it('items may have conditions in common', () => {
  const items = Array.from(
    { length: 300 },
    (_, n) => `  - { name: e${n}, url: "https://${n}.farwatch.test", conditions: *ok }`,
  );
  const text = ['ok: &ok ["[STATUS] == 200"]', 'endpoints:', ...items].join('\n');
  const read = readImport([{ name: 'gatus.yaml', text }], CONTEXT);
  expect('imported' in read && read.imported.monitors).toHaveLength(300);
});

describe('files that cannot be read', () => {
  const bomb = [
    'a: &a [x, x, x, x, x, x, x, x, x]',
    ...[...'bcdefgh'].map((name, at) => `${name}: &${name} [${Array(9).fill(`*${'abcdefgh'[at]}`).join(', ')}]`),
  ];
  it.each<[string, SourceFile[], string]>([
    ['nothing', [{ name: 'a.json', text: ' \n' }], 'empty'],
    ['a zip file', [{ name: 'backup', text: 'PK\u0003\u0004\u0000' }], 'compressed'],
    ['a zip file by its name', [{ name: 'backup.ZIP', text: 'x' }], 'compressed'],
    ['a gzip file', [{ name: 'x', text: '\u001f\uFFFD\b' }], 'compressed'],
    ['kuma.db', [{ name: 'x', text: 'SQLite format 3\u0000' }], 'database'],
    ['a picture', [{ name: 'x.png', text: '\uFFFDPNG\r\n\u0000\u0000' }], 'binary'],
    ['JSON that ends too early', [{ name: 'a.json', text: '{"monitorList": [{"id": 1, "na' }], 'cut'],
    ['JSON with an error', [{ name: 'a.json', text: '{"monitorList": [{"id": 1,, }]}' }], 'json_invalid'],
    ['YAML with an error', [{ name: 'a.yaml', text: 'endpoints:\n  - name: x\n   url: y' }], 'yaml_invalid'],
    ['YAML with a key twice', [{ name: 'a.yaml', text: 'sites:\n  - url: x\nsites: []' }], 'yaml_invalid'],
    ['aliases that explode', [{ name: 'a.yaml', text: bomb.join('\n') }], 'yaml_aliases'],
    ['JSON of something else', [{ name: 'package.json', text: '{"name": "x", "dependencies": {}}' }], 'unknown'],
    ['the tests of OpenStatus', [{ name: 'config.openstatus.yaml', text: 'tests:\n  ids:\n    - 1' }], 'test_ids'],
    ['more than 50 MB', [{ name: 'a.json', text: '['.padEnd(IMPORT_LIMITS.length + 1) }], 'too_large'],
    [
      'more items than are shown',
      [{ name: 'a.txt', text: 'a.farwatch.test\n'.repeat(IMPORT_LIMITS.items + 1) }],
      'too_many',
    ],
  ])('%s', (_, files, code) => {
    const result = readImport(files, CONTEXT);
    expect('problem' in result && result.problem.code).toBe(code);
  });

  it('names the line', () => {
    const result = readImport([{ name: 'a.json', text: '[\n{"id": 1},\n{"id": 2,, "x": 1}\n]' }], CONTEXT);
    expect(result).toMatchObject({ problem: { from: 'a.json', to: '3' } });
  });

  it('of another format than the chosen one', () => {
    expect(readImport([sample('urls.txt')], CONTEXT, 'uptime-kuma')).toMatchObject({
      problem: { code: 'wrong_format' },
    });
  });
});

it.each([
  ['data.items[0].state', '$.data.items[0].state'],
  ['$.a', '$.a'],
  ['$', '$'],
  ['`a b`.c', "$['a b'].c"],
  ['$count(jobs)', null],
  ['a + b', null],
  ["a[x='y']", null],
  ['a.', null],
])('the JSONata %s is the JSONPath %s', (expression, path) => expect(fromJsonata(expression)).toBe(path));

it('reads a farwatch.yaml without the secrets that its variables stand for', () => {
  const text = `project: shop
monitors:
  api:
    locations: [tw]
    endpoints:
      v1:
        url: https://api.farwatch.test/
        check: { timeoutMs: 5000, auth: { type: bearer, token: "\${TOKEN}" } }
      mail: { url: "dns://farwatch.test", check: { recordType: MX } }
`;
  const read = readImport([{ name: 'farwatch.yaml', text }], CONTEXT);
  expect(read).toMatchObject({
    format: 'farwatch',
    imported: {
      skipped: [],
      monitors: [
        {
          key: 'api',
          input: {
            name: 'api',
            endpoints: [{ check: { timeoutMs: 5000 } }, { check: { type: 'dns', recordType: 'MX' } }],
          },
          notes: [{ code: 'env_missing', field: 'check', from: 'auth' }],
        },
      ],
    },
  });
});
