import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { Budget, TooMuchWork } from './budget.ts';
import { parseExactly, valueAt } from './exact-json.ts';
import { Expressions } from './expression.ts';
import { isJsonPath, locateByPath } from './json-path.ts';

const suiteSchema = z.object({
  tests: z.array(
    z.object({
      name: z.string(),
      selector: z.string(),
      isInvalid: z.literal(true).optional(),
      document: z.unknown().optional(),
      /** Each is right: the members of an object have no order. */
      results: z.array(z.array(z.unknown())).default([]),
    }),
  ),
});
const file = new URL('testing/jsonpath-compliance.json', import.meta.url);
const { tests } = suiteSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
const selectByPath = (path: string, document: unknown, work: Parameters<typeof locateByPath>[2]) =>
  locateByPath(path, document, work)?.map((location) => valueAt(document, location)) ?? null;
const newWork = () => ({ budget: new Budget(20_000_000), expressions: new Expressions() });

test(`the compliance suite's ${tests.length} cases`, () => {
  const failed = tests.filter(({ selector, isInvalid, document, results }) => {
    if (isInvalid) return isJsonPath(selector);
    const selected = JSON.stringify(selectByPath(selector, document, newWork()));
    return !results.some((result) => JSON.stringify(result) === selected);
  });
  expect(failed.map(({ name }) => name)).toEqual([]);
  expect(tests.length).toBeGreaterThan(700);
});

describe('a hostile path ends soon', () => {
  const wide = JSON.parse(`[${'{"a":1},'.repeat(100_000)}0]`);
  const deep = JSON.parse(`${'{"a":'.repeat(40)}[${'0,'.repeat(5_000)}0]${'}'.repeat(40)}`);
  const texts = Array.from({ length: 20_000 }, (_, at) => `(a?){500}${at}`);
  test.each([
    ['that descends again and again', '$..*..*..*..*..*..*', deep],
    ['that selects the same again and again', `$${"['a','a','a']".repeat(15)}`, deep],
    ['with a query for each value', '$[?count($..*)>1]', wide],
    ['with expressions of the document', '$[?match("a", @)]', texts],
    ['whose expression backtracks elsewhere', '$[?search(@, "(a+)+b[^a]")]', ['a'.repeat(1_000_000)]],
  ])('%s', (_name, path, document) => {
    const before = process.cpuUsage();
    try {
      selectByPath(path, document, newWork());
    } catch (error) {
      expect(error).toBeInstanceOf(TooMuchWork);
    }
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(5_000);
  });
});

describe('an expression in a JSONPath', () => {
  test('is compiled once for two evaluations, whose budgets are spent alike', () => {
    const expressions = new Expressions();
    const left = [0, 1].map(() => {
      const budget = new Budget(20_000_000);
      expect(selectByPath('$[?search(@, "b+")]', ['abb', 'c'], { budget, expressions })).toEqual(['abb']);
      return budget.left;
    });
    expect(left[0]).toBe(left[1]);
    expect(expressions.compilations).toBe(1);
  });
  test.each([
    ['repeats what is repeated', '((a?){30}){30}'],
    ['repeats a long part', `(${'a'.repeat(400)}){1000}`],
    ['is too long', 'a'.repeat(1_001)],
  ])('that %s matches nothing and is not compiled, though the document contains it', (_what, source) => {
    const work = newWork();
    expect(selectByPath('$.a[?search("aaa", @)]', { a: [source, 'aa'] }, work)).toEqual(['aa']);
    expect(work.expressions.compilations).toBe(1);
  });
  test('is charged before it is compiled', () => {
    const work = newWork();
    const document = Array.from({ length: 1_000 }, (_, at) => `(a?){500}${at}`);
    expect(() => selectByPath('$[?match("a", @)]', document, work)).toThrow(TooMuchWork);
    expect(work.expressions.compilations).toBeLessThan(50);
  });
});

