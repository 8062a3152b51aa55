import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { rootDir } from './platform/paths.ts';

/** The files of texts in one language: those of the app, which are JSON, and those of core, which are programs. */
const APP_TEXTS = 'web/src/locales';
const CORE_TEXTS = [
  'core/src/texts/locales/cn.ts',
  'core/src/texts/status-page/locales/cn.ts',
  'core/src/texts/server/locales/cn.ts',
];

type Text = { at: string; text: string };

function appTexts(language: 'en' | 'cn'): Text[] {
  const names = readdirSync(join(rootDir, APP_TEXTS)).filter((name) => name.endsWith(`${language}.json`));
  return names.flatMap((name) => leavesOf(JSON.parse(readFileSync(join(rootDir, APP_TEXTS, name), 'utf8')), ''));
}

function leavesOf(tree: object, path: string): Text[] {
  return Object.entries(tree).flatMap(([name, value]) =>
    typeof value === 'string' ? [{ at: `${path}${name}`, text: value }] : leavesOf(value, `${path}${name}.`),
  );
}

/** The strings and templates of core's files, with the names of values in double braces as in the app. */
function coreTexts(): Text[] {
  return CORE_TEXTS.flatMap((path) => {
    const source = readFileSync(join(rootDir, path), 'utf8');
    return [...source.matchAll(/'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\]|\\.)*)`/g)].map(([, plain, template]) => ({
      at: path,
      text: plain ?? (template ?? '').replaceAll(/\$\{(?:labels\.)?(\w+)[^}]*\}/g, '{{$1}}'),
    }));
  });
}

const CHINESE = [...appTexts('cn'), ...coreTexts()].filter(({ text }) => /\p{Script=Han}/u.test(text));
const ENGLISH = appTexts('en');

/** Values that users or other texts name: in Chinese they touch the words next to them, often within quotation marks. */
const NAMES = wordsOf(
  'agent channel column days device endpoint events group label language location locations monitor month name names',
  'ordinal page pageTitle places plan tag title what who zone subject',
);
/** Values that begin with a digit and may end with a Chinese unit: '3 分钟', '11月28日'. */
const MEASURES = wordsOf('ago at date day duration interval month period time');
/** Texts whose value may be either: the subject of an assertion, the name of a file, the number of a page. */
const EITHER = /^(?:form\.check\.expects|core\/src\/texts\/locales|pager\.page|.*\.saved)/;
/** Parts of a text that bring their own spaces. */
const PARTS = /\{\{(?:daysLeft|expiry|gaps|isIntermediate|named)\}\}/;

function wordsOf(...lines: string[]): Set<string> {
  return new Set(lines.join(' ').split(' '));
}

const VALUE = String.raw`(?:\{\{(\w+)\}\}|<(\w+)\/>)`;
const HAN = String.raw`\p{Script=Han}`;

/** The values that stand in a text as the pattern has it, where `#` is a value and `汉` a Chinese character. */
function valuesIn(text: string, pattern: string): string[] {
  const expression = new RegExp(pattern.replace('#', VALUE).replace('汉', HAN), 'gu');
  return [...text.matchAll(expression)].map(([, braced, tag]) => braced ?? tag ?? '');
}

it('reads the files of both languages', () => {
  expect(CHINESE.length).toBeGreaterThan(1000);
  expect(ENGLISH.length).toBeGreaterThan(1000);
});

it('Chinese names touch the words next to them', () => {
  const wrong = CHINESE.filter(
    ({ at, text }) =>
      !EITHER.test(at) &&
      !PARTS.test(text) &&
      ['汉 #', '# 汉'].some((gap) => valuesIn(text, gap).some((value) => NAMES.has(value))),
  );
  expect(wrong).toEqual([]);
});

it('a space stands between Chinese words and numbers, times and Latin words', () => {
  const wrong = CHINESE.filter(({ text }) => {
    if (PARTS.test(text)) return false;
    const isJoined = valuesIn(text, '汉#').some((value) => !NAMES.has(value));
    return isJoined || valuesIn(text, '#汉').some((value) => !NAMES.has(value) && !MEASURES.has(value));
  });
  const isWord = (text: string) =>
    /\p{Script=Han}[a-z0-9]|[a-z0-9%]\p{Script=Han}/iu.test(text.replaceAll(/\{\{.*?\}\}|<.*?>/g, '·'));
  expect([...wrong, ...CHINESE.filter(({ text }) => isWord(text))]).toEqual([]);
});

it('Chinese punctuation is of full width, and no space stands between Chinese words', () => {
  const wrong = CHINESE.filter(
    ({ at, text }) =>
      at !== 'palette.synonyms' &&
      !at.startsWith('palette.synonyms') &&
      /\p{Script=Han} ?[(),:;!?]|\.\.\.|\p{Script=Han} \p{Script=Han}|\p{Script=Han}["']/u.test(text),
  );
  expect(wrong).toEqual([]);
});

/** Values that are numbers. Limits of the product are not among them: all are greater than one. */
const NUMBERS = wordsOf('count number shown total done used documents checks failures points value left missing');
/** A number before a word in the plural, with at most one word between them. */
const PLURAL = /\{\{(\w+)\}\} (?:[a-z]+ )??(?!is |was |has |less |success)[a-z]{3,}s\b/g;

function numbersOf(text: string): string[] {
  return [...text.matchAll(PLURAL)].map(([, name = '']) => name).filter((name) => NUMBERS.has(name));
}

it('English texts have one form for each number', () => {
  const single = ENGLISH.filter(({ at }) => !/_(one|other)$/.test(at));
  expect(single.filter(({ text }) => numbersOf(text).length > 0)).toEqual([]);
});

it('the forms for a number are chosen by it: `count`, or that number as it is shown', () => {
  const shown = new Set(['count', 'number', 'documents', 'points', 'value']);
  const forms = ENGLISH.filter(({ at }) => at.endsWith('_other'));
  expect(forms.filter(({ text }) => numbersOf(text).some((name) => !shown.has(name)))).toEqual([]);
});
