import { segmentState } from '@farwatch/core/decisions/status/segments';
import { textsOf } from '@farwatch/core/texts/texts';
import { expect, it } from 'vitest';
import { describeStory } from './story.ts';

const BUILT_AT = Date.UTC(2026, 10, 21, 17);
const story = describeStory({ endpoint: 'Checkout', monitor: 'Storefront' }, await textsOf('en'), BUILT_AT);

it('is down when two of three locations are down, and alerts after that', () => {
  const progress = story.steps.map(({ name, down, status, message }) => [name, down.join(), status, message]);
  expect(progress).toEqual([
    ['calm', '', 'up', 'none'],
    ['unconfirmed', '', 'up', 'none'],
    ['partial', 'bd', 'up', 'none'],
    ['agreed', 'tw,bd', 'down', 'none'],
    ['alerted', 'tw,bd', 'down', 'outage'],
    ['recovered', '', 'up', 'recovery'],
  ]);
});

it('shows the current hour as down from then on', () => {
  const last = story.steps.map(({ segments }) => segmentState(segments.at(-1) ?? null));
  expect(last).toEqual(['UP', 'UP', 'UP', 'DOWN', 'DOWN', 'DOWN']);
});

it('has the real messages, in the language of the page', async () => {
  expect(story.messages.outage).toBe(
    [
      '🔴 MAJOR: Storefront › Checkout is down',
      'https://shop.example/checkout',
      'Monitor: Storefront',
      'Locations: Taiwan, Bangladesh',
      'Reason: The server answered with status 502',
      'Since: 2026-11-21 03:12 UTC',
    ].join('\n'),
  );
  expect(story.messages.recovery).toContain('🟢 Storefront › Checkout is up again');
  const chinese = describeStory({ endpoint: '结账', monitor: '网店' }, await textsOf('cn'), BUILT_AT);
  expect(chinese.messages.outage).toContain('🔴 重要：“网店 › 结账”发生故障');
});
