import { describe, expect, it } from 'vitest';
import { jsonMeter } from './json-meter.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const isWithin = (text: string, limits = { values: 4, depth: 2 }) => jsonMeter(limits)(bytes(text));

describe('values of JSON are counted before it is parsed', () => {
  it.each([
    ['1', true],
    ['[1,2,3]', true],
    ['[1,2,3,4]', false],
    ['{"a":1,"b":2,"c":3}', true],
    ['{"a":1,"b":2,"c":3,"d":4}', false],
    ['{"a":1,"a":1,"a":1,"a":1}', false],
    ['[{"a":1},2]', true],
    ['[{"a":1},2,3]', false],
    ['[{},2]', true],
    ['[{},{}]', false],
    ['[[]]', true],
    ['[[[]]]', false],
    ['{"[[[[,,,,{{{{":"[[[[,,,,{{{{"}', true],
    ['{"\\"[[[,,,,":"\\\\"}', true],
    ['["\\\\",1,2,3]', false],
    ['["，［｛",1,2]', true],
    ['', true],
    [']]]][[', true],
    ['[[[', false],
    ['"[[[[,,,,', true],
  ])('%s', (text, expected) => expect(isWithin(text)).toBe(expected));

  it('also of text in parts, wherever it is split', () => {
    const text = '[{"a\\"[,":"\\\\"},"，,",3]';
    for (let at = 0; at <= bytes(text).length; at += 1) {
      const parts = [bytes(text).slice(0, at), bytes(text).slice(at)];
      const resultsOf = (values: number) => parts.map(jsonMeter({ values, depth: 2 }));
      expect(resultsOf(5)).toEqual([true, true]);
      expect(resultsOf(4).at(-1)).toBe(false);
    }
  });
});
