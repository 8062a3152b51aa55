import { randomUUID } from 'node:crypto';
import { DONE, isoOf } from '@farwatch/core/contracts/api/parts';
import {
  type OverrideInput,
  type RotationAnswer,
  type RotationInput,
  rotationCalls,
  type ShiftAnswer,
} from '@farwatch/core/contracts/api/rotations';
import { changedHandOvers } from '@farwatch/core/decisions/notifications/hand-overs';
import { type Shift, shifts } from '@farwatch/core/decisions/notifications/rotation';
import { type Override, ROTATION, type Rotation } from '@farwatch/core/documents/rotation';
import { hasRole, ownerOf } from '@farwatch/core/values/account';
import { DAY_MS } from '@farwatch/core/values/time';
import { mailChangedHandOvers } from '../../domain/accounts/hand-over-mails.ts';
import { membersOf, othersThan } from '../../domain/accounts/members.ts';
import { enqueueLook } from '../../domain/notifications/enqueue.ts';
import { peopleOf, presentOf } from '../../domain/notifications/read-duty.ts';
import { saveSettings } from '../../domain/notifications/save-settings.ts';
import { readUser } from '../../domain/users/ensure-user.ts';
import { changedNames } from '../../platform/db/activity.ts';
import type { Getter } from '../../platform/db/collection.ts';
import { rotations } from '../../platform/db/collections.ts';
import { changeInTransaction, commitChange } from '../../platform/db/read-then-write.ts';
import type { Run } from '../../platform/db/run.ts';
import type { Caller } from '../../platform/http/authenticate.ts';
import { ApiError, fieldError } from '../../platform/http/errors.ts';
import { type ApiRun, route } from '../../platform/http/route.ts';

/** What the calendar shows. */
const SHOWN_MS = 28 * DAY_MS;

export const listRotations = route(rotationCalls.list, {
  run: async (run, caller) => {
    const [user, joined, found] = await Promise.all([
      readUser(run, caller),
      membersOf(run, caller.accountId).get(),
      rotationsOf(run, caller.accountId).get(),
    ]);
    const owner = ownerOf(caller.accountId, user);
    const people = [{ ...user, uid: owner }, ...othersThan(owner, joined)].map(({ uid, displayName, email }) => {
      return { id: uid, name: displayName || email };
    });
    const present = new Set(people.map(({ id }) => id));
    const listed = found.docs.flatMap((document) => {
      const rotation = rotations.readIfValid(document);
      return rotation ? [{ id: document.id, rotation }] : [];
    });
    listed.sort((a, b) => a.rotation.createdAt - b.rotation.createdAt);
    return { rotations: listed.map(({ id, rotation }) => rotationAnswer(run, id, rotation, present)), people };
  },
});

export const listShifts = route(rotationCalls.shifts, {
  run: async (run, { accountId }, { params: { id }, query: { from, until } }) => {
    const rotation = await readRotation(run, run.db, accountId, id);
    const fromMs = from === undefined ? run.nowMs : Date.parse(from);
    const untilMs = until === undefined ? fromMs + SHOWN_MS : Date.parse(until);
    if (untilMs <= fromMs) throw fieldError('until', 'must be after from');
    if (untilMs > fromMs + ROTATION.listedMs) throw fieldError('until', 'at most 35 days after from');
    const found = shifts(rotation, await presentOf(run, accountId, peopleOf(rotation)), { fromMs, untilMs });
    return { shifts: found.map(shiftAnswer), until: isoOf(found.at(-1)?.endsAt ?? untilMs) };
  },
});

export const createRotation = route(rotationCalls.create, {
  run: async (run, caller, { body }) => {
    const { accountId } = caller;
    await refuseOthers(run, accountId, body);
    const id = randomUUID();
    const made: Rotation = {
      ...body,
      ownerId: accountId,
      overrides: [],
      handOvers: null,
      handOverDueAt: null,
      createdAt: run.nowMs,
      updatedAt: run.nowMs,
    };
    const rotation = { ...made, ...(await handOversOf(run, caller, null, made)) };
    run.activity?.describe({ id, name: rotation.name });
    await changeInTransaction(run, async (tx) => {
      const { docs } = await tx.get(rotationsOf(run, accountId).select());
      // It is stored already if the answer to an earlier attempt of this call was lost.
      if (docs.some((document) => document.id === id)) return;
      if (docs.length >= ROTATION.perAccount) throw new ApiError('too_many_rotations');
      tx.create(rotations.ref(run.db, id), rotations.toDocument(rotation));
    });
    await mailChangedHandOvers(run, id, rotation);
    return answerOf(run, id, rotation);
  },
  repeat: async (run, { accountId }, id) => answerOf(run, id, await readRotation(run, run.db, accountId, id)),
});

