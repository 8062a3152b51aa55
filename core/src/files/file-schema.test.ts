// biome-ignore-all lint/suspicious/noTemplateCurlyInString: files name variables so.
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { defaultsOf } from '../values/monitor-fields/field.ts';
import { ENDPOINT_FIELDS, MONITOR_FIELDS } from '../values/monitor-fields/table.ts';
import { fileJsonSchema } from './file-schema.ts';
import { readFiles } from './read-files.ts';
import { writeFile } from './write-file.ts';

const NOTHING = { monitors: [], channels: [], windows: [], pages: [] };
const isValid = new Ajv({ strict: false, validateFormats: false }).compile(fileJsonSchema());

const of = (monitor: string) => `project: shop\nmonitors:\n  web: ${monitor}\n`;

describe('the JSON Schema agrees with the reader', () => {
  it.each([
    ['a monitor', of('{ endpoints: { home: { url: farwatch.test } } }'), true],
    [
      'options without their type',
      of('{ endpoints: { db: { url: "dns://a.test", check: { recordType: MX } } } }'),
      true,
    ],
    [
      'many fields',
      of('{ id: abc, tags: [a], paused: true, locations: [tw], endpoints: { a: { url: a.test } } }'),
      true,
    ],
    ['an unknown field', of('{ color: red, endpoints: { home: { url: farwatch.test } } }'), false],
    ['an unknown option', of('{ endpoints: { home: { url: farwatch.test, check: { colour: 1 } } } }'), false],
    ['a wrong interval', of('{ intervalSec: 7, endpoints: { home: { url: farwatch.test } } }'), false],
    ['a channel', 'project: shop\nchannels: { ops: { type: slack, settings: { webhookUrl: "${URL}" } } }\n', true],
    ['a channel of a browser', 'project: shop\nchannels: { ops: { type: push, settings: {} } }\n', false],
    [
      'maintenance',
      'project: shop\nmaintenance: { m: { start: "2026-12-01T02:00", timeZone: UTC, durationMin: 5 } }\n',
      true,
    ],
    ['maintenance without a start', 'project: shop\nmaintenance: { m: { timeZone: UTC, durationMin: 5 } }\n', false],
    ['a page', 'project: shop\npages: { shop-status: { title: Shop, published: true } }\n', true],
    ['a page with an unknown field', 'project: shop\npages: { shop-status: { titel: Shop } }\n', false],
    ['no URL', of('{ endpoints: { home: {} } }'), false],
  ])('%s', (_, text, isRight) => {
    expect(isValid(parse(text))).toBe(isRight);
    expect('desired' in readFiles([{ name: 'farwatch.yaml', text }], {})).toBe(isRight);
  });
});

describe('an exported file', () => {
  const monitor = (id: string, changes: object) => ({
    ...{ ...defaultsOf(MONITOR_FIELDS), id, name: id, version: 0, secrets: {} },
    endpoints: [{ ...defaultsOf(ENDPOINT_FIELDS), id: `of ${id}`, url: `https://${id}.farwatch.test/`, name: id }],
    ...changes,
  });
  const textOf = (...monitors: ReturnType<typeof monitor>[]) =>
    writeFile({ ...NOTHING, monitors }, 'shop', 'https://farwatch.test/schema/farwatch.json').text;

  it.each([
    ['has a pause by hand', null, true],
    ['does not repeat a pause that ends by itself', 1_800_000_000_000, false],
  ])('%s', (_, pausedUntilMs, isWritten) => {
    const [endpoint] = monitor('a', {}).endpoints;
    const texts = [
      textOf(monitor('a', { paused: true, pausedUntilMs })),
      textOf(monitor('a', { endpoints: [{ ...endpoint, paused: true, pausedUntilMs }] })),
    ];
    expect(texts.map((text) => text.includes('paused: true'))).toEqual([isWritten, isWritten]);
  });

  it('names the monitors with a dependency that it cannot have', () => {
    const other = monitor('c', { managed: { project: 'other', key: 'c' } });
    const gone = monitor('d', { dependsOn: ['a/gone'] });
    const text = textOf(monitor('a', { dependsOn: ['b', 'c/of c'] }), monitor('b', { dependsOn: ['a'] }), other, gone);
    expect(text).toContain('a dependency of the monitor "d": it names a monitor or endpoint that is not here');
    expect(text).toContain('a dependency of the monitor "a": it names a monitor or endpoint that is not here');
    expect(text).not.toContain('monitor "b"');
  });
});

it('an exported file is valid and small, whatever the names', () => {
  const names = ['Shop', 'shop!', '商店', '🛒', '123', 'constructor'];
  const monitors = names.map((name, index) => ({
    ...defaultsOf(MONITOR_FIELDS),
    name,
    locations: ['tw' as const],
    id: `id${index}`,
    version: 0,
    secrets: {},
    endpoints: [{ ...defaultsOf(ENDPOINT_FIELDS), id: `e${index}`, url: `https://${index}.farwatch.test/`, name }],
  }));
  const { text } = writeFile({ ...NOTHING, monitors }, 'shop', 'https://farwatch.test/schema/farwatch.json');
  expect(isValid(parse(text)), JSON.stringify(isValid.errors)).toBe(true);
  const read = readFiles([{ name: 'farwatch.yaml', text }], {});
  expect('desired' in read && read.desired.monitors.map(({ name }) => name).sort()).toEqual(names.sort());
  expect(text).not.toContain('paused');
});
