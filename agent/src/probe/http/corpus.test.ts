import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { DAY_MS } from '@farwatch/core/values/time';
import { selfSigned } from '@farwatch/emulators/targets/certificate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anyNetwork } from '../../network/testing/any-network.ts';
import { createRunCheck } from '../check.ts';
import { CORPUS } from './testing/corpus.ts';

const identity = selfSigned(Date.now() - DAY_MS, Date.now() + 9 * DAY_MS);
const check = createRunCheck(anyNetwork());
const usual = getCACertificates('default');
beforeAll(() => setDefaultCACertificates([...usual, identity.cert]));
afterAll(() => setDefaultCACertificates(usual));

describe('a check of a server with', () => {
  test.each(CORPUS)('$name: $error, where curl ends with $curl', async ({ serve, statusCode, error }) => {
    const result = await check({ url: await serve(identity), check: null }, new AbortController().signal);
    expect(result).toMatchObject({ statusCode, error });
  });
});

const version = spawnSync('curl', ['--version'], { encoding: 'utf8' });
if (version.status === 0 && /\bHTTP2\b/.test(version.stdout)) {
  describe('curl itself, which is installed, of a server with', () => {
    let folder = '';
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'farwatch-curl-'));
      await writeFile(join(folder, 'ca.pem'), identity.cert);
    });
    afterAll(() => rm(folder, { recursive: true }));

    // Which code a failure has differs between versions of curl; whether it is one does not.
    test.each(CORPUS)('$name: success is 0, and the table has $curl', async ({ serve, curl }) => {
      const code = await runCurl(await serve(identity), join(folder, 'ca.pem'));
      expect({ code, succeeded: code === 0 }).toEqual({ code, succeeded: curl === 0 });
    });
  });
} else {
  test('curl is not installed, or without HTTP/2: the table’s exit codes are not compared', () => {
    expect(CORPUS.every(({ curl }) => Number.isInteger(curl))).toBe(true);
  });
}

/** curl's exit code for the same request as a check: follows redirects with cookies, fails on an error status. */
function runCurl(url: string, authorities: string): Promise<number> {
  const checkArgs = ['--location', '--max-redirs', '5', '--cookie', '', '--fail', '--cacert', authorities];
  // Proxies and settings of who runs the tests are not to count; `--disable` must come first.
  const args = ['--disable', '--noproxy', '*', '--silent', '--output', '-', ...checkArgs, url];
  return new Promise((resolve) => {
    execFile('curl', args, (error) => resolve(error ? Number(error.code) : 0));
  });
}
