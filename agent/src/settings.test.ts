import { describe, expect, test } from 'vitest';
import { readSettings, withFile } from './settings.ts';

describe('the settings file', () => {
  test('adds what the environment does not set', () => {
    const env = { FARWATCH_PER_HOST: '9', HTTPS_PROXY: 'http://proxy.farwatch.test:3128', PATH: '/bin' };
    const file = '# comment\nFARWATCH_PER_HOST=5\nFARWATCH_VERBOSE=yes\nNO_PROXY="10.0.0.1, .farwatch.test"\n';
    expect(withFile(env, file)).toEqual({
      env: { ...env, FARWATCH_VERBOSE: 'yes', NO_PROXY: '10.0.0.1, .farwatch.test' },
      unknown: [],
    });
  });

  test.each(['FARWATCH_OF_LATER=5', 'PATH=/tmp', 'FARWATCH_DIR=/elsewhere'])(
    'cannot set %s: it is ignored and reported',
    (line) => {
      const { env, unknown } = withFile({ PATH: '/bin' }, `${line}\nFARWATCH_JSON=yes\n`);
      expect(env).toEqual({ PATH: '/bin', FARWATCH_JSON: 'yes' });
      expect(unknown).toEqual([line.split('=')[0]]);
    },
  );
});

describe('settings', () => {
  test('are the defaults where nothing is given', () => {
    expect(readSettings({}, {})).toEqual({
      dir: undefined,
      allowPrivate: false,
      perHost: undefined,
      referenceSites: [],
      verbose: false,
      json: false,
      link: undefined,
      updates: false,
    });
  });

  test.each([
    [{}, { FARWATCH_SUPERVISED: 'yes' }, true],
    [{}, { FARWATCH_SUPERVISED: 'yes', FARWATCH_NO_UPDATE: 'yes' }, false],
    [{ 'no-update': true }, { FARWATCH_SUPERVISED: 'yes' }, false],
    [{ 'no-update': true }, { FARWATCH_SUPERVISED: 'yes', FARWATCH_NO_UPDATE: 'no' }, false],
    [{}, { FARWATCH_NO_UPDATE: 'no' }, false],
  ])(
    'let it update itself only where a supervisor restarts it and no setting forbids it: %j %j',
    (flags, env, updates) => {
      expect(readSettings(flags, env).updates).toBe(updates);
    },
  );

  test('come from the environment', () => {
    const env = {
      FARWATCH_DIR: '/data',
      FARWATCH_ALLOW_PRIVATE: 'yes',
      FARWATCH_PER_HOST: '5',
      FARWATCH_REFERENCE_SITE: 'https://a.farwatch.test/ 204\n\n https://b.farwatch.test/ 200 pong \n',
      FARWATCH_VERBOSE: '1',
      FARWATCH_JSON: 'TRUE',
      FARWATCH_LINK: 'https://farwatch.test/agent/register?code=x',
    };
    expect(readSettings({}, env)).toEqual({
      dir: '/data',
      allowPrivate: true,
      perHost: '5',
      referenceSites: ['https://a.farwatch.test/ 204', 'https://b.farwatch.test/ 200 pong'],
      verbose: true,
      json: true,
      link: 'https://farwatch.test/agent/register?code=x',
      updates: false,
    });
  });

  test('go by a flag before all else', () => {
    const env = { FARWATCH_PER_HOST: '5', FARWATCH_REFERENCE_SITE: 'https://a.farwatch.test/', FARWATCH_DIR: '/data' };
    const flags = { 'per-host': '7', 'reference-site': ['https://c.farwatch.test/'], dir: '/here', json: true };
    expect(readSettings(flags, env)).toMatchObject({
      perHost: '7',
      referenceSites: ['https://c.farwatch.test/'],
      dir: '/here',
      json: true,
    });
  });

  test.each(['no', '0', 'false', ''])('take FARWATCH_VERBOSE=%s for no', (value) => {
    expect(readSettings({}, { FARWATCH_VERBOSE: value }).verbose).toBe(false);
  });

  test('refuse what is neither yes nor no', () => {
    expect(() => readSettings({}, { FARWATCH_ALLOW_PRIVATE: 'maybe' })).toThrow(
      'FARWATCH_ALLOW_PRIVATE must be yes or no, not maybe.',
    );
  });
});
