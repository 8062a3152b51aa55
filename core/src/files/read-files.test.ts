// biome-ignore-all lint/suspicious/noTemplateCurlyInString: files name variables so.
import { describe, expect, it } from 'vitest';
import { readFiles } from './read-files.ts';
import { escapeVariables, expandVariables } from './variables.ts';

const HEAD = 'project: shop\nmonitors:\n  web:\n';
const HOME = '    endpoints:\n      home:\n        url: https://farwatch.test/\n';

function problemsOf(texts: string[], env = {}): string[] {
  const read = readFiles(
    texts.map((text, index) => ({ name: `${index}.yaml`, text })),
    env,
  );
  if ('desired' in read) return [];
  return read.problems.map(({ file, line, column, message }) => `${file}:${line}:${column} ${message}`);
}

describe('a problem has its file, line and column', () => {
  it.each([
    [
      'an unknown field',
      `${HEAD}    intervalsec: 60\n${HOME}`,
      '0.yaml:4:5 there is no field intervalsec; did you mean intervalSec?',
    ],
    ['a far unknown field', `${HEAD}    colour: red\n${HOME}`, '0.yaml:4:5 there is no field colour'],
    [
      'an unknown option of a check',
      `${HEAD}${HOME}        check: { status: "200" }\n`,
      '0.yaml:7:18 there is no field status; did you mean statuses?',
    ],
    ['an unknown part', `${HEAD}${HOME}monitor: {}\n`, '0.yaml:7:1 there is no field monitor; did you mean monitors?'],
    ['a wrong value', `${HEAD}    intervalSec: 61\n${HOME}`, /^0\.yaml:4:18 intervalSec: /],
    ['a missing value', `${HEAD}    endpoints:\n      home: {}\n`, /^0\.yaml:5:13 url: /],
    ['no endpoint', `${HEAD}    endpoints: {}\n`, '0.yaml:4:16 endpoints: a monitor needs an endpoint'],
    [
      'the same URL twice',
      `${HEAD}${HOME}      again: { url: farwatch.test }\n`,
      '0.yaml:7:21 url: the same URL appears twice',
    ],
    ['a bad key', `${HEAD}    endpoints:\n      a.b: { url: farwatch.test }\n`, /^0\.yaml:5:7 .*not a key/],
    ['a key of Object.prototype', `project: shop\nmonitors:\n  constructor: {}\n`, /^0\.yaml:3:3 .*not a key/],
    ['the same key twice', `${HEAD}${HOME}  web: {}\n`, /^0\.yaml:7:3 Map keys must be unique/],
    ['broken YAML', `${HEAD}    endpoints: {`, /^0\.yaml:4:\d+ /],
    [
      'a variable that is not set',
      `${HEAD}    description: "\${ABOUT}"\n${HOME}`,
      '0.yaml:4:18 the variable ABOUT is not set',
    ],
    ['a list instead of a map', `- project: shop\n`, /^0\.yaml:1:1 /],
    [
      'a channel of a type that a person adds',
      `${HEAD}${HOME}channels:\n  me: { type: email, settings: { address: a@farwatch.test } }\n`,
      /^0\.yaml:8:15 type: a file cannot have a channel of this type: its address has to be confirmed/,
    ],
    [
      'a type that does not exist',
      `${HEAD}${HOME}channels:\n  me: { type: fax }\n`,
      /^0\.yaml:8:15 type: one of telegram, /,
    ],
    [
      'an unknown setting',
      `${HEAD}${HOME}channels:\n  me:\n    type: slack\n    settings: { webhookUrl: "\${U}", webhookURLs: x }\n`,
      /there is no field webhookURLs; did you mean webhookUrl\?$/,
    ],
    [
      'a setting that is not what it should be',
      `${HEAD}${HOME}channels:\n  me: { type: slack, settings: { webhookUrl: "https://a.test" } }\n`,
      '0.yaml:8:46 webhookUrl: is not the URL of a Slack incoming webhook',
    ],
    [
      'a variable of a setting that is no secret',
      `${HEAD}${HOME}channels:\n  me: { type: telegram, settings: { botToken: "\${T}", chatId: "\${CHAT}" } }\n`,
      '0.yaml:8:63 the variable CHAT is not set',
    ],
    [
      'quiet hours with an unknown field',
      `${HEAD}${HOME}channels:\n  me: { type: slack, settings: { webhookUrl: "\${U}" }, timing: { delay: 5 } }\n`,
      /^0\.yaml:8:\d+ there is no field delay/,
    ],
    [
      'a rule that never takes place',
      `${HEAD}${HOME}maintenance:\n  m: { start: "2026-12-01T02:00", timeZone: UTC, durationMin: 5, rule: FREQ=NEVER }\n`,
      '0.yaml:8:72 rule: is no rule that takes place',
    ],
    [
      'a monitor that the files do not have',
      `${HEAD}${HOME}channels:\n  me: { type: slack, settings: { webhookUrl: "\${U}" }, monitors: [web, wbe] }\n`,
      '0.yaml:8:72 these files have no monitor wbe; did you mean web?',
    ],
    [
      'an endpoint that its monitor does not have',
      `${HEAD}${HOME}pages:\n  shop-status: { groups: [{ components: [{ monitor: web, endpoint: hom }] }] }\n`,
      '0.yaml:8:68 these files have no endpoint of web with the key hom; did you mean home?',
    ],
    [
      'a dependency that the files do not have',
      `${HEAD}${HOME}  shop: { dependsOn: [web, gateway], endpoints: { a: { url: a.test } } }\n`,
      /^0\.yaml:7:28 these files have no monitor gateway$/,
    ],
    [
      'a password of a public page',
      `${HEAD}${HOME}pages:\n  shop-status: { password: "abcdef" }\n`,
      '0.yaml:8:28 password: is only for access: password',
    ],
    ['no project', 'monitors: {}\n', '0.yaml:1:1 project is missing: a name for what these files manage'],
  ])('%s', (_, text, expected) => {
    const [first, ...more] = problemsOf([text]);
    expect(more).toEqual([]);
    if (typeof expected === 'string') expect(first).toBe(expected);
    else expect(first).toMatch(expected);
  });
});

