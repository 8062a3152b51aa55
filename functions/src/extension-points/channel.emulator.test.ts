import { channelType } from '@farwatch/core/values/channels/channel-type';
import { CHANNEL_TYPES } from '@farwatch/core/values/channels/channel-types';
import { MINUTE_MS } from '@farwatch/core/values/time';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { z } from 'zod';
import type { ChannelSender, DeliveryResult } from '../channels/channel-sender.ts';
import { CHANNEL_SENDERS } from '../channels/senders.ts';
import type { OwnerOfChannels } from '../testing/put-channels.ts';

const settings = z.object({ key: z.string(), room: z.string() });
const pagerType = channelType({ settings, secrets: ['key'], verifiedBy: 'test' });

/** The messages that the pager received, and its results for the next calls; then it works. */
const received: string[] = [];
let results: DeliveryResult[] = [];

const sendPager: ChannelSender<z.output<typeof settings>> = async ({ room }, { title }) => {
  const result = results.shift() ?? { outcome: 'sent' };
  if (result.outcome === 'sent') received.push(`${room}: ${title}`);
  return result;
};

// A new type: one line in core's table and one in the senders' table. All users of the tables are imported again.
beforeAll(() => {
  vi.resetModules();
  const types = { ...CHANNEL_TYPES, pager: pagerType };
  vi.doMock('@farwatch/core/values/channels/channel-types', () => ({
    CHANNEL_TYPES: types,
    CHANNEL_TYPE_NAMES: Object.keys(types),
    getChannelType: (name: keyof typeof types) => types[name],
  }));
  vi.doMock('../channels/senders.ts', async (original) => {
    const { sendToChannel } = await original<typeof import('../channels/senders.ts')>();
    Object.assign(CHANNEL_SENDERS, { pager: sendPager });
    return { CHANNEL_SENDERS, sendToChannel };
  });
});
afterAll(() => {
  vi.doUnmock('@farwatch/core/values/channels/channel-types');
  vi.doUnmock('../channels/senders.ts');
  vi.resetModules();
});
