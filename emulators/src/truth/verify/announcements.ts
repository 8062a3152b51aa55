import type { MessageContent } from '@farwatch/core/documents/message';
import { siteOf } from '../sites.ts';
import type { World } from '../world.ts';

type Message = World['server']['chat']['messages'][number];

/** A failure of an endpoint, or its end, that an owner has received. */
export type Announcement = {
  kind: 'down' | 'partial' | 'recovery';
  ownerId: string;
  endpointId: string;
  incidentId: string;
  /** The number of the outage; 0 for the incident itself. */
  outage: number;
  /** Whether the recovery from an outage names the failure of some locations. */
  isNamed: boolean;
  /** Whether it was over when it was announced. */
  wasOver: boolean;
  severity: MessageContent['severity'];
  values: MessageContent['values'];
  site: string;
  messageId: number;
  atMs: number;
};

/** Every failure and recovery of an endpoint that owners have received, in order, without repetitions. */
export function announcementsOf(world: World): Announcement[] {
  return receivedContents(world).flatMap(({ content, message, repeated }) => {
    const { severity, values, endpointId, incidentId, outage } = content;
    if (repeated || endpointId === null || incidentId === null || outage === null) return [];
    const { id: messageId, atMs, ownerId } = message;
    const common = { ownerId, endpointId, incidentId, severity, values, site: siteOf(values.url), messageId, atMs };
    return announcedBy(content).map((each) => ({ ...common, ...each }));
  });
}

type Announced = Pick<Announcement, 'kind' | 'outage' | 'isNamed' | 'wasOver'>;

/** A message about a failure that has started and ended since announces both. */
function announcedBy({ kind, outage, ended, values }: MessageContent): Announced[] {
  const of = (each: Announced['kind'], number: number): Announced => ({
    kind: each,
    outage: number,
    isNamed: false,
    wasOver: false,
  });
  const whole = (each: number): Announced[] => [
    { ...of(each === 0 ? 'partial' : 'down', each), wasOver: true },
    of('recovery', each),
  ];
  const missed = ended.flatMap(whole);
  // The first outage is the announced one; the others started and ended since.
  const [first = 0, ...others] = ended;
  const ends = [of('recovery', first), ...others.flatMap(whole)];
  const named: Announced[] =
    values.stillFailing.length > 0 ? [{ kind: 'partial', outage: 0, isNamed: true, wasOver: false }] : [];
  switch (kind) {
    case 'outage':
    case 'worse':
      return [of('down', outage ?? 0)];
    case 'down_again':
      return [...missed, of('down', outage ?? 0)];
    case 'partial':
      return [of('partial', 0)];
    case 'recovery':
    case 'partial_over':
      return [...ends, ...named];
    case 'short_outage':
    case 'short_partial':
      return [...missed, ...named];
    default:
      return [];
  }
}

/**
 * Lists what owners have received, in order. `repeated` is the last message about the same subject, if it had the same
 * contents.
 */
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
