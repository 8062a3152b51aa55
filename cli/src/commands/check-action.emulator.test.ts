import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { DEVICE } from '@farwatch/core/testing/samples';
import { CHECK_FEATURES } from '@farwatch/core/values/check-features';
import { reportTrial } from '@farwatch/functions/src/entry/callables/report-trial.ts';
import { requestedTrials } from '@farwatch/functions/src/platform/db/collections.ts';
import { putAgent } from '@farwatch/functions/src/testing/api/documents.ts';
import { makeKey } from '@farwatch/functions/src/testing/api/keys.ts';
import type { TestUser } from '@farwatch/functions/src/testing/api/sign-in.ts';
import { newTestApi, type TestApi } from '@farwatch/functions/src/testing/api/test-api.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';

const exec = promisify(execFile);
const ACTION = fileURLToPath(new URL('../../../actions/check', import.meta.url));

let api: TestApi;
let user: TestUser;
let key: string;
let folder: string;
let cli: string;
let answering: NodeJS.Timeout | undefined;

beforeAll(async () => {
  api = await newTestApi();
  // The action waits on the clock of its own process; so does each trial.
  api.clock.nowMs = Date.now();
  user = await api.user();
  const device = { ...DEVICE, features: [...CHECK_FEATURES] };
  await putAgent(api, 'tw1', 'tw', { agent: { device, lastReportAt: api.clock.nowMs } });
  key = (await makeKey(api, user, 'write')).key;
  folder = await mkdtemp(join(tmpdir(), 'farwatch-action-'));
  cli = join(folder, 'farwatch.mjs');
  await exec(process.execPath, [fileURLToPath(new URL('../../build.ts', import.meta.url)), cli]);
});
afterAll(async () => {
  await api.close();
  await rm(folder, { recursive: true });
});
afterEach(() => clearInterval(answering));

/** The agent in Taiwan answers each trial with this error; null for up. Returns the checks that are requested of it. */
function answerTrials(error: 'status' | null): unknown[] {
  const checks: unknown[] = [];
  api.clock.nowMs = Date.now();
  answering = setInterval(async () => {
    const { db } = api.project.run(api.clock.nowMs);
    const { docs } = await requestedTrials.collection(db).get();
    for (const { agentId, trialId, url, check } of docs.flatMap((document) => requestedTrials.read(document) ?? [])) {
      checks.push(check);
      const answer = { at: api.clock.nowMs, ms: 81, url, address: '192.0.2.1', statusCode: error ? 503 : 200, error };
      const rest = { headers: [], body: '', isCut: false, certificate: null, failedAssertions: [] };
      const result = { answer: { ...answer, ...rest }, localFailure: null };
      await reportTrial(api.project.run(api.clock.nowMs), { agentId, tokenGeneration: 1 }, { trialId, result });
    }
  }, 100);
  return checks;
}

type Job = { code: number; log: string; summary: string; output: string };

/** Runs the action's script as GitHub does, with its inputs as variables. */
async function runAction(
  inputs: Record<string, string>,
  env: NodeJS.ProcessEnv = { FARWATCH_API_KEY: key },
): Promise<Job> {
  const [summary, output] = [join(folder, 'summary'), join(folder, 'output')];
  await Promise.all([summary, output].map((path) => writeFile(path, '')));
  const runner = {
    GITHUB_ACTION_PATH: ACTION,
    GITHUB_STEP_SUMMARY: summary,
    GITHUB_OUTPUT: output,
    RUNNER_TEMP: folder,
  };
  const given = { PATH: `${dirname(process.execPath)}:${process.env.PATH}`, HOME: folder, ...runner, ...env };
  const all = { FARWATCH_URL: api.origin, INPUT_CLI: cli, ...inputs };
  const ran = await exec('bash', [join(ACTION, 'check.sh')], { env: { ...given, ...all } }).then(
    ({ stdout, stderr }) => ({ code: 0, log: stdout + stderr }),
    (error: { code: number; stdout: string; stderr: string }) => ({
      code: error.code,
      log: error.stdout + error.stderr,
    }),
  );
  return { ...ran, summary: await readFile(summary, 'utf8'), output: await readFile(output, 'utf8') };
}

