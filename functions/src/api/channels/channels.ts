import { randomUUID } from 'node:crypto';
import { channelCalls } from '@farwatch/core/contracts/api/channels';
import { DONE } from '@farwatch/core/contracts/api/parts';
import type { Channel } from '@farwatch/core/documents/channel';
import { getChannelType } from '@farwatch/core/values/channels/channel-types';
import { RETENTION } from '@farwatch/core/values/limits';
import { CHANNEL_TEST_RATE } from '@farwatch/core/values/token-bucket';
import { installation, offeredTypes } from '../../channels/offered-types.ts';
import { messages } from '../../db/collections.ts';
import { ApiError } from '../errors.ts';
import { route } from '../route.ts';
import { readUser } from '../users/ensure-user.ts';
import { channelAnswer } from './channel-answer.ts';
import { signProof } from './proof.ts';
import { isOwnAddress, parseSettings, saveChannel } from './save-channel.ts';
import { sendTest } from './send-test.ts';
import { changeChannel, channelOf, isBuiltIn, isSameTarget, readChannels, refuseTelegram } from './stored-channels.ts';

export const listChannels = route(channelCalls.list, {
  run: async (run, caller) => {
    const channels = Object.entries(await readChannels(run, caller));
    const oldestFirst = channels.toSorted(([, one], [, other]) => one.createdAt - other.createdAt);
    return {
      channels: oldestFirst.map(([id, channel]) => channelAnswer(id, channel, null, run.nowMs)),
      types: offeredTypes(installation()),
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

/** Leaves one line in the log of messages. */
export const deleteChannel = route(channelCalls.remove, {
  run: async (run, caller, { params: { id } }) => {
    if (isBuiltIn(id)) throw new ApiError('conflict', { text: 'This channel can only be switched off' });
    const message = messages.ref(run.db, randomUUID());
    const remove = (stored: Channel | null) => {
      if (!stored) throw new ApiError('not_found');
      return null;
    };
    await changeChannel(run, caller, id, remove, (tx, stored) => {
      if (!stored) return;
      tx.create(
        message,
        messages.toDocument({
          ownerId: caller.uid,
          channelId: id,
          channelType: stored.type,
          channelName: stored.name,
          state: 'skipped',
          code: 'channel_removed',
          reason: null,
          contents: [],
          createdAt: run.nowMs,
          expireAt: run.nowMs + RETENTION.alertMs,
        }),
      );
    });
    return DONE;
  },
});

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
    const { type, settings, language, verifiedAt } = tested;
    const isByLink = getChannelType(type).verifiedBy === 'link';
    const answer = (channel: Channel) => channelAnswer(id, channel, null, run.nowMs);
    if (isByLink && verifiedAt === null) return { ...answer(tested), confirmationSent: false };
    await sendTest(run, { type, settings, ownerId: caller.uid, channelId: id, language: language ?? user.language });
    if (isByLink) return { ...answer(tested), confirmationSent: false };
    const verified = await changeChannel(run, caller, id, (stored) => {
      if (!stored || !isSameTarget(stored, tested)) throw new ApiError('conflict');
      return { ...stored, verifiedAt: run.nowMs };
    });
    return { ...answer(verified), confirmationSent: false };
  },
});
