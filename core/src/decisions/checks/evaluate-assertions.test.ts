import { describe, expect, test } from 'vitest';
import { type Assertion, assertionSchema } from '../../values/http-check/assertion.ts';
import { LIMITS } from '../../values/limits.ts';
import { findAssertionProblems, priceAssertions } from './assertion-problem.ts';
import { evaluateAssertions } from './evaluate-assertions.ts';
import { Expressions } from './expression.ts';
import { findAssertionProblem } from './find-assertion-problem.ts';

const body = '{"status":"ok","count":12,"big":1e3,"on":true,"off":null,"all":[{"id":1},{"id":2}]}';
const headers = [
  { name: 'Content-Type', value: 'application/json' },
  { name: 'Set-Cookie', value: 'session=geheim' },
  { name: 'X-Left', value: '99' },
];
const json = (path: string, op: Assertion['op'], value?: string): Assertion =>
  assertionSchema.parse({ source: 'json', path, op, value });
const header = (name: string, op: Assertion['op'], value?: string): Assertion =>
  assertionSchema.parse({ source: 'header', name, op, value });
const inBody = (op: Assertion['op'], value: string): Assertion => assertionSchema.parse({ source: 'body', op, value });

test.each<[what: string, assertion: Assertion, body: string, isBodyCut: boolean, problem: string | undefined]>([
  ['a page', json('$.status', 'equals', 'ok'), '<!doctype html>', false, 'notJson'],
  ['nothing', json('$.status', 'exists'), '', false, 'notJson'],
  ['JSON that ends early', json('$.status', 'equals', 'ok'), '{"status":', false, 'notJson'],
  ['JSON that is cut', json('$.status', 'equals', 'ok'), '{"status":', true, 'cut'],
  ['JSON without the value', json('$.missing', 'equals', 'ok'), body, false, undefined],
  ['a text without it', inBody('contains', 'well'), 'ill', false, undefined],
  ['a text that is cut', inBody('contains', 'well'), 'ill', true, 'cut'],
  ['a text that is cut, without a match', inBody('matches', 'wel+'), 'ill', true, 'cut'],
  ['a text that is cut, with what it may not contain', inBody('notContains', 'ill'), 'ill', true, undefined],
  ['a header', header('X-Left', 'equals', '1'), 'ill', true, undefined],
])(
  'of %s an assertion that does not hold says what is wrong with the body',
  (_what, assertion, text, isBodyCut, problem) => {
    const { error, failed } = evaluateAssertions([assertion], { headers, body: text, isBodyCut });
    expect([error, failed[0]?.problem]).toEqual(['assertion', problem]);
  },
);

