import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CALLS, type Seeded, seedApi } from '../../testing/api/calls.ts';
import { newTestApi, type TestApi } from '../../testing/api/test-api.ts';
import { allDocuments } from '../../testing/documents.ts';
import { injectFault, resetProxy } from '../../testing/firestore-proxy.ts';
import { useTelegram } from '../../testing/telegram-chat.ts';
import { ROUTES } from './routes.ts';

/** gRPC's codes of a commit of which the client does not know whether it was applied, and which it does not repeat. */
const UNKNOWN = 2;
const DEADLINE_EXCEEDED = 4;

type World = { api: TestApi; seeded: Seeded };

async function newWorld(viaProxy: boolean): Promise<World> {
  const api = await newTestApi({ viaProxy });
  return { api, seeded: await seedApi(api) };
}

/** The number of documents in each collection. */
async function countsOf({ api }: World): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const path of Object.keys(await allDocuments(api.project))) {
    const collection = path
      .split('/')
      .filter((_, index) => index % 2 === 0)
      .join('/{}/');
    counts[collection] = (counts[collection] ?? 0) + 1;
  }
  return counts;
}

const WRITES = ROUTES.filter(({ call }) => call.method !== 'get').map(({ call }) => [call.method, call.path] as const);

/** All repeat by the same code, and a wait of the SDK comes before each repetition. */
const QUICK = WRITES.filter((_, index) => index % 3 === 0);
const SLOW = WRITES.filter((each) => !QUICK.includes(each));

describe.each([
  { name: 'UNKNOWN', status: UNKNOWN, calls: QUICK, tags: [] },
  { name: 'UNKNOWN', status: UNKNOWN, calls: SLOW, tags: ['minutes'] },
  { name: 'DEADLINE_EXCEEDED', status: DEADLINE_EXCEEDED, calls: WRITES, tags: ['minutes'] },
])('a commit whose answer is lost as $name', ({ status, calls, tags }) => {
  let steady: World;
  let losing: World;
  beforeAll(async () => {
    useTelegram();
    [steady, losing] = await Promise.all([newWorld(false), newWorld(true)]);
  });
  afterAll(async () => {
    await Promise.all([steady.api.close(), losing.api.close()]);
  });

  test.for(calls)('%s %s has the effect and the answer of one call', { tags }, async ([method, path]) => {
    const make = async ({ api, seeded }: World, lose: () => Promise<void>) => {
      const { path: target, body, user = seeded.admin } = (await CALLS[`${method} ${path}`]?.(seeded, api)) ?? { path };
      await lose();
      const answer = await api.call(user, method.toUpperCase(), target, body);
      return answer.status;
    };
    const usual = await make(steady, async () => {});
    const lost = await make(losing, () => injectFault({ fault: 'lose', method: 'Commit', status }));
    await resetProxy();
    expect(lost).toBe(usual);
    expect(await countsOf(losing)).toEqual(await countsOf(steady));
  });
});
