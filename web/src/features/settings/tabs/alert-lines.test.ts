import { type Message, messageSchema } from '@farwatch/core/documents/message';
import { messageValuesSample } from '@farwatch/core/testing/samples';
import { describe, expect, it } from 'vitest';
import { alertLines } from './alert-lines.ts';

const NOW = Date.UTC(2026, 0, 15, 12);

type Content = Partial<Message['contents'][number]>;

function message(id: string, changes: Partial<Omit<Message, 'contents'>> = {}, contents: Content[] = [{}]) {
  const outage = { kind: 'outage', severity: 'major', endpointId: 'e', incidentId: 'i', outage: 1 };
  const about = { ...outage, values: messageValuesSample() };
  const parsed = messageSchema.parse({
    ownerId: 'owner',
    channelId: 'telegram',
    channelType: 'telegram',
    channelName: 'Telegram',
    state: 'sent',
    code: null,
    reason: null,
    createdAt: NOW,
    expireAt: NOW,
    ...changes,
    contents: contents.map((content) => ({ ...about, ...content })),
  });
  return { ...parsed, id };
}

const shown = (...messages: ReturnType<typeof message>[]) =>
  alertLines(messages).map(({ content, deliveries }) => [
    content?.kind ?? null,
    ...deliveries.map(({ channelName, state }) => `${channelName} ${state}`),
  ]);

const slack = { channelId: 's', channelType: 'slack', channelName: 'Slack' } as const;

describe('a line of the last alerts', () => {
  it('has what became of one event at each channel, the newest of each', () => {
    const messages = [message('a'), message('b', { ...slack, state: 'failed' }), message('c', { state: 'failed' })];
    expect(shown(...messages)).toEqual([['outage', 'Telegram sent', 'Slack failed']]);
  });

  it('is one for each event of a digest', () => {
    const digest = message('a', {}, [{}, { endpointId: 'f', incidentId: 'j' }]);
    expect(shown(digest, message('b', slack))).toEqual([
      ['outage', 'Telegram sent', 'Slack sent'],
      ['outage', 'Telegram sent'],
    ]);
  });

  it.each<[string, Content]>([
    ['another outage', { outage: 2 }],
    ['its recovery', { kind: 'recovery' }],
  ])('does not cover %s', (_, other) => {
    expect(shown(message('a', {}, [other]), message('b'))).toHaveLength(2);
  });

  it('distinguishes notices by their time', () => {
    const notice = { kind: 'coverage_gap', endpointId: null, incidentId: null, outage: null } as const;
    const later = { ...notice, values: messageValuesSample({ occurredAt: NOW + 1 }) };
    expect(shown(message('a', {}, [later]), message('b', {}, [notice]), message('c', slack, [notice]))).toEqual([
      ['coverage_gap', 'Telegram sent'],
      ['coverage_gap', 'Telegram sent', 'Slack sent'],
    ]);
  });

  it('reports that a channel was removed', () => {
    const removed = message('a', { ...slack, state: 'skipped', code: 'channel_removed' }, []);
    expect(shown(removed)).toEqual([[null, 'Slack skipped']]);
  });
});
