import { describe, expect, it } from 'vitest';
import { parsePingPath, parseRunId } from './ping-path.ts';

const KEY = 'f0e1d2c3-b4a5-4968-8778-695a4b3c2d1e';
const NAMED = { pingKey: 'aKeyOfTwentyTwoLetters', slug: 'nightly-backup_2' };
const INVALID = { refused: { status: 400, text: 'invalid url format' } };
const NOT_FOUND = { refused: { status: 404, text: 'not found' } };

describe('the path of a ping URL', () => {
  it.each([
    ['', 'success', null],
    ['/', 'success', null],
    ['/start', 'start', null],
    ['/fail', 'fail', null],
    ['/log', 'log', null],
    ['/0', 'success', 0],
    ['/1', 'fail', 1],
    ['/255', 'fail', 255],
  ])('a key and %j is %s', (suffix, kind, exitStatus) => {
    expect(parsePingPath(`${KEY}${suffix}`)).toEqual({ target: { key: KEY }, kind, exitStatus });
  });

  it.each([
    ['', 'success', null],
    ['/start', 'start', null],
    ['/fail', 'fail', null],
    ['/log', 'log', null],
    ['/0', 'success', 0],
    ['/7', 'fail', 7],
  ])('a name and %j is %s', (suffix, kind, exitStatus) => {
    expect(parsePingPath(`${NAMED.pingKey}/${NAMED.slug}${suffix}`)).toEqual({ target: NAMED, kind, exitStatus });
  });

  it.each([
    [`${KEY}/256`, INVALID],
    ['key/name/256', INVALID],
    ['key/Name', INVALID],
    ['key/Name/start', INVALID],
    [KEY.replaceAll('-', ''), NOT_FOUND],
    [KEY.toUpperCase(), NOT_FOUND],
    [`${KEY}/start/`, NOT_FOUND],
    [`${KEY}/+1`, NOT_FOUND],
    ['key/name/', NOT_FOUND],
    ['key/name/begin', NOT_FOUND],
    ['key/na%20me', NOT_FOUND],
    ['key/name/start/1', NOT_FOUND],
    ['/name', NOT_FOUND],
    ['', NOT_FOUND],
  ])('refuses %s', (path, answer) => {
    expect(parsePingPath(path)).toEqual(answer);
  });

  it('takes what follows a key and is no action for a name', () => {
    expect(parsePingPath(`${KEY}/begin`)).toMatchObject({ target: { pingKey: KEY, slug: 'begin' } });
  });
});

describe('the id of a run', () => {
  it.each([
    [null, null],
    [KEY, KEY],
    [KEY.toUpperCase(), KEY],
    ['', undefined],
    [KEY.replaceAll('-', ''), undefined],
    [`{${KEY}}`, undefined],
    ['1', undefined],
  ])('%s', (text, rid) => {
    expect(parseRunId(text)).toBe(rid);
  });
});
