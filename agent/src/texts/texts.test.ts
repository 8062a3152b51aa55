import { LANGUAGE_CODES } from '@farwatch/core/values/languages';
import { afterEach, describe, expect, it } from 'vitest';
import { helpOf } from '../commands/help.ts';
import { columnsOf, labelled } from './columns.ts';
import { AGENT_TEXTS, languageFrom, setLanguage } from './texts.ts';

afterEach(() => setLanguage('en'));

describe('the language', () => {
  it.each([
    [{}, 'en'],
    [{ LANG: 'th_TH.UTF-8' }, 'th'],
    [{ LANG: 'bn_BD' }, 'bn'],
    [{ LANG: 'zh_TW.utf8' }, 'zh-Hant'],
    [{ LANG: 'zh_HK.UTF-8' }, 'zh-Hant'],
    [{ LANG: 'zh_SG.UTF-8' }, 'cn'],
    [{ LANG: 'bn_IN.UTF-8@latin' }, 'bn'],
    [{ LANG: 'de_DE.UTF-8' }, 'en'],
    [{ LANG: 'C.UTF-8' }, 'en'],
    [{ LANG: 'th_TH.UTF-8', LC_MESSAGES: 'bn_BD.UTF-8' }, 'bn'],
    [{ LANG: 'th_TH.UTF-8', LC_MESSAGES: 'bn_BD.UTF-8', LC_ALL: 'C' }, 'en'],
    [{ LANG: 'th_TH.UTF-8', LC_ALL: '' }, 'th'],
    [{ LANG: 'th_TH.TIS-620' }, 'en'],
    [{ LANG: 'zh_TW.Big5' }, 'en'],
    [{ LANG: 'th_TH.UTF-8', TERM: 'linux' }, 'en'],
    [{ LANG: 'th_TH.UTF-8', FARWATCH_LANG: 'zh-Hant' }, 'zh-Hant'],
    [{ FARWATCH_LANG: 'zh-TW', TERM: 'linux' }, 'zh-Hant'],
    [{ LANG: 'th_TH.UTF-8', FARWATCH_LANG: '' }, 'th'],
    [{ LANG: 'th_TH.UTF-8', FARWATCH_LANG: 'de' }, null],
  ])('of %j is %s', (env, expected) => expect(languageFrom(env)).toBe(expected));
});

/** Every text by its path; of a function what it makes of its arguments' numbers. */
function textsOf(tree: object, path = ''): [string, string][] {
  return Object.entries(tree).flatMap(([name, value]): [string, string][] => {
    if (typeof value === 'string') return [[path + name, value]];
    if (typeof value !== 'function') return textsOf(value, `${path}${name}.`);
    const write = value as (...values: string[]) => string;
    return [[path + name, write(...Array.from({ length: write.length }, (_, at) => `⟦${at}⟧`))]];
  });
}

const valuesIn = (text: string) => [...new Set(text.match(/⟦\d⟧|\{\{\w+\}\}|<\w+>|--[a-z-]+/g))].sort();

describe.each(LANGUAGE_CODES)('in %s', (language) => {
  it('texts are filled with the same values, options and commands as in English', () => {
    const own = new Map(textsOf(AGENT_TEXTS[language]));
    const english = textsOf(AGENT_TEXTS.en);
    expect(english.length).toBeGreaterThan(200);
    const differs = english.filter(([path, text]) => `${valuesIn(own.get(path) ?? '')}` !== `${valuesIn(text)}`);
    expect(differs.map(([path, text]) => [path, text, own.get(path)])).toEqual([]);
  });

  it.each(['overview', 'register', 'run', 'status', 'check', 'doctor', 'unregister'] as const)(
    'the help of %s has no line that is wider than 96 columns',
    (topic) => {
      setLanguage(language);
      const lines = helpOf(topic).split('\n');
      expect(lines.filter((line) => columnsOf(line) > 96)).toEqual([]);
      expect(helpOf(topic)).toContain(AGENT_TEXTS[language].help.usage);
    },
  );
});

it('labels in every script have their texts below each other', () => {
  const lines = labelled([
    ['Agent', 'x'],
    ['代理程式', 'x'],
    ['ที่อยู่', 'x'],
    ['รายงานล่าสุดของเอเจนต์', 'x'],
  ]);
  expect(lines.map((line) => columnsOf(line.slice(0, -1)))).toEqual([20, 20, 20, 20]);
  expect(columnsOf('ที่อยู่')).toBe(3);
});
