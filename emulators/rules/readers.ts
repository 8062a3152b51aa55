import type { CollectionDeclaration, ReadableBy } from '@farwatch/core/documents/collection';
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
  agentId?: string;
};

const VERIFIED = { email: 'someone@farwatch.test', email_verified: true };
const ADMIN = { ...VERIFIED, role: 'admin' };

/** The documents of `owner` are those of users, those of `admin` belong to admins, and `agent1` has the assignments. */
export const READERS: readonly Reader[] = [
  { name: 'signed out', uid: null },
  { name: 'owner', uid: 'owner', token: VERIFIED, isUser: true },
  { name: 'another user', uid: 'other', token: VERIFIED, isUser: true },
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
  const { uid, isUser = false, agentId } = reader;
  const allowed: Record<ReadableBy, boolean> = {
    none: false,
    'user by id': isUser && seed.id === uid,
    'agent by id': seed.id === agentId,
    owner: isUser && seed.ownerId === uid,
    'owning admin': isAdmin(reader) && seed.ownerId === uid,
    'assigned agent': seed.agentId === agentId,
  };
  return allowed[readableBy];
}

/** Whether the declaration lets the reader get a document that does not exist. */
export function mayGetMissing({ readableBy, isMissingReadable = false }: CollectionDeclaration, reader: Reader) {
  if (!isMissingReadable) return false;
  return readableBy === 'owning admin' ? isAdmin(reader) : readableBy === 'owner' && reader.isUser === true;
}

/** Whether the declaration lets the reader list the documents with that value in the field. */
export function mayList(
  declaration: CollectionDeclaration,
  reader: Reader,
  field: FilterField,
  value: string,
): boolean {
  const isByField = { ownerId: ['owner', 'owning admin'], agentId: ['assigned agent'] };
  const listed = { id: '', ownerId: '', agentId: '', [field]: value };
  return isByField[field].includes(declaration.readableBy) && mayGet(declaration, reader, listed);
}

export type FilterField = 'ownerId' | 'agentId';

function isAdmin({ isUser = false, isAdmin: hasRole = false }: Reader): boolean {
  return isUser && hasRole;
}
