import type { Preview } from '@farwatch/core/contracts/api/channels';
import { resolveIncident } from '@farwatch/core/decisions/status/incident';
import type { ChannelTiming } from '@farwatch/core/values/channel-timing';
import { MINUTE_MS } from '@farwatch/core/values/time';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { outboxes } from '../../../platform/db/collections.ts';
import type { TestUser } from '../../../testing/api/sign-in.ts';
import { newTestApi, type TestApi } from '../../../testing/api/test-api.ts';
import { newChat, outageIncident, putIncidents, readLog } from '../../../testing/outbox.ts';
import { chatChannel, putChannels } from '../../../testing/put-channels.ts';
import { seedProject } from '../../../testing/seed-project.ts';
import { useTelegram } from '../../../testing/telegram-chat.ts';
import { T0 } from '../../../testing/test-project.ts';
import { sweep } from '../../jobs/sweep/sweep.ts';

const at = (minute: number) => T0 + minute * MINUTE_MS;
const quietHours = { from: '11:00', to: '12:20', days: [1, 2, 3, 4, 5, 6, 7], timeZone: 'UTC', passesCritical: false };
const timed = (timing: Partial<ChannelTiming>, changes = {}) =>
  chatChannel(newChat(), { timing: { delayMin: 0, quietHours: null, reminderMin: null, ...timing }, ...changes });
const INPUT = { monitorId: 'shop', locations: ['tw'], severity: 'major', startsAt: new Date(at(1)).toISOString() };

let api: TestApi;
let user: TestUser;

beforeAll(async () => {
  useTelegram();
});
beforeEach(async () => {
  api = await newTestApi();
  user = await api.user();
  await seedProject(api.project, {
    monitors: [{ id: 'shop', ownerId: user.uid, locations: ['tw'], endpoints: ['a'] }],
  });
  return () => api.close();
});

const preview = (changes: object) => api.call(user, 'POST', '/v1/channels/preview', { ...INPUT, ...changes });

/** Runs an outage of that many minutes, with a sweep each minute. Returns who was notified of what, and in which minute. */
async function notifiedOf(durationMin: number, untilMin: number) {
  const { project } = api;
  // No document contains which locations vote, so no message waits for them.
  const ids = { ownerId: user.uid, endpointId: 'none', monitorId: 'shop' };
  const running = outageIncident(at(1), { ...ids, severity: 'major', peakSeverity: 'major' });
  for (let minute = 0; minute <= untilMin; minute += 1) {
    if (minute === 1) await putIncidents(project, { one: running });
    const endMs = at(1 + durationMin);
    if (at(minute) === endMs)
      await putIncidents(project, { one: { ...resolveIncident(running, 'recovered', endMs), changedAt: endMs } });
    await sweep(project.run(at(minute)));
    await project.queue.work(project.run(at(minute)));
  }
  const sent = (await readLog(project)).filter(({ state }) => state === 'sent');
  return sent.flatMap(({ channelId, createdAt, contents }) =>
    contents.map(({ kind }) => `${kind} ${channelId} ${(createdAt - T0) / MINUTE_MS}`),
  );
}

const lines = ({ messages }: Preview) =>
  messages.map(({ kind, channelId, at: sentAt }) => `${kind} ${channelId} ${(Date.parse(sentAt) - T0) / MINUTE_MS}`);

describe('the preview', () => {
  it.each([
    {
      durationMin: 22,
      expected: [
        'outage first 1',
        'outage second 6',
        'reminder first 11',
        'outage night 20',
        'reminder first 21',
        'recovery first 23',
        'recovery second 23',
        'recovery night 23',
      ],
    },
    { durationMin: 3, expected: ['outage first 1', 'recovery first 4'] },
  ])('of an outage of $durationMin minutes is what is then sent', async ({ durationMin, expected }) => {
    await putChannels(
      api.project,
      {
        first: timed({ reminderMin: 10 }),
        second: timed({ delayMin: 5 }),
        night: timed({ delayMin: 15, quietHours }),
      },
      user.uid,
    );
    const { body } = await preview({ durationMin });
    expect(lines(body as Preview).sort()).toEqual([...expected].sort());
    expect((body as Preview).messages[0]?.text).toMatch(
      /^🔴 MAJOR: shop › a is down\nhttps:\/\/a\.farwatch\.test\/\nMonitor: shop\n/,
    );
    expect((await outboxes.collection(api.project.run(T0).db).get()).size).toBe(0);
    expect((await notifiedOf(durationMin, durationMin + 4)).sort()).toEqual([...expected].sort());
  });

  it('reports why a channel is not notified', async () => {
    const always = { ...quietHours, from: '00:00', to: '00:00', days: [1, 2, 4, 5, 6, 7] };
    await putChannels(
      api.project,
      {
        off: timed({}, { enabled: false }),
        unverified: timed({}, { verifiedAt: null }),
        monitor: timed({}, { monitors: ['other'] }),
        severity: timed({}, { severity: 'critical' }),
        delay: timed({ delayMin: 10 }),
        quietHours: timed({ quietHours: always }),
      },
      user.uid,
    );
    const { messages, silent } = (await preview({ durationMin: 5 })).body as Preview;
    expect(messages).toEqual([]);
    expect(silent.map(({ channelId, reason }) => [channelId, reason])).toEqual(
      silent.map(({ channelId }) => [channelId, channelId]),
    );
    expect(silent).toHaveLength(6);
  });

  it("is refused for a monitor that is not the caller's, without locations, and for more than a day", async () => {
    expect((await preview({ durationMin: null, monitorId: 'none' })).status).toBe(404);
    expect((await preview({ durationMin: null, locations: [] })).status).toBe(400);
    expect((await preview({ durationMin: 1441 })).status).toBe(400);
    user = await api.user();
    expect((await preview({ durationMin: null })).status).toBe(404);
  });
});