export const changeRotation = route(rotationCalls.change, {
  run: async (run, caller, { params: { id }, body }) => {
    await refuseOthers(run, caller.accountId, body);
    return edit(run, caller, id, (rotation) => ({ ...rotation, ...body }));
  },
});

/** The channels go first, so that an interrupted call can be repeated. Without them the rotation decides nothing. */
export const removeRotation = route(rotationCalls.remove, {
  run: async (run, { accountId }, { params: { id } }) => {
    const { name } = await readRotation(run, run.db, accountId, id);
    run.activity?.describe({ id, name });
    await saveSettings(run, accountId, (settings) => {
      const all = Object.entries(settings.channels);
      if (!all.some(([, { onDutyIn }]) => onDutyIn === id)) return settings;
      const channels = all.map(([channelId, channel]) => {
        const { onDutyIn, ...always } = channel;
        return [channelId, onDutyIn === id ? always : channel] as const;
      });
      return { ...settings, channels: Object.fromEntries(channels) };
    });
    await commitChange(run, (batch) => batch.delete(rotations.ref(run.db, id)));
    return DONE;
  },
});

export const overrideRotation = route(rotationCalls.override, {
  run: async (run, caller, { params: { id }, body: { overrides } }) => {
    const isForOthers = overrides.some(({ uid }) => uid !== caller.uid);
    if (isForOthers && !hasRole(caller.accountRole, 'editor')) {
      throw new ApiError('forbidden', { text: 'You can only take over yourself' });
    }
    const present = await presentOf(
      run,
      caller.accountId,
      overrides.map(({ uid }) => uid),
    );
    const added = overrides.map((each, index) => parseOverride(run, each, `overrides.${index}`, present));
    return edit(run, caller, id, (rotation) => {
      // They are stored already if the answer to an earlier attempt of this call was lost.
      const before = keptOverrides(run, rotation).filter(({ id: known }) => added.every((each) => each.id !== known));
      const all = [...before, ...added];
      if (all.length > ROTATION.overrides) throw fieldError('overrides', `more than ${ROTATION.overrides} in all`);
      return { ...rotation, overrides: all };
    });
  },
  repeat: async (run, { accountId }, id) => answerOf(run, id, await readRotation(run, run.db, accountId, id)),
});

export const removeOverride = route(rotationCalls.removeOverride, {
  run: async (run, caller, { params: { id, overrideId } }) => {
    // Whether an earlier attempt of this call, whose answer was lost, may have removed it.
    let wasFound = false;
    return edit(run, caller, id, (rotation) => {
      const removed = rotation.overrides.find((each) => each.id === overrideId);
      if (!removed || removed.endsAt <= run.nowMs) {
        if (wasFound) return rotation;
        throw new ApiError('not_found');
      }
      wasFound = true;
      if (removed.uid !== caller.uid && !hasRole(caller.accountRole, 'editor')) {
        throw new ApiError('forbidden', { text: 'You can only remove your own overrides' });
      }
      const overrides = rotation.overrides.flatMap((each) => {
        if (each !== removed) return [each];
        return each.startsAt < run.nowMs ? [{ ...each, endsAt: run.nowMs }] : [];
      });
      return { ...rotation, overrides };
    });
  },
});

/** Stores a rotation as it is changed, and has the channels looked at: who is on duty now may be another person. */
async function edit(
  run: ApiRun,
  caller: Caller,
  id: string,
  change: (rotation: Rotation) => Rotation,
): Promise<RotationAnswer> {
  const changed = await changeInTransaction(run, async (tx) => {
    const before = await readRotation(run, tx, caller.accountId, id);
    const after = change(before);
    const kept = { ...after, overrides: keptOverrides(run, after), updatedAt: run.nowMs };
    run.activity?.describe({ id, name: kept.name, fields: changedNames(before, kept, ['updatedAt']) });
    const stored = { ...kept, ...(await handOversOf(run, caller, before, kept)) };
    tx.update(rotations.ref(run.db, id), rotations.toUpdate(stored));
    return stored;
  });
  await enqueueLook(run, caller.accountId);
  await mailChangedHandOvers(run, id, changed);
  return answerOf(run, id, changed);
}