const URL_OF_PREVIEW = 'https://preview.farwatch.test/?token=s3cret';

describe('the action', () => {
  test('passes if the preview is up from every location with an agent', async () => {
    answerTrials(null);
    const { code, log, summary, output } = await runAction({ INPUT_URL: URL_OF_PREVIEW, INPUT_LOCATIONS: 'tw,th' });
    expect([code, log]).toEqual([0, expect.stringContaining('Taiwan')]);
    expect(log).toContain('::warning title=Farwatch%3A Thailand::https://preview.farwatch.test/ is not checked');
    expect(summary).toContain('| Taiwan | ✅ up | 81 ms | 200 |');
    expect(output).toMatch(/^result=up\ntrial<<([\w-]+)\n\{.*\}\n\1\n$/);
  });

  test('fails with annotations and a summary if it is down', async () => {
    answerTrials('status');
    const { code, log, summary, output } = await runAction({ INPUT_URL: URL_OF_PREVIEW, INPUT_LOCATIONS: 'tw' });
    expect(code).toBe(1);
    expect(log).toContain('::error title=Farwatch%3A Taiwan::https://preview.farwatch.test/ is down from Taiwan: ');
    expect(summary).toContain('❌ down');
    expect(output).toMatch(/^result=down\n/);
    expect(log + summary).not.toContain('s3cret');
  });

  test('passes the options of the check', async () => {
    const checks = answerTrials(null);
    const options = { INPUT_STATUS: '200-204', INPUT_KEYWORD: '--Sign in', INPUT_TIMEOUT: '5' };
    expect((await runAction({ INPUT_URL: URL_OF_PREVIEW, INPUT_LOCATIONS: 'tw', ...options })).code).toBe(0);
    expect(checks[0]).toMatchObject({
      timeoutMs: 5000,
      statuses: '200-204',
      assertions: [{ source: 'body', op: 'contains', value: '--Sign in' }],
    });
  });

  test.each([
    ['a key is missing', {}, { INPUT_URL: 'https://a.test/' }, 'Set FARWATCH_API_KEY'],
    ['nothing is built', null, { INPUT_CLI: '/none.mjs' }, 'There is no built command line'],
    ['a URL has no hash', null, { INPUT_CLI: 'https://127.0.0.1/x.mjs' }, 'needs cli-sha256'],
    ['a location is unknown', null, { INPUT_URL: 'https://a.test/', INPUT_LOCATIONS: 'jp' }, 'jp is no location'],
    ['a status is none', null, { INPUT_URL: 'https://a.test/', INPUT_STATUS: 'ok' }, 'not statuses'],
    ['a timeout is none', null, { INPUT_URL: 'https://a.test/', INPUT_TIMEOUT: 'soon' }, 'number of seconds'],
    ['a URL is none', null, { INPUT_URL: '--help; rm -rf /' }, 'not valid'],
  ])('fails if %s, and says what to do', async (_, env, inputs, message) => {
    const { code, log } = await runAction(inputs, env ?? { FARWATCH_API_KEY: key });
    expect([code, log]).toEqual([1, expect.stringContaining(message)]);
  });

  test('passes every input to its script as a variable, none into the script', async () => {
    const { inputs, runs } = parse(await readFile(join(ACTION, 'action.yml'), 'utf8'));
    const [step] = runs.steps;
    const used = Object.values(step.env as Record<string, string>).map((value) => /inputs\.([\w-]+)/.exec(value)?.[1]);
    expect(used.toSorted()).toEqual(Object.keys(inputs).toSorted());
    expect(step.run).not.toContain('${{');
    const script = await readFile(join(ACTION, 'check.sh'), 'utf8');
    for (const name of Object.keys(step.env)) if (name !== 'FARWATCH_URL') expect(script).toContain(name);
  });
});