describe('an assertion', () => {
  test.each<[Assertion, boolean]>([
    [inBody('contains', '"ok"'), true],
    [inBody('contains', 'error'), false],
    [inBody('notContains', 'error'), true],
    [inBody('notContains', 'ok'), false],
    [inBody('matches', '"count":\\s*\\d+,'), true],
    [inBody('matches', '^ok$'), false],
    [json('$.status', 'equals', 'ok'), true],
    [json('$.count', 'equals', '12.0'), true],
    [json('$.count', 'equals', '13'), false],
    [json('$.count', 'equals', ''), false],
    [json('$.status', 'equals', '12'), false],
    [json('$.on', 'equals', 'true'), true],
    [json('$.off', 'equals', 'null'), true],
    [json('$.off', 'exists'), true],
    [json('$.missing', 'exists'), false],
    [json('$.all[*].id', 'equals', '2'), true],
    [json('$.all[*].id', 'notEquals', '2'), false],
    [json('$.all[*].id', 'notEquals', '3'), true],
    [json('$.missing', 'notEquals', '3'), true],
    [json('$.missing', 'equals', '3'), false],
    [json('$.big', 'greaterThan', '999'), true],
    [json('$.count', 'lessThan', '12'), false],
    [json('$.status', 'lessThan', '12'), false],
    [json('$.off', 'lessThan', '12'), false],
    [json('$.status', 'matches', '^o'), true],
    [json('$.all', 'contains', '"id":2'), true],
    [json("$[?match(@, 'o.')]", 'exists'), true],
    [header('content-type', 'contains', 'json'), true],
    [header('x-left', 'lessThan', '100'), true],
    [header('x-missing', 'exists'), false],
    [header('x-missing', 'notContains', 'a'), true],
  ])('%j: %s', (assertion, doesHold) => {
    expect(evaluateAssertions([assertion], { headers, body }).error === null).toBe(doesHold);
  });
  test.each<[body: string, op: Assertion['op'], value: string, doesHold: boolean]>([
    ['{"a":9007199254740993}', 'equals', '9007199254740992', false],
    ['{"a":9007199254740993}', 'equals', '9007199254740993', true],
    ['{"a":9007199254740993}', 'notEquals', '9007199254740992', true],
    ['{"a":9007199254740993}', 'greaterThan', '9007199254740992', true],
    ['{"a":9007199254740993}', 'lessThan', '9007199254740993', false],
    ['{"a":-9007199254740993}', 'lessThan', '-9007199254740992', true],
    ['{"a":-9007199254740993}', 'equals', ' -09007199254740993 ', true],
    ['{"a":"9007199254740993"}', 'greaterThan', '9007199254740992', true],
    ['{"a":12345678901234567891}', 'contains', '67891', true],
    ['{"a":12345678901234567891}', 'matches', '^12345678901234567891$', true],
    ['{"a":12345678901234567891}', 'equals', '12345678901234567890', false],
    ['{"a":{"b":[12345678901234567891,"\\"12345678901234567892"]}}', 'contains', '[12345678901234567891,"', true],
    ['{"a":{"b":[1,"12345678901234567892"]}}', 'contains', '"12345678901234567892"', true],
    ['{"a":{"b":12345678901234567891}}', 'notContains', '12345678901234567000', true],
    ['{"a":0.12345678901234567891}', 'contains', '67891', true],
    ['{"a":1e3}', 'equals', '1000', true],
    ['{"a":1000.0}', 'equals', '1e3', true],
    ['{"a":1000}', 'equals', '1000.00', true],
    ['{"a":1.50000000000000000}', 'equals', '1.5', true],
    ['{"a":9007199254740993e0}', 'equals', '9007199254740992', false],
    ['{"a":900719925474099.3e1}', 'equals', '9007199254740993', true],
    ['{"a":0.1000000000000000000}', 'equals', '.1', true],
    ['{"a":0.10000000000000000001}', 'equals', '0.1', false],
    ['{"a":12345678901234567.89}', 'lessThan', '12345678901234567.9', true],
    ['{"a":-12345678901234567.89}', 'greaterThan', '-12345678901234567.9', true],
    ['{"a":1e400}', 'greaterThan', '1e308', true],
    ['{"a":1e400}', 'equals', '1e308', false],
    ['{"a":1e-400}', 'greaterThan', '0', true],
    ['{"a":-0}', 'equals', '0', true],
    ['{"a":0}', 'equals', '-0.0e5', true],
    ['{"a":-0.0}', 'lessThan', '0', false],
    ['{"a":5}', 'equals', '5.', true],
    ['{"a":5}', 'equals', '.', false],
    ['{"a":100000000000000000000}', 'equals', '1e20', true],
    ['{"a":1e20}', 'greaterThan', '99999999999999999999', true],
    ['{"a":0}', 'equals', '-0', true],
    ['{"a":-5}', 'lessThan', '3', true],
    ['{"a":12}', 'equals', '0x0c', true],
  ])('compares the number in %s: %s %s is %s', (text, op, value, doesHold) => {
    const { error } = evaluateAssertions([json('$.a', op, value)], { headers, body: text });
    expect(error === null).toBe(doesHold);
  });
  const [composed, decomposed] = [(text: string) => text.normalize('NFC'), (text: string) => text.normalize('NFD')];
  test.each<[what: string, text: string]>([
    ['Latin letters', 'Système prêt à l’emploi'],
    ['Vietnamese', 'Hệ thống hoạt động bình thường'],
    ['Hangul', '시스템 정상'],
    ['kana', 'サーバーが正常です'],
  ])('finds %s in any normal form', (_what, text) => {
    for (const [received, expected] of [
      [composed(text), decomposed(text)],
      [decomposed(text), composed(text)],
    ] as const) {
      const answer = { headers: [{ name: 'x-text', value: received }], body: JSON.stringify({ text: received }) };
      const all = [
        inBody('contains', expected),
        json('$.text', 'equals', expected),
        json('$.text', 'contains', expected),
        header('x-text', 'equals', expected),
      ];
      expect(evaluateAssertions(all, answer)).toEqual({ error: null, failed: [] });
      const none = [inBody('notContains', expected), json('$.text', 'notEquals', expected)];
      expect(evaluateAssertions(none, answer).failed).toHaveLength(2);
    }
  });
  test('distinguishes compatible characters', () => {
    const answer = { headers, body: 'ﬁne ｏｋ ①' };
    for (const text of ['fine', 'ok', '1']) {
      expect(evaluateAssertions([inBody('contains', text)], answer).error).toBe('assertion');
    }
  });
  test('of a value does not hold if the body is not JSON, whatever it contains', () => {
    const assertions = [json('$.a', 'notEquals', '1'), json('$.a', 'exists')];
    expect(evaluateAssertions(assertions, { headers, body: '<html>' }).failed).toHaveLength(2);
  });
});

