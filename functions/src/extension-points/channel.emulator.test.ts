import { channelType } from '@farwatch/core/values/channels/channel-type';
import { CHANNEL_TYPES } from '@farwatch/core/values/channels/channel-types';
import { MINUTE_MS } from '@farwatch/core/values/time';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { z } from 'zod';
import type { ChannelSender, DeliveryResult } from '../domain/channels/channel-sender.ts';
import { CHANNEL_SENDERS } from '../domain/channels/senders.ts';

const settings = z.object({ key: z.string(), station: z.string() });
const pagerType = channelType({ settings, secrets: ['key'], verifiedBy: 'test' });
const WITH_PAGER = { ...CHANNEL_TYPES, pager: pagerType };

/** The messages that the pager received, and its results for the next calls; then it works. */
const received: string[] = [];
let results: DeliveryResult[] = [];

const sendPager: ChannelSender<z.output<typeof settings>> = async ({ station }, { title }) => {
  const result = results.shift() ?? { outcome: 'sent' };
  if (result.outcome === 'sent') received.push(`${station}: ${title}`);
  return result;
};

// A new type: one line in core's table and one in the senders' table. All users of the tables are imported again.
beforeAll(() => {
  vi.resetModules();
  vi.doMock('@farwatch/core/values/channels/channel-types', () => ({
    CHANNEL_TYPES: WITH_PAGER,
    CHANNEL_TYPE_NAMES: Object.keys(WITH_PAGER),
    getChannelType: (name: keyof typeof WITH_PAGER) => WITH_PAGER[name],
  }));
});
afterAll(() => {
  vi.doUnmock('@farwatch/core/values/channels/channel-types');
  vi.resetModules();
});

it('is stored with its settings, sends, is retried, and stops', async () => {
  const senders = await import('../domain/channels/senders.ts');
  Object.assign(senders.CHANNEL_SENDERS, { ...CHANNEL_SENDERS, pager: sendPager });
  const { newTestProject, T0 } = await import('../testing/test-project.ts');
  const { notifyOwner } = await import('../entry/tasks/notify-owner.ts');
  const { chatChannel, putChannels } = await import('../testing/put-channels.ts');
  const { outageIncident, putIncidents, readChannelOutbox, readLog } = await import('../testing/outbox.ts');
  const { OWNER } = await import('../testing/seed-project.ts');
  const { virtualClock } = await import('../testing/virtual-clock.ts');
  const project = newTestProject();
  const lookAt = (minute: number) => {
    const atMs = T0 + minute * MINUTE_MS;
    return notifyOwner(project.run(atMs), { ownerId: OWNER }, virtualClock(atMs));
  };
  try {
    const pager = { ...chatChannel('1'), type: 'pager', settings: { key: 'secret', station: 'cellar' } };
    await putChannels(project, { pager: pager as never });
    await putIncidents(project, { one: outageIncident(T0) });
    results = [{ outcome: 'limited', code: 'busy', reason: 'it rings', retryAfterSec: 90 }];
    await lookAt(1);
    expect(await readChannelOutbox(project, 'pager')).toMatchObject({
      failure: { code: 'busy', reason: 'it rings' },
      dueAt: T0 + 2.5 * MINUTE_MS,
    });
    await lookAt(2);
    expect(received).toEqual([]);
    await lookAt(3);
    expect(received).toEqual(['cellar: 🔴 CRITICAL: Shops › a is down']);
    await putIncidents(project, { two: outageIncident(T0 + 4 * MINUTE_MS, { endpointId: 'b' }) });
    results = [{ outcome: 'stopped', code: 'unauthorized', reason: 'no such key' }];
    await lookAt(5);
    expect(await readChannelOutbox(project, 'pager')).toMatchObject({ stopped: { code: 'unauthorized', until: null } });
    expect((await readLog(project)).map(({ channelType, state, code }) => [channelType, state, code])).toEqual([
      ['pager', 'sent', null],
      ['pager', 'failed', 'unauthorized'],
    ]);
  } finally {
    await project.close();
  }
});
