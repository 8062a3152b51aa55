import { CHANNEL_TYPE_NAMES, getChannelType } from '@farwatch/core/values/channels/channel-types';
import { describe, expect, it } from 'vitest';
import { channelSample } from './channel-sample.ts';
import { draftOf, draftSchema, needsTest, newDraft, REENTER, targetText } from './draft.ts';
import { CHANNEL_TYPE_FORMS } from './type-table.ts';
import { ntfyForm } from './types/ntfy.ts';
import { webhookForm } from './types/webhook.ts';

const channel = channelSample();
const draft = draftOf(channel, channel.name, ['a', 'b']);
const withSettings = (changes: Record<string, string>) => ({ ...draft, settings: { ...draft.settings, ...changes } });

it('a stored channel is shown without monitors that no longer exist', () => {
  expect(draft.monitors).toEqual(['a']);
  expect(draftOf({ ...channel, monitors: ['gone'] }, 'Phone', ['a']).monitors).toEqual(['gone']);
});

describe('a draft', () => {
  it('with the masks of its secrets is valid', () => {
    expect(draftSchema('ntfy', channel.settings).safeParse(draft).success).toBe(true);
  });

  it.each([
    ['an empty setting', withSettings({ topic: '' }), { path: ['settings', 'topic'] }],
    [
      'another server',
      withSettings({ serverUrl: 'https://x.farwatch.test' }),
      { path: ['settings', 'token'], message: REENTER },
    ],
    ['a blank name', { ...draft, name: ' ' }, { path: ['name'] }],
    ['no monitors', { ...draft, monitors: [] }, { path: ['monitors'] }],
  ])('with %s is not', (_, changed, expected) => {
    expect(draftSchema('ntfy', channel.settings).safeParse(changed).error?.issues).toMatchObject([expected]);
  });

  it('is tested before it is saved if its target is not verified', () => {
    expect(needsTest(draft, channel, null)).toBe(false);
    expect(needsTest({ ...draft, name: 'Other' }, channel, null)).toBe(false);
    const moved = withSettings({ topic: 'other' });
    expect(needsTest(moved, channel, null)).toBe(true);
    expect(needsTest(moved, channel, targetText(moved))).toBe(false);
    expect(needsTest(draft, { ...channel, verifiedAt: null }, null)).toBe(true);
    expect(needsTest(newDraft('ntfy', ntfyForm.fields, 'ntfy'), null, null)).toBe(true);
    expect(needsTest(newDraft('webhook', webhookForm.fields, 'Webhook'), null, null)).toBe(false);
  });
});

const typed = CHANNEL_TYPE_NAMES.filter((name) => CHANNEL_TYPE_FORMS[name] && !CHANNEL_TYPE_FORMS[name].Fields);

it.each(typed)('%s has a field for every setting', (name) => {
  const fields = CHANNEL_TYPE_FORMS[name]?.fields ?? [];
  const { settings, generated } = getChannelType(name);
  const entered = Object.keys(settings.shape).filter((key) => key !== generated);
  expect(fields.map((field) => field.name)).toEqual(entered);
});
