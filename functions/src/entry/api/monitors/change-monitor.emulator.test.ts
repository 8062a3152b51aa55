import { afterAll, beforeAll, expect, test } from 'vitest';
import { putAgent, stored } from '../../../testing/api/documents.ts';
import { detailOf, monitorBody } from '../../../testing/api/monitors.ts';
import type { TestUser } from '../../../testing/api/sign-in.ts';
import { newTestApi, type TestApi } from '../../../testing/api/test-api.ts';
import { expectConsistent } from '../../../testing/expect-consistent.ts';

let api: TestApi;
let user: TestUser;

beforeAll(async () => {
  api = await newTestApi();
  user = await api.user();
  await putAgent(api, 'agentTw', 'tw');
  await putAgent(api, 'agentTh', 'th');
});
afterAll(() => expectConsistent(api.project).finally(() => api.close()));

const ALL_TAGS = Array.from({ length: 10 }, (_, index) => `t${index}`);

test('a change keeps what it does not name, secrets among it, and twice has the effect of once', async () => {
  const check = { auth: { type: 'bearer', token: 'sesame' } };
  const content = { description: 'What customers see', tags: ['Shop', 'eu'] };
  const [endpoint] = monitorBody(['a']).endpoints;
  const body = { ...monitorBody([]), ...content, endpoints: [{ ...endpoint, check }] };
  const { id, version, endpoints } = detailOf(await api.call(user, 'POST', '/monitors', body));
  const change = async (input: object) => detailOf(await api.call(user, 'POST', `/monitors/${id}/change`, input));
  const input = { intervalSec: 60, locations: ['th', 'tw'], removeTags: ['shop'], addTags: ['EU', 'production'] };
  const changed = await change(input);
  expect(changed).toMatchObject({
    ...content,
    version: version + 1,
    intervalSec: 60,
    tags: ['eu', 'production'],
    locations: [{ code: 'tw' }, { code: 'th' }],
    endpoints: [{ id: endpoints[0]?.id, check: endpoints[0]?.check }],
  });
  expect(await change(input)).toMatchObject({ version: version + 1, tags: ['eu', 'production'] });
  expect(await change({ intervalSec: null })).toMatchObject({ intervalSec: null, tags: ['eu', 'production'] });
  const assignment = await stored(api).assignment('th', user.uid);
  expect(assignment?.endpoints[endpoints[0]?.id ?? '']).toMatchObject({ check });
});

test.for<[what: string, input: object, status: number, body: object]>([
  ['nothing', {}, 400, { code: 'invalid' }],
  ['another interval', { intervalSec: 45 }, 400, { code: 'invalid', details: [{ path: 'intervalSec' }] }],
  ['no location', { locations: [] }, 400, { code: 'invalid', details: [{ path: 'locations' }] }],
  ['a tag too many', { addTags: ['eleventh'] }, 400, { code: 'invalid', details: [{ path: 'addTags' }] }],
])('%s is refused', async ([, input, status, body]) => {
  const { id, version } = await detailOf(
    await api.call(user, 'POST', '/monitors', { ...monitorBody(['b']), tags: ALL_TAGS }),
  );
  expect(await api.call(user, 'POST', `/monitors/${id}/change`, input)).toMatchObject({ status, body });
  expect(await api.call(user, 'GET', `/monitors/${id}`)).toMatchObject({ body: { version, tags: ALL_TAGS } });
  expect(await api.call(await api.user(), 'POST', `/monitors/${id}/change`, { intervalSec: 60 })).toMatchObject({
    status: 404,
  });
});
