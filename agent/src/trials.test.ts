import { reportTrialInputSchema } from '@farwatch/core/contracts/calls/report-trial';
import type { RequestedTrial } from '@farwatch/core/documents/requested-trial';
import { TRIAL } from '@farwatch/core/values/limits';
import { afterEach, expect, test } from 'vitest';
import { createCalls } from './client/server.ts';
import { createClock } from './clock/clock.ts';
import { anyNetwork } from './network/testing/any-network.ts';
import { createRunCheck } from './probe/check.ts';
import { queueLimits } from './schedule/queue.ts';
import { type Answer, callableServer } from './testing/callable-server.ts';
import { Trials } from './trials.ts';
import { startSite } from './watch/testing/start-watcher.ts';

let stop = new AbortController();
afterEach(() => {
  stop.abort();
  stop = new AbortController();
});

/** Trials whose results a server takes after these answers; `reported` by the trial's id. */
async function startTrials({ perHost = 1000, answers = [] as Answer[] } = {}) {
  const clock = createClock();
  const reported = new Map<string, unknown>();
  const functions = await callableServer((_, data) => {
    const { trialId, result } = reportTrialInputSchema.parse(data);
    const answer = answers.shift();
    if (answer) return answer;
    reported.set(trialId, result);
    return { result: { stored: true } };
  });
  const warnings: string[] = [];
  let signIns = 0;
  const session = {
    ensureToken: async () => undefined,
    signIn: async () => {
      signIns += 1;
      return null;
    },
  };
  const trials = new Trials({
    clock,
    probe: createRunCheck(anyNetwork({ isBlocked: (host) => host === 'blocked.farwatch.test' })),
    limits: queueLimits(perHost),
    session,
    reportTrial: createCalls(functions).reportTrial,
    log: { info: () => undefined, debug: () => undefined, warn: (text) => void warnings.push(text) },
    signal: stop.signal,
  });
  const trial = (trialId: string, url: string, { agoMs = 0, ownerId = 'o1' } = {}): RequestedTrial => {
    const at = clock.now() - agoMs;
    return { agentId: 'a1', trialId, at, ownerId, url, check: null, expireAt: at + TRIAL.validMs };
  };
  return { trials, trial, reported, warnings, signIns: () => signIns };
}

test('each is performed once and reported until the server has it; the expired are not', async () => {
  const site = await startSite();
  site.switchTo('/down', 503);
  const lost: Answer[] = ['cut', { error: { status: 'UNAUTHENTICATED', message: 'signed out' } }];
  const { trials, trial, reported, signIns } = await startTrials({ answers: lost });
  const requested = [
    trial('up', site.url('/up')),
    trial('down', site.url('/down')),
    trial('blocked', 'http://blocked.farwatch.test/'),
    trial('expired', site.url('/expired'), { agoMs: TRIAL.validMs }),
  ];
  trials.start(requested);
  trials.start(requested);
  await expect.poll(() => reported.size).toBe(3);
  expect(reported.get('up')).toMatchObject({ answer: { statusCode: 200, error: null, url: site.url('/up') } });
  expect(reported.get('down')).toMatchObject({ answer: { statusCode: 503, error: 'status' }, localFailure: null });
  expect(reported.get('blocked')).toEqual({ answer: null, localFailure: 'refused-address' });
  expect(['/up', '/down', '/expired'].map((path) => site.visitsOf(path).length)).toEqual([1, 1, 0]);
  expect(signIns()).toBe(1);
});

test('a refused report is not repeated', async () => {
  const site = await startSite();
  const refused: Answer = { error: { status: 'PERMISSION_DENIED', message: 'no', details: { reason: 'reset' } } };
  const { trials, trial, reported, warnings } = await startTrials({ answers: [refused] });
  trials.start([trial('first', site.url('/1'))]);
  await expect.poll(() => warnings).toEqual([expect.stringContaining('Cannot report a check that was tried')]);
  trials.start([trial('second', site.url('/2'))]);
  await expect.poll(() => [...reported.keys()]).toEqual(['second']);
});

test('five run at a time', async () => {
  const site = await startSite();
  // Longer than a busy machine needs to start five.
  site.slow(2000);
  const { trials, trial, reported } = await startTrials();
  const urls = Object.entries(site.urls(7));
  trials.start(urls.map(([id, url]) => trial(id, url)));
  await expect.poll(() => reported.size).toBe(urls.length);
  expect(site.mostOpen()).toBe(TRIAL.atOnce);
});

test('an account with many does not delay another', async () => {
  const site = await startSite();
  site.slow(200);
  const { trials, trial, reported } = await startTrials();
  const many = Object.entries(site.urls(12)).map(([id, url]) => trial(id, url, { agoMs: 1000 }));
  trials.start([...many, trial('other', site.url('/other'), { ownerId: 'o2' })]);
  await expect.poll(() => reported.has('other')).toBe(true);
  expect(reported.size).toBeLessThan(many.length);
});

test('they keep to the rate of their host', async () => {
  const site = await startSite();
  const { trials, trial, reported } = await startTrials({ perHost: 5 });
  const requested = Object.entries(site.urls(12)).map(([id, url]) => trial(id, url));
  const startedMs = performance.now();
  trials.start(requested);
  await expect.poll(() => reported.size).toBe(12);
  const visits = requested.flatMap(({ trialId: id }) => site.visitsOf(`/${id.slice(1)}`));
  // Ten at once, then five a second: the twelfth starts at least 0.4 s later.
  expect(Math.max(...visits) - startedMs).toBeGreaterThan(390);
});
