import { CHANNEL_EVENTS, type Channel } from '../../documents/channel.ts';
import { ROTATION, type Rotation } from '../../documents/rotation.ts';
import type { User } from '../../documents/user.ts';
import { shifts } from './rotation.ts';
import type { MaintenancePeriod } from './subject.ts';

/** The rotations of an account by their ids, and the uids of those in it: its owner and members. */
export type Duty = { rotations: Readonly<Record<string, Rotation>>; people: ReadonlySet<string> };

type OfPerson = Pick<Channel, 'personId' | 'onDutyIn' | 'events'>;

/** The rotation that decides when the channel gets failures; null if none does. */
export function rotationOf({ personId, onDutyIn }: OfPerson, duty: Duty | null): Rotation | null {
  if (personId === undefined || onDutyIn === undefined || !duty?.people.has(personId)) return null;
  return Object.hasOwn(duty.rotations, onDutyIn) ? (duty.rotations[onDutyIn] ?? null) : null;
}

/** Of the channels that messages are sent through, those that are not reported as failing. */
export function workingChannels<Ready>(
  ready: Readonly<Record<string, Ready>>,
  account: Pick<User, 'failingChannels'> | null,
): Ready[] {
  const failing = account?.failingChannels ?? {};
  return Object.entries(ready).flatMap(([id, channel]) => (Object.hasOwn(failing, id) ? [] : [channel]));
}

/**
 * Returns when a channel gets no failures because its person is off duty, in a time around now. A rotation silences
 * nobody unless somebody else is notified: there are no such times while nobody is on duty or who is has no channel for
 * it that works, and none at all if the rotation is deleted or the person has left the account.
 *
 * @param working - The `workingChannels` of the account.
 */
export function offDutyPeriods(
  channel: OfPerson,
  working: readonly OfPerson[],
  duty: Duty | null,
  { fromMs, untilMs }: { fromMs: number; untilMs: number },
): MaintenancePeriod[] {
  const rotation = rotationOf(channel, duty);
  if (!rotation || !duty) return [];
  const { personId, onDutyIn } = channel;
  const reached = reachedPeople(working, onDutyIn);
  return shifts(rotation, duty.people, { fromMs, untilMs }).flatMap(({ uid, startsAt, endsAt }) =>
    uid !== null && uid !== personId && reached.has(uid) ? [{ startsAt, endsAt }] : [],
  );
}

/** Like `offDutyPeriods`, as far as a notifier run needs them now. */
export function offDutyAround(
  channel: OfPerson,
  working: readonly OfPerson[],
  duty: Duty | null,
  nowMs: number,
): MaintenancePeriod[] {
  const time = { fromMs: nowMs - ROTATION.keptMs, untilMs: nowMs + ROTATION.aheadMs };
  return offDutyPeriods(channel, working, duty, time);
}

/** Who gets failures while they are on duty in the rotation. */
function reachedPeople(working: readonly OfPerson[], rotationId: string | undefined): ReadonlySet<string | undefined> {
  const able = working.filter(({ onDutyIn, events }) => {
    const isAlwaysOrHere = onDutyIn === undefined || onDutyIn === rotationId;
    return isAlwaysOrHere && (events ?? CHANNEL_EVENTS).includes('failure');
  });
  return new Set(able.map(({ personId }) => personId));
}

/** What decides when the channel's person is on duty, as a part of its scope; nothing for other channels. */
export function dutyScope(channel: OfPerson, working: readonly OfPerson[], duty: Duty | null): unknown[] {
  const rotation = rotationOf(channel, duty);
  if (!rotation || !duty) return [];
  const reached = reachedPeople(working, channel.onDutyIn);
  const people = [...new Set([...rotation.people, ...rotation.overrides.map(({ uid }) => uid)])];
  const silencing = people.filter((uid) => duty.people.has(uid) && reached.has(uid));
  const present = people.filter((uid) => duty.people.has(uid));
  return [[channel.personId, channel.onDutyIn, rotation.updatedAt, present, silencing]];
}