test('shows what was received, shortened after redacting, and no cookie', () => {
  const assertions = [
    inBody('notContains', '"off"'),
    json('$.status', 'equals', 'well'),
    json('$.missing', 'exists'),
    header('set-cookie', 'contains', 'other'),
    header('x-left', 'equals', '1'),
  ];
  const redact = (text: string) => text.replaceAll('99', '••••');
  const { failed } = evaluateAssertions(assertions, { headers, body }, new Expressions(), redact);
  expect(failed.map(({ received }) => received)).toEqual([
    expect.stringContaining('"off"'),
    'ok',
    null,
    '••••',
    '••••',
  ]);
  const answer = { headers, body: '99'.repeat(500) };
  const long = evaluateAssertions([inBody('contains', 'a')], answer, new Expressions(), redact);
  expect(long.failed[0]?.received).toMatch(/^•{200}$/);
});

test.each<[what: string, assertion: Assertion, body: string, received: string]>([
  ['a value', json('$.status', 'equals', 'open'), '{"status":"sold out \\ud83d"}', 'sold out \ufffd'],
  ['a nested one', json('$.all', 'equals', 'open'), '{"all":{"\\udfe2":["\\ud83d"]}}', '{"\\udfe2":["\\ud83d"]}'],
  ['one that is cut', json('$.a', 'equals', ''), `{"a":"${'x'.repeat(199)}🟢"}`, 'x'.repeat(199)],
  ['a body from its middle', inBody('notContains', 'out'), `🟢${'x'.repeat(49)}out`, `${'x'.repeat(49)}out`],
])('shows half of an emoji in %s as U+FFFD, and splits none', (_what, assertion, text, received) => {
  const { failed } = evaluateAssertions([assertion], { headers, body: text }, new Expressions());
  expect(failed).toEqual([{ assertion, received }]);
});

