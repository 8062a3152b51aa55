import { z } from 'zod';
import { ACCOUNT_ROLES, MEMBER_ROLES } from '../values/account.ts';
import { atMsSchema, idSchema } from '../values/fields.ts';
import { declareCollection } from './collection.ts';
import { languageSchema } from './user.ts';

/**
 * `members/{accountId}_{uid}`: a person in another account than their own, with what the account shows of them. The owner
 * of an account has no such document, unless it was transferred to them.
 */
export const memberSchema = z.object({
  ownerId: idSchema,
  uid: idSchema,
  role: z.enum(ACCOUNT_ROLES),
  displayName: z.string(),
  email: z.string(),
  /** What the account is called in the person's list of accounts: its owner's name or address when they joined. */
  accountName: z.string(),
  createdAt: atMsSchema,
});
export type Member = z.infer<typeof memberSchema>;

export const memberCollection = declareCollection({
  path: 'members',
  schema: memberSchema,
  readableBy: 'none',
  noIndex: ['accountName', 'createdAt', 'displayName', 'email', 'role'],
  account: 'owned',
});

/** Returns the id of a person's document in an account. Its fields say which, since both ids may have underscores. */
export function memberId(accountId: string, uid: string): string {
  return `${accountId}_${uid}`;
}

/**
 * `invitations/{hash of account and address}`: a person who may join an account. Only who has verified the address can
 * accept, so the id is no secret.
 */
export const invitationSchema = z.object({
  ownerId: idSchema,
  /** In lower case. */
  email: z.string(),
  role: z.enum(MEMBER_ROLES),
  accountName: z.string(),
  /** In which the invitation is sent. */
  language: languageSchema,
  createdAt: atMsSchema,
  expireAt: atMsSchema,
});
export type Invitation = z.infer<typeof invitationSchema>;

export const invitationCollection = declareCollection({
  path: 'invitations',
  schema: invitationSchema,
  readableBy: 'none',
  ttl: 'expireAt',
  noIndex: ['accountName', 'createdAt', 'expireAt', 'language', 'role'],
  account: 'owned',
});
