import { expect, it } from 'vitest';
import { signedForms } from './signed-forms.ts';

it.each<[string, string, string[]]>([
  [
    'keys sorted at every depth, at the top, and inner ones dropped',
    '{"b":{"d":1,"c":2,"b":3},"a":[{"z":1,"a":2}]}',
    [
      '{"a":[{"a":2,"z":1}],"b":{"b":3,"c":2,"d":1}}',
      '{"a":[{"z":1,"a":2}],"b":{"d":1,"c":2,"b":3}}',
      '{"a":[{"a":2}],"b":{"b":3}}',
    ],
  ],
  ['spaces and escapes', '{ "b": "a\\/\\u00e9", "a" : null }', ['{"a":null,"b":"a/é"}']],
  ['a fraction of zero', '{"a":10.0}', ['{"a":10.0}', '{"a":10}']],
  ['a trailing zero', '{"a":0.10}', ['{"a":0.10}', '{"a":0.1}']],
  ['an exponent', '{"a":1e2}', ['{"a":1e2}', '{"a":100}']],
  ['a long id', '{"a":5077125051123456789}', ['{"a":5077125051123456789}']],
  ['a long id with a fraction', '{"a":9007199254740993.0}', ['{"a":9007199254740993.0}']],
  ['more digits than a number has', '{"a":0.1000000000000000000001}', ['{"a":0.1000000000000000000001}']],
  ['a small number', '{"a":1e-7}', ['{"a":1e-7}']],
  ['a number out of range', '{"a":1e400}', ['{"a":1e400}']],
  ['a key that is a prototype', '{"b":1,"__proto__":{"b":1}}', ['{"__proto__":{"b":1},"b":1}']],
  ['a duplicate key', '{"a":1,"a":2}', ['{"a":2}']],
  ['text', '"x"', ['"x"']],
  ['nothing', '', []],
  ['half', '{"a":', []],
  ['a form', 'a=1&b=2', []],
  ['too deep', `${'['.repeat(50_000)}${']'.repeat(50_000)}`, []],
  ['a little too deep', `${'['.repeat(12)}${']'.repeat(12)}`, []],
])('%s', (_, text, forms) => expect(signedForms(text)).toEqual(forms));