test.each<[Assertion, ReturnType<typeof findAssertionProblems>[number]]>([
  [json('$.a[?@.b>1]', 'exists'), null],
  [json('$.a[', 'exists'), 'path'],
  [json('$[?nonsense(@)]', 'exists'), 'path'],
  [inBody('matches', 'a|b'), null],
  [inBody('matches', '(a'), 'expression'],
  [inBody('matches', '(?=a)'), 'expression'],
  [inBody('matches', '(a)\\1'), 'expression'],
  [inBody('matches', '((a{9}){9}){99}'), 'expression'],
  [inBody('matches', '\\p{Nowhere}'), 'expression'],
  [inBody('matches', '(?:ab){600}'), 'tooComplex'],
  [inBody('matches', '(?:ab?c?d?){1000}'), 'tooComplex'],
  [inBody('contains', '(a'), null],
])('%j has the problem %s', (assertion, problem) => {
  expect(findAssertionProblems([assertion, assertion])).toEqual([problem, problem]);
});

test.each<[Assertion, ReturnType<typeof findAssertionProblem>]>([
  [json('$.a[?@.b>1]', 'exists'), null],
  [json('$a', 'exists'), 'path'],
  [inBody('matches', '(?i)a|b'), null],
  [inBody('matches', '(?=a)'), 'expression'],
  [inBody('matches', '(a)\\1'), 'expression'],
  [inBody('matches', '(?:ab){3}{3}'), 'expression'],
  [inBody('matches', '(?:ab?c?d?){1000}'), 'tooComplex'],
])('without the parsers %j has the problem %s', (assertion, problem) => {
  expect(findAssertionProblem(assertion)).toBe(problem);
});

describe('the price of assertions', () => {
  const price = (...assertions: Assertion[]) => priceAssertions(assertions, Number.POSITIVE_INFINITY).price;
  const one = inBody('matches', 'a+b');
  test('counts an expression once, as it is compiled, and every path', () => {
    expect(price(one, one, json('$.a', 'matches', 'a+b'))).toBe(price(one) + price(json('$.a', 'exists')));
    expect(price(one, inBody('matches', 'a+c'))).toBe(2 * price(one));
    expect(price(inBody('contains', 'a+b'))).toBe(0);
  });
  test('of a full account with usual ones fits into a request, of one with the dearest it does not', () => {
    const all = (expression: (at: number) => string) =>
      Array.from({ length: 2_000 }, (_, at) => inBody('matches', expression(at)));
    expect(price(...all((at) => `"version":\\s*"v${at}\\.\\d+"`))).toBeLessThan(LIMITS.assertionUnits);
    const dear = all((at) => `${at}(?:ab){500}`);
    const cut = priceAssertions(dear, LIMITS.assertionUnits);
    expect(cut.price).toBeGreaterThan(LIMITS.assertionUnits);
    expect(cut.price).toBeLessThan(1.1 * LIMITS.assertionUnits);
    const before = cut.at ?? 0;
    expect(price(...dear.slice(0, before))).toBeLessThanOrEqual(LIMITS.assertionUnits);
    expect(price(...dear.slice(0, before + 1))).toBe(cut.price);
  });
});

test.each(['(a+)+$', '(?:a?){300}a{300}[^a]', '(?:^|[狀é])(?:.{1,90}[狀é]){5}[xz]$'])(
  'the hostile expression %s ends soon in a long body',
  (expression) => {
    const long = ['a', 'a狀é b'].map((text) => text.repeat(1024 * 1024).slice(0, 1024 * 1024));
    const before = process.cpuUsage();
    for (const text of long) evaluateAssertions([inBody('matches', expression)], { headers: [], body: text });
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(5_000);
  },
);

