import { randomUUID } from 'node:crypto';
import { channelCalls } from '@farwatch/core/contracts/api/channels';
import { DONE } from '@farwatch/core/contracts/api/parts';
import type { Channel } from '@farwatch/core/documents/channel';
import { getChannelType } from '@farwatch/core/values/channels/channel-types';
import { CHANNEL_TEST_RATE } from '@farwatch/core/values/token-bucket';
import { offeredTypes } from '../../../domain/channels/offered-types.ts';
import { installation } from '../../../domain/notifications/installation.ts';
import { saveSettings } from '../../../domain/notifications/save-settings.ts';
import { readUser } from '../../../domain/users/ensure-user.ts';
import type { Run } from '../../../platform/db/run.ts';
import { ApiError } from '../../../platform/http/errors.ts';
import { route } from '../../../platform/http/route.ts';
import { channelAnswer } from './channel-answer.ts';
import { refuseUnlessSent, requestConfirmation } from './confirm-address.ts';
import { signProof } from './proof.ts';
import { isOwnAddress, parseSettings, saveChannel } from './save-channel.ts';
import { sendTest } from './send-test.ts';
import {
  changeChannel,
  changeTiming,
  channelOf,
  isBuiltIn,
  isSameTarget,
  readChannels,
  readDeliveries,
  refuseTelegram,
} from './stored-channels.ts';

export const listChannels = route(channelCalls.list, {
  run: async (run, caller) => {
    const channels = Object.entries(await readChannels(run, caller));
    const oldestFirst = channels.toSorted(([, one], [, other]) => one.createdAt - other.createdAt);
    const deliveries = await readDeliveries(
      run,
      caller.uid,
      oldestFirst.map(([id]) => id),
    );
    return {
      channels: oldestFirst.map(([id, channel], index) =>
        channelAnswer(id, channel, deliveries[index] ?? null, run.nowMs),
      ),
      types: offeredTypes(installation(process.env)),
    };
  },
});

export const createChannel = route(channelCalls.create, {
  run: (run, caller, { body: { type, ...input } }) =>
    saveChannel(run, caller, { id: randomUUID(), type, input: { ...input, rotateSecret: false } }),
});

export const replaceChannel = route(channelCalls.change, {
  run: (run, caller, { params: { id }, body: input }) => {
    refuseTelegram(id);
    return saveChannel(run, caller, { id, type: null, input });
  },
});

export const setChannelTiming = route(channelCalls.setTiming, {
  run: async (run, caller, { params: { id }, body: { timing } }) => {
    const channel = await changeTiming(run, caller, id, timing);
    const [deliveries = null] = await readDeliveries(run, caller.uid, [id]);
    return channelAnswer(id, channel, deliveries, run.nowMs);
  },
});

export const deleteChannel = route(channelCalls.remove, {
  run: async (run, caller, { params: { id } }) => {
    if (isBuiltIn(id)) throw new ApiError('conflict', { text: 'This channel can only be switched off' });
    await changeChannel(run, caller, id, (stored) => {
      if (!stored) throw new ApiError('not_found');
      return null;
    });
    return DONE;
  },
});

/** A channel that had stopped is tried again: a test has just arrived. */
async function resume(run: Run, ownerId: string, channelId: string): Promise<void> {
  await saveSettings(run, ownerId, (settings) => settings, channelId);
}

export const testChannel = route(channelCalls.test, {
  rate: CHANNEL_TEST_RATE,
  run: async (run, caller, { body: { type, settings: input, id } }) => {
    const [channels, { language }] = await Promise.all([readChannels(run, caller), readUser(run, caller)]);
    const stored = id === undefined ? null : channelOf(channels, id);
    const settings = parseSettings(type, input, stored);
    const tested = { type, settings };
    if (getChannelType(type).verifiedBy === 'link' && !isOwnAddress(tested, caller)) {
      const isConfirmed = stored?.verifiedAt != null && isSameTarget({ ...stored, ...tested }, stored);
      if (!isConfirmed) throw new ApiError('address_unconfirmed');
    }
    await sendTest(run, { ...tested, ownerId: caller.uid, channelId: id ?? 'new', language });
    if (id !== undefined && stored && isSameTarget({ ...stored, ...tested }, stored)) await resume(run, caller.uid, id);
    return { proof: await signProof(run, caller.uid, type, settings) };
  },
});

/** Throws ApiError conflict if its settings were changed during the test. */
export const testStoredChannel = route(channelCalls.testStored, {
  rate: CHANNEL_TEST_RATE,
  run: async (run, caller, { params: { id } }) => {
    refuseTelegram(id);
    const [channels, user] = await Promise.all([readChannels(run, caller), readUser(run, caller)]);
    const tested = channelOf(channels, id);
    const { type, language, verifiedAt } = tested;
    const isByLink = getChannelType(type).verifiedBy === 'link';
    const answer = (channel: Channel) => channelAnswer(id, channel, null, run.nowMs);
    if (isByLink && verifiedAt === null) {
      const { language: ofAccount } = user;
      refuseUnlessSent(await requestConfirmation(run, caller, { channelId: id, channel: tested, language: ofAccount }));
      return { ...answer(tested), confirmationSent: true };
    }
    await sendTest(run, { ...tested, ownerId: caller.uid, channelId: id, language: language ?? user.language });
    if (isByLink) {
      await resume(run, caller.uid, id);
      return { ...answer(tested), confirmationSent: false };
    }
    const verify = (stored: Channel | null) => {
      if (!stored || !isSameTarget(stored, tested)) throw new ApiError('conflict');
      // Another time would make it another channel, which announces again what is down.
      return { ...stored, verifiedAt: stored.verifiedAt ?? run.nowMs };
    };
    return { ...answer(await changeChannel(run, caller, id, verify, true)), confirmationSent: false };
  },
});
