import { DAY_MS } from './time.ts';

/**
 * An account has monitors, a plan and limits; a person has a password, an address and a language. Documents of an
 * account name it as `ownerId`.
 */

/**
 * Returns the id of a person's own account: their uid at Auth, unless they transferred that account and got another, which
 * their custom claim `own` names.
 */
export function accountOf(uid: string, claims: { readonly [name: string]: unknown } | undefined): string {
  const own = claims?.own;
  return typeof own === 'string' && own !== '' ? own : uid;
}

/** Returns the uid at Auth of the person who owns an account, given its document: the account's id until it is transferred. */
export function ownerOf(accountId: string, account: { ownerUid?: string | undefined } | null | undefined): string {
  return account?.ownerUid ?? accountId;
}

/** Whether an account is the own one of its owner, who otherwise owns it as a member with that role. */
export function isOwnAccount({
  ownerUid,
  isOwn,
}: {
  ownerUid?: string | undefined;
  isOwn?: boolean | undefined;
}): boolean {
  return ownerUid === undefined || isOwn === true;
}

/** What a person may do in an account that they were invited to. */
export const MEMBER_ROLES = ['editor', 'viewer'] as const;
export type MemberRole = (typeof MEMBER_ROLES)[number];

/** What a person may do in an account: the owner everything, editors all but its money, members and keys. */
export const ACCOUNT_ROLES = ['owner', ...MEMBER_ROLES] as const;
export type AccountRole = (typeof ACCOUNT_ROLES)[number];

/**
 * The role that a call needs in the account that it is about. `self`: the call is about the person, and so always in
 * their own account; `anyone`: it needs no account.
 */
export type NeededRole = AccountRole | 'self' | 'anyone';

const RANKS: Record<AccountRole, number> = { owner: 3, editor: 2, viewer: 1 };

/** Whether a person with this role may make a call that needs `needed`. */
export function hasRole(role: AccountRole, needed: NeededRole): boolean {
  if (needed === 'anyone') return true;
  return RANKS[role] >= (needed === 'self' ? RANKS.owner : RANKS[needed]);
}

export const MEMBER_LIMITS = {
  /** Members and invitations of an account. */
  perAccount: 50,
  /** Accounts of others that a person belongs to; their claims must fit into `claimsLength`. */
  accountsPerPerson: 20,
  /** How long an invitation can be accepted. */
  invitationMs: 7 * DAY_MS,
  /** The longest JSON of custom claims that Auth stores. */
  claimsLength: 1000,
} as const;

/** The letters of the roles in the custom claim `in`, by which firestore.rules decide without reading a document. */
const CLAIM_LETTERS = { owner: 'o', editor: 'e', viewer: 'v' } as const satisfies Record<AccountRole, string>;
export type ClaimLetter = (typeof CLAIM_LETTERS)[AccountRole];

/** Returns the custom claim `in` of a person with these roles, by account. */
export function toClaim(roles: Readonly<Record<string, AccountRole>>): Record<string, ClaimLetter> {
  const ids = Object.keys(roles).sort();
  return Object.fromEntries(ids.map((id) => [id, CLAIM_LETTERS[roles[id] ?? 'viewer']]));
}

/** Returns the roles in other accounts than the own that a token's claim `in` names, without what is no role. */
export function fromClaim(claim: unknown): Record<string, AccountRole> {
  const roles: Record<string, AccountRole> = {};
  for (const [id, letter] of typeof claim === 'object' && claim !== null ? Object.entries(claim) : []) {
    const role = ACCOUNT_ROLES.find((each) => CLAIM_LETTERS[each] === letter);
    if (role) roles[id] = role;
  }
  return roles;
}

/** Returns an address in the form in which invitations are compared. */
export function comparableAddress(email: string): string {
  return email.trim().toLowerCase();
}

/** The parameter of the app's addresses that names an account. */
export const ACCOUNT_QUERY = 'account';

/** Returns an address of the app that opens in an account with several people; unchanged for whom has none. */
export function linkInto(url: string, accountId: string, account: { hasMembers: boolean } | null): string {
  if (!account?.hasMembers) return url;
  const link = new URL(url);
  link.searchParams.set(ACCOUNT_QUERY, accountId);
  return link.href;
}
