import { afterNotifying, type HandOver, planHandOvers } from '@farwatch/core/decisions/notifications/hand-overs';
import { ROTATION, type Rotation } from '@farwatch/core/documents/rotation';
import { Timestamp } from 'firebase-admin/firestore';
import { error as logError } from 'firebase-functions/logger';
import { reasonOf } from '../../platform/db/attempt-each.ts';
import { rotations } from '../../platform/db/collections.ts';
import { attemptDue, findDue } from '../../platform/db/due-work.ts';
import type { Run } from '../../platform/db/run.ts';
import { peopleOf, presentOf } from '../notifications/read-duty.ts';
import { type MailedPerson, mailHandOvers, readPerson } from './mail-member.ts';

const dueFields = rotations.pick('handOverDueAt');
/** Of all accounts, in one run of the job; the others follow with the next. */
const MOST = 2000;
const AT_ONCE = 10;

/** Notifies the people of all rotations that are due (docs/notifications.md, Mails of hand-overs). */
export async function mailDueHandOvers(run: Run): Promise<void> {
  const due = rotations.collection(run.db).where('handOverDueAt', '<=', Timestamp.fromMillis(run.nowMs));
  const found = await findDue(run, due.orderBy('handOverDueAt'), dueFields, MOST);
  await attemptDue(run, found, ({ id }) => notifyPeople(run, id), { atOnce: AT_ONCE, what: 'hand-overs' });
}

/** Notifies people at once after a change of a rotation. Never throws: the job does what failed. */
export async function mailChangedHandOvers(run: Run, id: string, { handOverDueAt }: Rotation): Promise<void> {
  if (handOverDueAt === null || handOverDueAt > run.nowMs) return;
  await notifyPeople(run, id).catch((error: unknown) => {
    logError(`The people of rotation ${id} are notified later: ${reasonOf(error)}`);
  });
}

/**
 * Mails those who take over, then stores whom it has notified: a crash in between repeats mails and loses none. A mail that
 * the server never takes counts as notified. Throws if any must be tried again.
 */
async function notifyPeople(run: Run, id: string): Promise<void> {
  const ref = rotations.ref(run.db, id);
  const rotation = rotations.read(await ref.get());
  if (!rotation?.handOverMail) return;
  const present = await presentOf(run, rotation.ownerId, peopleOf(rotation));
  const { due } = planHandOvers(rotation, present, run.nowMs);
  const failed = await mailAll(run, { ...rotation, id }, due);
  const notified = due.filter(({ uid }) => !failed.has(uid));
  await run.db.runTransaction(async (tx) => {
    const known = rotations.read(await tx.get(ref));
    if (!known?.handOverMail) return;
    const handOvers = afterNotifying(known, present, notified, run.nowMs);
    const { dueAt: handOverDueAt } = planHandOvers({ ...known, handOvers }, present, run.nowMs);
    tx.update(ref, rotations.toUpdate({ handOvers, handOverDueAt }));
  });
  if (failed.size > 0) throw new Error(`${failed.size} mails of hand-overs must be sent again`);
}

/** Sends one mail to each person. Returns whose must be sent again. */
async function mailAll(run: Run, rotation: Rotation & { id: string }, due: readonly HandOver[]): Promise<Set<string>> {
  const people = await readPeople(run, rotation.ownerId, due);
  const failed = new Set<string>();
  for (const [uid, [first, ...others]] of Map.groupBy(due, (each) => each.uid)) {
    const person = people.get(uid);
    if (!person || !first) continue;
    const nameOf = (other: string) => people.get(other)?.name ?? '?';
    const result = await mailHandOvers(run, person, rotation, [first, ...others], nameOf);
    if (result?.outcome === 'failed' || result?.outcome === 'limited') failed.add(uid);
  }
  return failed;
}

/** Reads who takes over, and those before and after them. */
async function readPeople(
  run: Run,
  accountId: string,
  due: readonly HandOver[],
): Promise<ReadonlyMap<string, MailedPerson>> {
  const uids = new Set(due.flatMap(({ uid, before, after }) => [uid, before, after]).filter((uid) => uid !== null));
  const found = await Promise.all([...uids].slice(0, ROTATION.people).map((uid) => readPerson(run, accountId, uid)));
  return new Map(found.flatMap((person) => (person ? [[person.uid, person] as const] : [])));
}