/** Reads who of the people is in the account if they get mails. */
async function handOversOf(run: Run, caller: Caller, before: Rotation | null, after: Rotation) {
  const named = before ? [...peopleOf(before), ...peopleOf(after)] : peopleOf(after);
  const present = after.handOverMail ? await presentOf(run, caller.accountId, named) : new Set<string>();
  return changedHandOvers(before, after, { present, by: caller.uid, nowMs: run.nowMs });
}

function keptOverrides({ nowMs }: Run, { overrides }: Rotation): Override[] {
  return overrides.filter(({ endsAt }) => endsAt > nowMs - ROTATION.keptMs);
}

/** Who was on duty before now stays as it was. Throws ApiError invalid. */
function parseOverride(
  { nowMs }: Run,
  { uid, startsAt, endsAt }: OverrideInput,
  path: string,
  present: ReadonlySet<string>,
): Override {
  const startMs = startsAt === undefined ? nowMs : Math.max(nowMs, Date.parse(startsAt));
  const endMs = Date.parse(endsAt);
  if (!present.has(uid)) throw fieldError(`${path}.uid`, 'is not a person of the account');
  if (endMs <= nowMs) throw fieldError(`${path}.endsAt`, 'is in the past');
  if (endMs <= startMs) throw fieldError(`${path}.endsAt`, 'must be after startsAt');
  if (endMs > startMs + ROTATION.longestOverrideMs) throw fieldError(`${path}.endsAt`, 'is more than a year later');
  if (startMs > nowMs + ROTATION.overrideAheadMs) throw fieldError(`${path}.startsAt`, 'is more than a year ahead');
  return { id: randomUUID(), uid, startsAt: startMs, endsAt: endMs };
}

/** Throws ApiError invalid for people who do not belong to the account. */
async function refuseOthers(run: Run, accountId: string, { people }: RotationInput): Promise<void> {
  const present = await presentOf(run, accountId, people);
  const index = people.findIndex((uid) => !present.has(uid));
  if (index >= 0) throw fieldError(`people.${index}`, 'is not a person of the account');
}

async function readRotation(run: Run, from: Getter, accountId: string, id: string): Promise<Rotation> {
  const [document] = await from.getAll(rotations.ref(run.db, id));
  const rotation = document ? rotations.read(document) : null;
  if (rotation?.ownerId !== accountId) throw new ApiError('not_found');
  return rotation;
}

function rotationsOf({ db }: Pick<Run, 'db'>, accountId: string) {
  return rotations.collection(db).where('ownerId', '==', accountId);
}

async function answerOf(run: Run, id: string, rotation: Rotation): Promise<RotationAnswer> {
  return rotationAnswer(run, id, rotation, await presentOf(run, rotation.ownerId, peopleOf(rotation)));
}

function rotationAnswer({ nowMs }: Run, id: string, rotation: Rotation, present: ReadonlySet<string>): RotationAnswer {
  const { name, people, every, unit, start, timeZone, handOverMail, overrides } = rotation;
  const [current, next] = shifts(rotation, present, { fromMs: nowMs, untilMs: nowMs + SHOWN_MS, most: 2 });
  if (!current) throw new Error('no shift now');
  return {
    id,
    ...{ name, people, every, unit, start, timeZone, handOverMail },
    overrides: overrides
      .filter(({ endsAt }) => endsAt > nowMs)
      .map((each) => ({ ...each, startsAt: isoOf(each.startsAt), endsAt: isoOf(each.endsAt) })),
    current: shiftAnswer(current),
    next: next ? shiftAnswer(next) : null,
  };
}

function shiftAnswer({ startsAt, endsAt, ...who }: Shift): ShiftAnswer {
  return { ...who, startsAt: isoOf(startsAt), endsAt: isoOf(endsAt) };
}
