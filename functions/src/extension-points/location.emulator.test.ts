import { JAPAN, useJapan } from '@farwatch/core/testing/sample-location';
import { MINUTE_MS, SECOND_MS } from '@farwatch/core/values/time';
import { beforeAll, expect, it } from 'vitest';
import { messagesIn, useTelegram } from '../testing/telegram-chat.ts';

// A new location: one line in core's table. All users of the table are imported again with it.
useJapan();
beforeAll(useTelegram);

it('turns its agent’s verdict into an incident and a message', async () => {
  const { newTestProject, T0 } = await import('../testing/test-project.ts');
  const { OWNER, seedProject } = await import('../testing/seed-project.ts');
  const { TestAgent } = await import('../testing/test-agent.ts');
  const { newChat } = await import('../testing/outbox.ts');
  const { endpoints } = await import('../platform/db/collections.ts');
  const { users } = await import('../platform/db/collections.ts');
  const project = newTestProject();
  const chatId = newChat();
  try {
    await seedProject(project, {
      owners: [{ id: OWNER, chatId }],
      monitors: [{ id: 'shop', locations: [JAPAN], endpoints: ['a'] }],
      agents: [{ id: 'tokyo', location: JAPAN, ownerIds: [OWNER] }],
    });
    await users.ref(project.run(T0).db, OWNER).update({ language: 'cn' });
    const tokyo = new TestAgent('tokyo');
    for (const [index, seen] of [{ up: ['a'] }, { down: ['a'] }].entries()) {
      const run = project.run(T0 + index * MINUTE_MS);
      await tokyo.reportAndDrain(run, seen);
    }
    const run = project.run(T0 + MINUTE_MS + SECOND_MS);
    expect(endpoints.read(await endpoints.ref(run.db, 'a').get())).toMatchObject({
      status: 'down',
      lastError: { location: 'jp' },
    });
    await project.queue.work(run);
    expect(await messagesIn(chatId)).toEqual([expect.stringContaining('地点：日本')]);
  } finally {
    await project.close();
  }
});

it('is accepted by the API and has a name there', async () => {
  const { newTestApi } = await import('../testing/api/test-api.ts');
  const api = await newTestApi();
  try {
    const user = await api.user();
    const monitor = {
      name: 'Shop',
      description: '',
      locations: ['jp'],
      endpoints: [{ url: 'https://a.farwatch.test/' }],
    };
    const { status, body } = await api.call(user, 'POST', '/api/monitors', monitor);
    expect([status, body]).toMatchObject([201, { locations: [{ code: 'jp', name: 'Japan' }] }]);
    expect((await api.call(user, 'GET', '/api/agents/available-locations')).body).toContainEqual(
      expect.objectContaining({ countryCode: 'jp', countryName: 'Japan' }),
    );
    expect((await api.call(user, 'POST', '/api/monitors', { ...monitor, locations: ['de'] })).status).toBe(400);
  } finally {
    await api.close();
  }
});
