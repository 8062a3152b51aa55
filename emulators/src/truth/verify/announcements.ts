import type { MessageContent } from '@farwatch/core/documents/message';
import type { World } from '../world.ts';
import { siteOf } from './observations.ts';

type Message = World['server']['chat']['messages'][number];

/** A failure of an endpoint, or its end, that an owner has received. `outage`: 0 for the incident itself. */
export type Announcement = {
  kind: 'down' | 'partial' | 'recovery';
  ownerId: string;
  endpointId: string;
  incidentId: string;
  outage: number;
  severity: MessageContent['severity'];
  values: MessageContent['values'];
  site: string;
  messageId: number;
  atMs: number;
};

/** A message about what has begun and ended since announces both. */
const ANNOUNCED: Partial<Record<MessageContent['kind'], readonly Announcement['kind'][]>> = {
  outage: ['down'],
  partial: ['partial'],
  recovery: ['recovery'],
  short_outage: ['down', 'recovery'],
  short_partial: ['partial', 'recovery'],
};

/** Every failure and recovery of an endpoint that owners have received, in order, without repetitions. */
export function announcementsOf(world: World): Announcement[] {
  return receivedContents(world).flatMap(({ content, message, repeated }) => {
    const { kind, severity, values, endpointId, incidentId, outage } = content;
    if (repeated || endpointId === null || incidentId === null || outage === null) return [];
    const { id: messageId, atMs, ownerId } = message;
    const common = { ownerId, endpointId, incidentId, outage, severity, values, site: siteOf(values.url) };
    return (ANNOUNCED[kind] ?? []).map((each) => ({ kind: each, ...common, messageId, atMs }));
  });
}

/** What owners have received, in order. `repeated`: the last message about the same subject, if it said the same. */
export function receivedContents(
  world: World,
): { content: MessageContent; message: Message; repeated: Message | null }[] {
  const last = new Map<string, { message: Message; text: string }>();
  return world.server.chat.messages.flatMap((message) =>
    message.contents.map((content) => {
      const subject = `${message.ownerId} ${content.endpointId ?? content.kind}`;
      const text = meaningOf(content);
      const before = last.get(subject);
      last.set(subject, { message, text });
      return { content, message, repeated: before?.text === text ? before.message : null };
    }),
  );
}

function meaningOf({ kind, incidentId, outage, severity, values }: MessageContent): string {
  const { locations, stillFailing } = values;
  return JSON.stringify(
    incidentId === null ? [kind, values] : [kind, incidentId, outage, severity, locations, stillFailing],
  );
}
