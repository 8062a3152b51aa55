import type { MessageContent } from '@farwatch/core/documents/message';
import type { World } from '../world.ts';
import { receivedContents } from './announcements.ts';
import { isSteady } from './channel-views.ts';
import { getsFailures, maintenanceEnd, RULES } from './holds.ts';
import { incidentAt, isHeldAt, type Life, livesOf, stateOf } from './incident-life.ts';
import { type Finding, formatTime } from './observations.ts';

/** A message that was decided on may arrive this much later. */
const SENT_WITHIN_MS = 5_000;

const GOING_ON: ReadonlySet<string> = new Set(['outage', 'worse', 'down_again', 'partial', 'reminder']);
const OVER: ReadonlySet<string> = new Set(['short_outage', 'short_partial']);
const STARTING: ReadonlySet<string> = new Set(['outage', 'down_again', 'partial']);

type Sent = { life: Life; content: MessageContent; atMs: number };

/** No failure is announced while a rule holds it, and one that started in maintenance is announced from its end on. */
export function checkHeld(world: World): Finding[] {
  const lives = new Map(livesOf(world).map((life) => [life.id, life]));
  const received = receivedContents(world);
  return received.flatMap(({ content, message: { atMs } }, index) => {
    const life = lives.get(content.incidentId ?? '');
    if (!life) return [];
    const sent = { life, content, atMs };
    if (GOING_ON.has(content.kind)) return [...checkGoingOn(sent), ...checkStart(sent)];
    const isFollowed = received.slice(index + 1).some((each) => {
      const isSoon = each.message.atMs < atMs + SENT_WITHIN_MS;
      return isSoon && each.content.endpointId === content.endpointId && each.content.incidentId !== life.id;
    });
    // A failure that is over is announced before a later one that passes.
    return OVER.has(content.kind) && !isFollowed ? checkQuiet(sent) : [];
  });
}

function checkGoingOn({ life, content, atMs }: Sent): Finding[] {
  const { kind, severity } = content;
  const isHeld = RULES.filter((rule) => {
    if (kind === 'reminder' && rule === 'acknowledged') return isAcknowledged(life, atMs);
    return [atMs - SENT_WITHIN_MS, atMs].every((ms) => isHeldAt(life, rule, ms, severity) === true);
  });
  const what = `${kind} of ${life.id} at ${formatTime(atMs)}`;
  if (!getsFailures(life.owner)) return [{ rule: 'a channel without failures gets none', what }];
  return isHeld.map((rule) => ({ rule: `no failure is announced: ${rule}`, what }));
}

/** Acknowledged incidents cause no reminders, however severe they are. */
function isAcknowledged(life: Life, atMs: number): boolean {
  return [atMs - SENT_WITHIN_MS, atMs].every((ms) => (incidentAt(life, ms)?.acknowledgement ?? null) !== null);
}

function checkQuiet({ life, content: { kind, severity }, atMs }: Sent): Finding[] {
  const isQuiet = [atMs - SENT_WITHIN_MS, atMs].every((ms) => isHeldAt(life, 'quiet hours', ms, severity) === true);
  const what = `${kind} of ${life.id} at ${formatTime(atMs)}`;
  return isQuiet ? [{ rule: 'no failure is announced: quiet hours', what }] : [];
}

/**
 * A failure that started in maintenance and goes on starts with the maintenance's end, unless it was announced before.
 */
function checkStart({ life, content, atMs }: Sent): Finding[] {
  const incident = incidentAt(life, atMs);
  if (!incident || !STARTING.has(content.kind) || !isSteady(life.world)) return [];
  const isDown = stateOf(incident).state === 'down';
  // Locations that fail are announced as of their last change.
  const startMs = (isDown ? incident.outage?.startedAt : incident.updates.at(-1)?.createdAt) ?? 0;
  const endMs = maintenanceEnd({ ...life, incident, atMs: startMs }, atMs);
  if (endMs === null || endMs > atMs || Math.abs(content.values.occurredAt - endMs) <= 1_000) return [];
  const what = `${content.kind} of ${life.id} at ${formatTime(atMs)} since ${formatTime(content.values.occurredAt)}`;
  return [{ rule: 'a failure starts with the end of the maintenance', what: `${what}, not ${formatTime(endMs)}` }];
}