describe('a filter compares numbers by all of their digits', () => {
  const select = (path: string, body: string) => {
    const json = parseExactly(body);
    return json && locateByPath(path, json.exact, newWork())?.map((location) => json.textAt(location));
  };
  const ids = '[9007199254740991,9007199254740992,9007199254740993,-9007199254740993,"9007199254740993"]';
  const decimals = '[0.1,0.10000000000000000001,12345678901234567.89,12345678901234567.9,1e400,1e-400,-1e400,0,-0]';
  test.each([
    ['$[?@ == 9007199254740993]', ids, ['9007199254740993']],
    ['$[?@ == 9007199254740993.0]', ids, ['9007199254740993']],
    [
      '$[?@ != 9007199254740992]',
      ids,
      ['9007199254740991', '9007199254740993', '-9007199254740993', '9007199254740993'],
    ],
    ['$[?@ < 9007199254740992]', ids, ['9007199254740991', '-9007199254740993']],
    ['$[?@ <= 9007199254740992]', ids, ['9007199254740991', '9007199254740992', '-9007199254740993']],
    ['$[?@ > 9007199254740992]', ids, ['9007199254740993']],
    ['$[?9007199254740993 <= @]', ids, ['9007199254740993']],
    ["$[?@ == '9007199254740993']", ids, ['9007199254740993']],
    ["$[?@ > '9']", ids, ['9007199254740993']],
    ['$[?!(@ >= -9007199254740992)]', ids, ['-9007199254740993', '9007199254740993']],
    ['$[?@ == $[2] || @ == $[0]]', ids, ['9007199254740991', '9007199254740993']],
    ['$[?@ == 0.1]', decimals, ['0.1']],
    ['$[?@ > 0.1 && @ < 0.2]', decimals, ['0.10000000000000000001']],
    ['$[?@ == 1234567890123456789e-2]', decimals, ['12345678901234567.89']],
    ['$[?@ > 1e399]', decimals, ['1e400']],
    ['$[?@ == 1e401]', decimals, []],
    ['$[?@ > 0 && @ < 0.00001]', decimals, ['1e-400']],
    ['$[?@ == 0.0]', decimals, ['0', '0']],
    ['$[?@ == -0]', decimals, ['0', '0']],
    ['$[?@ >= 0 && @ <= 0]', decimals, ['0', '0']],
    [
      '$[?@.id == 9007199254740993].name',
      '[{"id":9007199254740992,"name":"a"},{"id":9007199254740993,"name":"b"}]',
      ['b'],
    ],
    [
      '$[?@.of[?@ == 9007199254740993]].name',
      '[{"of":[9007199254740992],"name":"a"},{"of":[9007199254740993],"name":"b"}]',
      ['b'],
    ],
    [
      '$[?@.a == @.b].name',
      '[{"a":[9007199254740993],"b":[9007199254740992],"name":"a"},{"a":{"x":1e400},"b":{"x":10e399},"name":"b"}]',
      ['b'],
    ],
    [
      '$[?@.a != @.b]',
      '[{"a":9007199254740993,"b":null},{"a":9007199254740993}]',
      ['{"a":9007199254740993,"b":null}', '{"a":9007199254740993}'],
    ],
    ['$[?length(@) > 0]', '[9007199254740993,"text"]', ['text']],
    ['$[?match(@, ".*")]', '[9007199254740993,"text"]', ['text']],
    ['$[?value(@.a) == 9007199254740993]', '[{"a":9007199254740993}]', ['{"a":9007199254740993}']],
  ])('%s', (path, body, selected) => {
    expect(select(path, body)).toEqual(selected);
  });

  test('whose comparison is charged by their length', () => {
    const body = `{"long":${'9'.repeat(1_000_000)},"all":[${'1,'.repeat(1_000)}1]}`;
    expect(() => select('$.all[?@ == $.long]', body)).toThrow(TooMuchWork);
  });
});

test.each([
  ['$[?@ == 0.5]', true],
  ['$[?@ < 0.05e3 || @ > 0.0]', true],
  ["$[?@ == '0.5']", true],
  ['$[?@ == 00.5]', false],
  ['$[?@ == 0.]', false],
  ['$[0.5]', false],
  ['$.a0.5', false],
])('%s is a JSONPath: %s', (path, isOne) => {
  expect(isJsonPath(path)).toBe(isOne);
});

test('the length of a text is that of its characters', () => {
  expect(selectByPath('$[?length(@) == 1]', ['😀', 'ab', '台'], newWork())).toEqual(['😀', '台']);
});
