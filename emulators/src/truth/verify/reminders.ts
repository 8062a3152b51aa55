import { MINUTE_MS } from '@farwatch/core/values/time';
import type { World } from '../world.ts';
import { receivedContents } from './announcements.ts';
import { isSteady } from './channel-views.ts';
import { isAdmitted, RULES } from './holds.ts';
import {
  ARRIVES_WITHIN_MS,
  incidentAt,
  isDelivering,
  isHeldAt,
  type Life,
  livesOf,
  stateOf,
  timesOf,
} from './incident-life.ts';
import { type Finding, formatTime } from './observations.ts';

/** Reminders count from the decision to send the message before, which may have arrived this much later. */
const SENT_WITHIN_MS = 5_000;

type Received = ReturnType<typeof receivedContents>[number];

/** Owners who were notified of an outage get reminders while it goes on, at the channel's interval and not earlier. */
export function checkReminders(world: World): Finding[] {
  const received = receivedContents(world);
  return livesOf(world).flatMap((life) => {
    const own = received.filter(({ content }) => content.incidentId === life.id);
    return [
      ...own.flatMap((each, index) => checkInterval(life, each, own[index - 1])),
      ...(isSteady(world) ? own.flatMap((each, index) => checkNext(life, each, own[index + 1])) : []),
    ];
  });
}

/** A reminder comes after the interval, and while the outage that was announced goes on. */
function checkInterval(life: Life, { content, message }: Received, before: Received | undefined): Finding[] {
  if (content.kind !== 'reminder') return [];
  const { reminderMin } = life.owner.timing;
  const { chat, brokenSenders } = life.world.server;
  const what = `${life.id} at ${formatTime(message.atMs)}`;
  const failing = [message.atMs, message.atMs - SENT_WITHIN_MS].map((atMs) => incidentAt(life, atMs));
  const isDown = failing.some((each) => each && stateOf(each).state === 'down');
  if (reminderMin === null || !before || !isDown) return [{ rule: 'a reminder has its outage', what }];
  const passedMs = message.atMs - before.message.atMs;
  const isAgain =
    chat.unanswered.has(before.message.id) || brokenSenders.some(({ atMs }) => atMs >= before.message.atMs);
  if (isAgain || passedMs >= reminderMin * MINUTE_MS - SENT_WITHIN_MS) return [];
  return [{ rule: 'reminders keep their interval', what: `${what} after ${formatTime(before.message.atMs)}` }];
}

/** The next message about an outage comes in time, while the outage goes on and nothing holds it. */
function checkNext(life: Life, { content, message }: Received, next: Received | undefined): Finding[] {
  const { reminderMin } = life.owner.timing;
  const dueMs = Math.max(reminderMin ?? 0, life.owner.silenceMin) * MINUTE_MS + ARRIVES_WITHIN_MS;
  const untilMs = message.atMs + dueMs;
  if (reminderMin === null || (next?.message.atMs ?? life.world.timeline.nowMs) <= untilMs) return [];
  const isDue = timesOf(life, message.atMs, untilMs).every((atMs) => {
    const incident = incidentAt(life, atMs);
    if (!incident || !isDelivering(life.world, atMs) || incident.acknowledgement) return false;
    const truth = stateOf(incident);
    if (truth.state !== 'down' || truth.outage !== content.outage || !isAdmitted(life.owner, truth.severity))
      return false;
    return RULES.every((rule) => isHeldAt(life, rule, atMs, truth.severity) === false);
  });
  const what = `${life.id} after ${content.kind} at ${formatTime(message.atMs)}`;
  return isDue ? [{ rule: 'an outage that goes on is repeated', what }] : [];
}
