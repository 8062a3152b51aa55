import { describe, expect, it } from 'vitest';
import { jsonPathOf, leafText, readJson } from './json-path.ts';

describe('jsonPathOf', () => {
  it.each<[(string | number)[], string]>([
    [[], '$'],
    [['items', 0, 'name'], '$.items[0].name'],
    [['状态', '_a1'], '$.状态._a1'],
    [['1st'], "$['1st']"],
    [['first name'], "$['first name']"],
    [[''], "$['']"],
    [["it's", 'a\\b', '"'], "$['it\\'s']['a\\\\b']['\"']"],
    [['a\nb\u000b'], "$['a\\nb\\u000b']"],
    [['a.b', 'c-d', '$', '*'], "$['a.b']['c-d']['$']['*']"],
  ])('%j is %s', (segments, path) => expect(jsonPathOf(segments)).toBe(path));
});

describe('readJson', () => {
  it.each<[string, boolean, unknown]>([
    ['{"a":[1]}', false, { a: [1] }],
    ['{"a":', false, null],
    ['ok', true, null],
    ['12', false, null],
    ['{"a":1,"b":"cut o', true, { a: 1 }],
    ['{"a":[1,12', true, { a: [1] }],
  ])('%s, cut: %s', (body, isCut, value) => expect(readJson(body, isCut)).toEqual(value));
});

it('compares values as text', () => {
  expect([1.5, true, null, 'a', [], {}].map(leafText)).toEqual(['1.5', 'true', 'null', 'a', null, null]);
});
