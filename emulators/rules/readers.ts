import type { CollectionDeclaration, ReadableBy } from '@farwatch/core/documents/collection';
import type { ClaimLetter } from '@farwatch/core/values/account';
import type { TokenOptions } from '@firebase/rules-unit-testing';

/** Who makes a request, as far as the rules use the token. */
export type Reader = {
  name: string;
  /** Null if signed out. */
  uid: string | null;
  token?: TokenOptions;
  /** A person with a verified email address; an agent's token is never one. */
  isUser?: boolean;
  isAdmin?: boolean;
  /** Their own account, if it is not the one whose id is their uid. */
  own?: string;
  /** The other accounts that the person belongs to. */
  in?: Readonly<Record<string, ClaimLetter>>;
  agentId?: string;
};

const VERIFIED = { email: 'someone@farwatch.test', email_verified: true };
const ADMIN = { ...VERIFIED, role: 'admin' };

/** A person who belongs to other accounts than their own. */
function member(name: string, roles: Readonly<Record<string, ClaimLetter>>): Reader {
  const uid = name.replaceAll(' ', '_');
  return { name, uid, token: { ...VERIFIED, in: roles }, isUser: true, in: roles };
}

/** The person whose uid is the id of an account that they transferred. */
function transferrer(name: string, roles: Readonly<Record<string, ClaimLetter>>): Reader {
  const own = 'new';
  return { name, uid: 'owner', own, token: { ...VERIFIED, own, in: roles }, isUser: true, in: roles };
}

/** The documents of `owner` are those of users, those of `admin` belong to admins, and `agent1` has the assignments. */
export const READERS: readonly Reader[] = [
  { name: 'signed out', uid: null },
  { name: 'owner', uid: 'owner', token: VERIFIED, isUser: true },
  { name: 'another user', uid: 'other', token: VERIFIED, isUser: true },
  member('editor', { owner: 'e' }),
  member('viewer', { owner: 'v' }),
  member('editor of another account', { admin: 'e' }),
  member('member of several accounts', { admin: 'v', owner: 'e' }),
  member('removed member', {}),
  member('owner by transfer', { owner: 'o' }),
  transferrer('previous owner', { owner: 'e' }),
  transferrer('previous owner who left', {}),
  transferrer('previous owner who is the owner again', { owner: 'o' }),
  { ...member('owner of a transferred own account', {}), own: 'owner', token: { ...VERIFIED, own: 'owner' } },
  {
    ...member('unverified owner by transfer', {}),
    token: { in: { owner: 'o' }, email_verified: false },
    isUser: false,
  },
  {
    ...member('admin and owner by transfer', { owner: 'o', admin: 'v' }),
    token: { ...ADMIN, in: { owner: 'o', admin: 'v' } },
    isAdmin: true,
  },
  {
    ...member('unverified editor', { owner: 'e' }),
    token: { in: { owner: 'e' }, email_verified: false },
    isUser: false,
  },
  { name: 'unverified owner', uid: 'owner', token: { ...ADMIN, email_verified: false } },
  { name: 'admin', uid: 'admin', token: ADMIN, isUser: true, isAdmin: true },
  { name: 'another admin', uid: 'otherAdmin', token: ADMIN, isUser: true, isAdmin: true },
  { name: 'previous admin', uid: 'admin', token: VERIFIED, isUser: true },
  { name: 'agent', uid: 'agent_agent1', token: { agent: 'agent1' }, agentId: 'agent1' },
  { name: 'another agent', uid: 'agent_agent2', token: { agent: 'agent2' }, agentId: 'agent2' },
  { name: 'agent with the owner’s claims', uid: 'owner', token: { ...ADMIN, agent: 'agent3' }, agentId: 'agent3' },
];

/** The fields of a document that the rules may use. */
export type Seed = { id: string; ownerId: string | null; agentId: string | null };

/** The documents of every collection; readers may have access by id, owner or agent. */
export const SEEDS: readonly Seed[] = [
  { id: 'owner', ownerId: null, agentId: null },
  { id: 'agent1', ownerId: '', agentId: '' },
  { id: 'ofOwner', ownerId: 'owner', agentId: 'agent1' },
  { id: 'ofAdmin', ownerId: 'admin', agentId: 'agent9' },
];

/** Whether the declaration lets the reader get the document. */
export function mayGet({ readableBy }: CollectionDeclaration, reader: Reader, seed: Seed): boolean {
  const { uid, isUser = false, agentId, own = uid } = reader;
  const roleIn = (account: string | null) => (isUser && account !== null && reader.in?.[account]) || null;
  const isOwner = isUser && (seed.ownerId === own || roleIn(seed.ownerId) === 'o');
  const allowed: Record<ReadableBy, boolean> = {
    none: false,
    'member by id': isUser && (seed.id === own || roleIn(seed.id) !== null),
    'agent by id': seed.id === agentId,
    member: isOwner || roleIn(seed.ownerId) !== null,
    editor: isOwner || roleIn(seed.ownerId) === 'e',
    owner: isOwner,
    'owning admin': isAdmin(reader) && isOwner,
    'assigned agent': seed.agentId === agentId,
  };
  return allowed[readableBy];
}

/** Whether the declaration lets the reader get a document that does not exist. */
export function mayGetMissing({ readableBy, isMissingReadable = false }: CollectionDeclaration, reader: Reader) {
  if (!isMissingReadable) return false;
  if (readableBy === 'owning admin') return isAdmin(reader);
  return ['member', 'editor', 'owner'].includes(readableBy) && reader.isUser === true;
}

/** Whether the declaration lets the reader list the documents with that value in the field. */
export function mayList(
  declaration: CollectionDeclaration,
  reader: Reader,
  field: FilterField,
  value: string,
): boolean {
  const isByField = { ownerId: ['member', 'editor', 'owner', 'owning admin'], agentId: ['assigned agent'] };
  const listed = { id: '', ownerId: '', agentId: '', [field]: value };
  return isByField[field].includes(declaration.readableBy) && mayGet(declaration, reader, listed);
}

export type FilterField = 'ownerId' | 'agentId';

function isAdmin({ isUser = false, isAdmin: hasRole = false }: Reader): boolean {
  return isUser && hasRole;
}
