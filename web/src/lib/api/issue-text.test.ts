import { LANGUAGE_CODES } from '@farwatch/core/values/languages';
import i18n from 'i18next';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { INTERPOLATION } from '../i18n/languages.ts';
import { ApiFailure } from './failure.ts';
import { inWords, kindOf } from './issue-text.ts';

/** Where the API's checks of its input are. Calls of agents, and files, are not for people at a screen. */
const SOURCES = import.meta.glob<string>(
  [
    '../../../../core/src/{values,documents}/**/*.ts',
    '../../../../core/src/contracts/api/*.ts',
    '../../../../functions/src/{entry/api,domain}/**/*.ts',
    '!**/*.test.ts',
    '!**/testing/**',
    '!**/error-texts.ts',
  ],
  { query: '?raw', import: 'default', eager: true },
);

/** The messages in the server's code: the second argument of a check, or of an error about a field. */
function serverMessages(): string[] {
  const literal = String.raw`(['\`])((?:(?!\1).)+)\1`;
  const patterns = [
    String.raw`fieldError\([^,()]+(?:\([^()]*\))?, ${literal}`,
    String.raw`\.(?:regex|refine)\(.*, ${literal}\)`,
    `^ {8}${literal},$`,
    `const message = ${literal}`,
    `path: .*message: ${literal}`,
  ];
  return Object.values(SOURCES).flatMap((source) =>
    patterns.flatMap((pattern) =>
      [...source.matchAll(new RegExp(pattern, 'gm'))].map(([, , text = '']) => text.replaceAll(/\$\{[^}]*\}/g, '7')),
    ),
  );
}

const MESSAGES = [...new Set(serverMessages())].filter(
  (message) => /^[a-z7][\w’'., :;-]+$/i.test(message) && message.includes(' '),
);

it('knows the kind of each message of the server', () => {
  expect(MESSAGES.length).toBeGreaterThan(60);
  expect(MESSAGES.filter((message) => kindOf(message) === null)).toEqual([]);
});

const schema = z.object({
  text: z.string().min(1).max(3),
  least: z.string().min(2),
  list: z.array(z.string()).min(1).max(2),
  few: z.array(z.string()).min(2),
  number: z.number().min(5).max(9),
  above: z.number().gt(5).lt(9),
  one: z.enum(['a', 'b']),
  url: z.url(),
  email: z.email(),
  at: z.iso.datetime(),
  matches: z.string().regex(/^a$/),
});

function messagesOf(value: object): string[] {
  return schema.safeParse({ ...GOOD, ...value }).error?.issues.map(({ message }) => message) ?? [];
}

const GOOD = {
  ...{ text: 'a', least: 'ab', list: ['a'], few: ['a', 'b'], number: 7, above: 7, one: 'a' },
  ...{ url: 'https://a.farwatch.test', email: 'a@farwatch.test', at: '2026-01-01T00:00:00Z', matches: 'a' },
};

describe('Zod’s message', () => {
  it.each([
    [{ text: 'long' }, 'tooLong', { most: '3' }],
    [{ text: '' }, 'empty', {}],
    [{ least: 'a' }, 'tooShort', { least: '2' }],
    [{ list: ['a', 'b', 'c'] }, 'tooMany', { most: '2' }],
    [{ list: [] }, 'noneChosen', {}],
    [{ few: ['a'] }, 'tooFew', { least: '2' }],
    [{ number: 10 }, 'atMost', { most: '9' }],
    [{ number: 4 }, 'atLeast', { least: '5' }],
    [{ above: 9 }, 'below', { most: '9' }],
    [{ above: 5 }, 'above', { least: '5' }],
    [{ text: undefined }, 'missing', {}],
    [{ text: 5 }, 'wrongType', {}],
    [{ one: 'c' }, 'oneOf', { values: '"a"|"b"' }],
    [{ url: 'a' }, 'url', {}],
    [{ email: 'a' }, 'email', {}],
    [{ at: 'now' }, 'form', {}],
    [{ matches: 'b' }, 'form', {}],
  ])('about %j is of the kind %s', (value, kind, values) => {
    expect(messagesOf(value).map((message) => kindOf(message))).toMatchObject([{ kind, values }]);
  });
});

describe('a refused call', () => {
  beforeAll(() => i18n.init({ lng: 'en', resources: {}, interpolation: INTERPOLATION }));
  const issues = [
    'Too big: expected string to have <=100 characters',
    'no such thing we know of yet',
    'a.farwatch.test',
  ];
  const refused = new ApiFailure('invalid', 'The request is not valid', null, 5, null, null, [
    ...issues.map((message) => ({ path: 'name', message })),
    { path: 'url', message: 'would be something new' },
    { path: 'statuses', message: 'not statuses such as 200-299,404' },
  ]);

  it.each(LANGUAGE_CODES)('says why in %s', async (language) => {
    await i18n.changeLanguage(language);
    const { issues: shown, code, retryAfterSec } = await inWords(refused);
    expect({ code, retryAfterSec }).toEqual({ code: 'invalid', retryAfterSec: 5 });
    expect(shown[0]?.message).toMatch(/100|১০০/);
    expect(shown[0]?.message.includes('characters')).toBe(language === 'en');
    expect(shown[2]).toEqual({ path: 'name', message: 'a.farwatch.test' });
    expect(shown[3]?.message).toContain('would be something new');
    expect(shown[4]?.message.includes('not statuses')).toBe(language === 'en');
  });
});
