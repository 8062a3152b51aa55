import type { Duty } from '@farwatch/core/decisions/notifications/off-duty';
import type { Channel } from '@farwatch/core/documents/channel';
import { memberId } from '@farwatch/core/documents/member';
import type { Rotation } from '@farwatch/core/documents/rotation';
import type { User } from '@farwatch/core/documents/user';
import { ownerOf } from '@farwatch/core/values/account';
import { members, rotations, users } from '../../platform/db/collections.ts';
import type { Run } from '../../platform/db/run.ts';

const memberFields = members.pick('ownerId', 'uid');
const ownerField = users.pick('ownerUid');

/**
 * Reads the rotations that these channels of an account name, and who of their people is in the account; null, without
 * reading anything, if there are none. A rotation that cannot be read is as if it was deleted.
 */
export async function readDuty(
  run: Run,
  accountId: string,
  channels: readonly Pick<Channel, 'personId' | 'onDutyIn'>[],
  account: Pick<User, 'ownerUid'> | null,
): Promise<Duty | null> {
  const ofPeople = channels.filter(({ personId }) => personId !== undefined);
  const ids = [...new Set(ofPeople.flatMap(({ onDutyIn }) => onDutyIn ?? []))];
  if (ids.length === 0) return null;
  const documents = await run.db.getAll(...ids.map((id) => rotations.ref(run.db, id)));
  const found = documents.flatMap((document) => {
    const rotation = rotations.readIfValid(document);
    return rotation?.ownerId === accountId ? [[document.id, rotation] as const] : [];
  });
  const people = ofPeople.flatMap(({ personId }) => personId ?? []);
  const named = [...people, ...found.flatMap(([, rotation]) => peopleOf(rotation))];
  return { rotations: Object.fromEntries(found), people: await presentOf(run, accountId, named, account) };
}

/** Returns who a rotation names. */
export function peopleOf({ people, overrides }: Pick<Rotation, 'people' | 'overrides'>): string[] {
  return [...people, ...overrides.map(({ uid }) => uid)];
}

/**
 * Returns who of these people is in the account: its owner, and members, of whom each costs a read; so does the account, if
 * it is not given.
 */
export async function presentOf(
  run: Run,
  accountId: string,
  uids: readonly string[],
  account?: Pick<User, 'ownerUid'> | null,
): Promise<ReadonlySet<string>> {
  const owner = ownerOf(accountId, account === undefined ? await readOwnership(run, accountId) : account);
  const others = [...new Set(uids)].filter((uid) => uid !== owner);
  const refs = others.map((uid) => members.ref(run.db, memberId(accountId, uid)));
  const documents = refs.length > 0 ? await run.db.getAll(...refs, { fieldMask: memberFields.names }) : [];
  // Ids may have underscores, so the id of the document alone does not say whose it is.
  const present = documents.flatMap((document) => {
    const member = memberFields.readIfValid(document);
    return member?.ownerId === accountId ? [member.uid] : [];
  });
  return new Set([owner, ...present]);
}

async function readOwnership({ db }: Run, accountId: string): Promise<Pick<User, 'ownerUid'> | null> {
  const [account = null] = await ownerField.getAll(db, users.ref(db, accountId));
  return account;
}

/** Returns the names of whom these channels of an account belong to, by their uids. `owner`: the account's profile. */
export async function readNames(
  run: Run,
  accountId: string,
  owner: Pick<User, 'displayName' | 'email' | 'ownerUid'>,
  channels: readonly Pick<Channel, 'personId'>[],
): Promise<ReadonlyMap<string, string>> {
  const uids = new Set(channels.flatMap(({ personId }) => personId ?? []));
  const ownerUid = ownerOf(accountId, owner);
  const names = new Map([[ownerUid, owner.displayName || owner.email]]);
  uids.delete(ownerUid);
  const refs = [...uids].map((uid) => members.ref(run.db, memberId(accountId, uid)));
  const documents = refs.length > 0 ? await run.db.getAll(...refs) : [];
  for (const document of documents) {
    const member = members.readIfValid(document);
    if (member?.ownerId === accountId) names.set(member.uid, member.displayName || member.email);
  }
  return names;
}