describe('a large healthy answer holds', () => {
  const row = (at: number) =>
    `<li class="item"><a href="/p?id=${at}">Product ${at}</a>, in stock: ${at % 90} pcs</li>\n`;
  const page = `${Array.from({ length: 20_000 }, (_, at) => row(at)).join('')}<footer>v1.2.3, all systems normal 狀態</footer>`;
  const LAST = [
    'all systems (?:operational|normal)',
    '(?i)ALL\\s+SYSTEMS',
    'v\\d+\\.\\d+\\.\\d+, [a-z ]+',
    '<footer>[^<]*</footer>$',
    '[\\p{Han}]{2}',
    '\\bnormal\\b',
    '(?:warning|error|normal) 狀',
    'systems.{1,20}狀態',
    '^(?s).*normal',
    '\\d\\.\\d\\.\\d',
  ];
  test.each([150_000, 1_000_000])('with ten expressions that match at the end of %i characters', (length) => {
    const text = page.slice(-length);
    const all = LAST.map((value) => inBody('matches', value));
    expect(evaluateAssertions(all, { headers, body: text })).toEqual({ error: null, failed: [] });
  });
  const objects = Array.from({ length: 20_000 }, (_, id) => ({ id, name: `n${id}`, status: 'ok', tags: ['a', 'b'] }));
  test.each<[path: string, value: string]>([
    ['$.items[?@.id==19999].status', 'ok'],
    ['$.items[*].name', 'n19999'],
    ['$..name', 'n19999'],
    ['$.items[?search(@.name, "999$") && @.status=="ok"].id', '19999'],
    ['$.items[-1].tags[1]', 'b'],
  ])('with %s in 20,000 objects', (path, value) => {
    const answer = { headers, body: JSON.stringify({ items: objects }) };
    expect(evaluateAssertions([json(path, 'equals', value)], answer)).toEqual({ error: null, failed: [] });
  });
});

describe('what takes more than the budget', () => {
  let state = 1;
  const random = () => {
    state = (state * 1_103_515_245 + 12_345) & 0x7fffffff;
    return state > 0x3fffffff ? 'a' : 'b';
  };
  const noise = Array.from({ length: 1_000_000 }, random).join('');
  test.each<[what: string, assertion: Assertion, body: string]>([
    ['an expression with a state for each text', inBody('matches', 'a[ab]{400}[cd]'), `cd${noise}`],
    ['another one', inBody('matches', '(?:.*a){10}.{300}[cd]'), `cd${noise}`],
    [
      'a path',
      json('$[?count($..*)>1]', 'equals', 'x'),
      JSON.stringify(Array.from({ length: 9_000 }, (_, at) => [at])),
    ],
  ])('has an error of its own, with the assertion: %s', (_what, assertion, text) => {
    const before = process.cpuUsage();
    const { error, failed } = evaluateAssertions([inBody('notContains', 'nothing'), assertion], {
      headers,
      body: text,
    });
    expect({ error, failed }).toEqual({
      error: 'assertionBudget',
      failed: [{ assertion, received: expect.stringContaining('100,000,000 units') }],
    });
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(8_000);
  });
  test('is no reason for another error than that of an assertion that does not hold', () => {
    const all = [inBody('matches', 'a[ab]{400}[cd]'), inBody('contains', 'nothing')];
    const { error, failed } = evaluateAssertions(all, { headers, body: `cd${noise}` });
    expect([error, failed.length]).toEqual(['assertion', 2]);
  });
});

describe('expressions', () => {
  const check = [
    inBody('matches', '"count":\\s*\\d+'),
    json('$.status', 'matches', '(?i)^OK$'),
    json("$[?search(@, 'o+')]", 'exists'),
  ];
  test('are compiled once for all checks of an endpoint', () => {
    const expressions = new Expressions();
    for (const answer of [body, '{}', body]) evaluateAssertions(check, { headers, body: answer }, expressions);
    expect(expressions.compilations).toBe(3);
  });
  test('that are too complex have an error of their own, and are not compiled', () => {
    const tooComplex = inBody('matches', `(?:${'ab'.repeat(200)}){1000}`);
    const expressions = new Expressions();
    const evaluated = (...assertions: Assertion[]) => evaluateAssertions(assertions, { headers, body }, expressions);
    expect(evaluated(inBody('contains', 'ok'), tooComplex)).toEqual({ error: 'expression', failed: [] });
    const fails = inBody('contains', 'error');
    expect(evaluated(tooComplex, fails)).toMatchObject({ error: 'assertion', failed: [{ assertion: fails }] });
    expect(expressions.compilations).toBe(0);
  });
});