it('merges files, of which one has the project, and names both that have a key', () => {
  const other = `monitors:\n  api:\n${HOME}`;
  expect(problemsOf([HEAD + HOME, other])).toEqual([]);
  expect(problemsOf([HEAD + HOME, HEAD + HOME])).toEqual(['1.yaml:3:3 0.yaml has a monitor web, too']);
  expect(problemsOf([HEAD + HOME, `project: other\n${other}`])).toEqual(['1.yaml:1:1 0.yaml has the project shop']);
});

it('finds the monitors of other files, and pages with the same address', () => {
  const page = (key: string) =>
    `pages:\n  ${key}: { slug: shop-status, groups: [{ components: [{ monitor: web }] }] }\n`;
  expect(problemsOf([HEAD + HOME, page('one')])).toEqual([]);
  expect(problemsOf([HEAD + HOME, page('one'), page('two')])).toEqual(['2.yaml:2:10 one has the same slug']);
});

it('refuses aliases that explode, and files that are too large', () => {
  const bomb = Array.from({ length: 9 }, (_, n) => `a${n}: &a${n} [${Array(9).fill(n === 0 ? 'x' : `*a${n - 1}`)}]`);
  expect(problemsOf([bomb.join('\n')])).toEqual(['0.yaml:1:1 its aliases repeat too much']);
  expect(problemsOf(['#'.repeat(6_000_000)])).toEqual(['0.yaml:1:1 the files are over 5 MB or 200']);
});

it('accepts what hundreds of monitors have in common', () => {
  const monitors = (common: string) =>
    Array.from({ length: 300 }, (_, n) => `  m${n}: { ${common}, endpoints: { home: { url: ${n}.farwatch.test } } }\n`);
  const first = (anchor: string) => `project: shop\nmonitors:\n  web: ${anchor}\n`;
  const value = 'tags: &tags [a, b], endpoints: { home: { url: farwatch.test } } }';
  expect(problemsOf([first(`{ ${value}`) + monitors('tags: *tags').join('')])).toEqual([]);
  expect(problemsOf([first(`&web { ${value}`) + monitors('<<: *web').join('')])).toEqual([]);
});

describe('dependencies', () => {
  const monitors = (dependsOn: Record<string, string>) =>
    `project: shop\nmonitors:\n${Object.entries(dependsOn)
      .map(([key, on]) => `  ${key}: { dependsOn: [${on}], endpoints: { home: { url: ${key}.farwatch.test } } }\n`)
      .join('')}`;
  it.each<[string, Record<string, string>, string[]]>([
    ['on others', { a: 'b, c/home', b: 'c', c: '' }, []],
    ['on itself', { a: 'a' }, ['3:8 its dependencies lead in a circle']],
    ['on its endpoint', { a: 'a/home' }, ['3:8 its dependencies lead in a circle']],
    [
      'in a circle',
      { a: 'b', b: 'c/home', c: 'a', d: '' },
      [3, 4, 5].map((line) => `${line}:8 its dependencies lead in a circle`),
    ],
    ['twice on the same', { a: 'b, b', b: '' }, ['3:19 dependsOn: twice']],
    ['on three keys', { a: 'b/home/x', b: '' }, ['3:20 dependsOn: not a key, nor two as a/b']],
  ])('%s', (_, dependsOn, problems) => {
    expect(problemsOf([monitors(dependsOn)])).toEqual(problems.map((each) => `0.yaml:${each}`));
  });
});

it('shows the value of no variable in a message', () => {
  const text = `${HEAD}    endpoints:\n      home: { url: "\${SECRET_URL}" }\n`;
  expect(problemsOf([text], { SECRET_URL: 'ftp://very-secret' }).join()).not.toContain('very-secret');
});

it.each(['${A}', '$${A}', '$$${A}', '${', '${}', '${a b}', 'a${A}b${B}'])(
  'a literal %s stays the same in a file',
  (text) => {
    expect(expandVariables([escapeVariables(text)], { A: 'x', B: 'y' }).value).toEqual([text]);
  },
);

it('two thousand endpoints in forty monitors have no problem', () => {
  const monitor = (index: number) => {
    const lines = Array.from(
      { length: 50 },
      (_, at) => `      e${at}: { url: "https://m${index}e${at}.farwatch.test/" }\n`,
    );
    return `  m${index}:\n    endpoints:\n${lines.join('')}`;
  };
  const monitors = Array.from({ length: 40 }, (_, index) => monitor(index));
  expect(problemsOf([`project: shop\nmonitors:\n${monitors.join('')}`])).toEqual([]);
});
