import type { TrialAnswer } from '@farwatch/core/contracts/api/trials';
import type { HttpCheck } from '@farwatch/core/values/http-check/http-check';
import { expect, it } from 'vitest';
import { addressesFromEnv } from '../src/addresses.ts';
import { listenLocally } from '../src/platform/local-server.ts';
import { type Account, database, makeAccount } from './testing/accounts.ts';
import { callApi } from './testing/call-api.ts';
import { switchSite } from './testing/services.ts';

const LOCATIONS = ['tw', 'th', 'bd'] as const;
const { targets } = addressesFromEnv();

/** Tries the URL from all locations. Returns the trial with all results, and how long it took from the call on, ms. */
async function tryUrl(user: Account, url: string, check?: HttpCheck): Promise<{ trial: TrialAnswer; tookMs: number }> {
  const startMs = performance.now();
  const body = { url, locations: LOCATIONS, ...(check && { check }) };
  const { id } = (await callApi(user, 'POST', '/v1/trials', body)) as TrialAnswer;
  await new Promise<void>((resolve, reject) => {
    const end = database()
      .doc(`trials/${id}`)
      .onSnapshot((snapshot) => {
        if (Object.keys(snapshot.get('results') ?? {}).length < LOCATIONS.length) return;
        end();
        resolve();
      }, reject);
  });
  const tookMs = Math.round(performance.now() - startMs);
  return { trial: (await callApi(user, 'GET', `/v1/trials/${id}`)) as TrialAnswer, tookMs };
}

/** What agents are still requested to try. */
async function requestedTrials(): Promise<string[]> {
  const { docs } = await database().collection('requestedTrials').get();
  return docs.map(({ id }) => id);
}

it('a URL is tried from three agents, and no request keeps it', { tags: 'minutes' }, async () => {
  const user = await makeAccount();
  const url = `${targets}/site/tried`;
  const { trial: up, tookMs: warmUpMs } = await tryUrl(user, url);
  expect(up.unavailable).toEqual([]);
  for (const location of LOCATIONS) {
    expect(up.results[location]).toMatchObject({ answer: { statusCode: 200, error: null }, localFailure: null });
  }
  await switchSite('tried', 'down');
  const { trial: down, tookMs } = await tryUrl(user, url);
  for (const location of LOCATIONS) expect(down.results[location]?.answer?.error).toBe('status');
  console.log(`From the call to the third result: ${tookMs} ms (warm-up ${warmUpMs} ms)`);
  expect(await requestedTrials()).toEqual([]);
});

it('options and assertions are tried; a secret goes to the typed origin only, and is never shown', {
  tags: 'minutes',
}, async () => {
  const token = 'a-very-secret-token';
  const elsewhere: (string | undefined)[] = [];
  const other = await listenLocally((request, response) => {
    elsewhere.push(request.headers.authorization);
    response.end('elsewhere');
  }, 0);
  const site = await listenLocally((request, response) => {
    if (request.url === '/away') return void response.writeHead(302, { location: `${other.origin}/` }).end();
    response.end(JSON.stringify({ status: 'ok', sent: request.headers.authorization, method: request.method }));
  }, 0);
  const user = await makeAccount();
  const holds = { source: 'json', path: '$.status', op: 'equals', value: 'ok' } as const;
  const fails = { source: 'json', path: '$.method', op: 'equals', value: 'GET' } as const;
  const check: HttpCheck = { method: 'POST', auth: { type: 'bearer', token }, assertions: [holds, fails] };
  try {
    const { trial } = await tryUrl(user, `${site.origin}/`, check);
    for (const location of LOCATIONS) {
      const answer = trial.results[location]?.answer;
      expect(answer).toMatchObject({ statusCode: 200, error: 'assertion' });
      expect(answer?.failedAssertions).toEqual([{ assertion: fails, received: expect.stringContaining('POST') }]);
      expect(answer?.body).toContain('"sent":"••••"');
    }
    await tryUrl(user, `${site.origin}/away`, { auth: { type: 'bearer', token } });
    expect(elsewhere).toEqual([undefined, undefined, undefined]);
    const { docs } = await database().collection('trials').where('ownerId', '==', user.uid).get();
    expect(docs).toHaveLength(2);
    expect(JSON.stringify([trial, docs.map((doc) => doc.data())])).not.toContain(token);
    expect(await requestedTrials()).toEqual([]);
  } finally {
    await Promise.all([site.close(), other.close()]);
  }
});
