import { z } from 'zod';
import { invitationSchema, memberSchema } from '../../documents/member.ts';
import { ACCOUNT_ROLES, MEMBER_ROLES } from '../../values/account.ts';
import { emailSchema, idSchema } from '../../values/fields.ts';
import { ACCOUNT_MAIL_RATE } from '../../values/token-bucket.ts';
import { apiCall } from './call.ts';
import { byIdSchema, doneSchema, isoSchema } from './parts.ts';

/** Each sends a mail to an address that nobody has confirmed. */
const INVITATION_RATE = { burst: 20, perSec: 1 / 300 };

const roleSchema = z.enum(MEMBER_ROLES);

const memberAnswerSchema = memberSchema.pick({ displayName: true, email: true }).extend({
  /** The uid of the person. */
  id: idSchema,
  role: z.enum(ACCOUNT_ROLES),
});
export type MemberAnswer = z.infer<typeof memberAnswerSchema>;

const invitationAnswerSchema = invitationSchema.pick({ email: true, role: true }).extend({
  id: idSchema,
  expiresAt: isoSchema,
});
export type InvitationAnswer = z.infer<typeof invitationAnswerSchema>;

const accountAnswerSchema = z.object({ id: idSchema, name: z.string(), role: z.enum(ACCOUNT_ROLES) });
const invitedSchema = accountAnswerSchema.extend({ role: roleSchema, expiresAt: isoSchema });
const accountsSchema = z.object({
  /** The accounts that the person belongs to besides their own; with the role `owner`, those transferred to them. */
  accounts: z.array(accountAnswerSchema),
  /** Open invitations to the person's address. `id` is the invitation's. */
  invitations: z.array(invitedSchema),
});
export type Accounts = z.infer<typeof accountsSchema>;

export const memberCalls = {
  list: apiCall({
    method: 'get',
    path: '/v1/members',
    scope: 'person',
    isListed: false,
    role: 'viewer',
    summary: 'The members of the account, its owner first, and to the owner also its open invitations',
    output: z.object({ members: z.array(memberAnswerSchema), invitations: z.array(invitationAnswerSchema) }),
  }),
  change: apiCall({
    method: 'put',
    path: '/v1/members/:id',
    scope: 'person',
    isListed: false,
    role: 'owner',
    changes: ['member', 'changed'],
    summary: 'Change the role of a member',
    params: byIdSchema,
    body: z.object({ role: roleSchema }),
    output: doneSchema,
  }),
  remove: apiCall({
    method: 'delete',
    path: '/v1/members/:id',
    scope: 'person',
    isListed: false,
    role: 'owner',
    changes: ['member', 'deleted'],
    summary: 'Remove a member at once, who is signed out everywhere',
    params: byIdSchema,
    output: doneSchema,
  }),
};

export const invitationCalls = {
  create: apiCall({
    method: 'post',
    path: '/v1/invitations',
    scope: 'person',
    isListed: false,
    role: 'owner',
    changes: ['member', 'invited'],
    summary: 'Invite an address, or invite it again; its owner has seven days to accept',
    status: 201,
    rate: INVITATION_RATE,
    body: z.object({ email: emailSchema, role: roleSchema }),
    output: invitationAnswerSchema.extend({ isSent: z.boolean() }),
    errors: ['already_member', 'too_many_members', 'account_closing'],
  }),
  revoke: apiCall({
    method: 'delete',
    path: '/v1/invitations/:id',
    scope: 'person',
    isListed: false,
    role: 'owner',
    changes: ['member', 'revoked'],
    summary: 'Revoke an invitation',
    params: byIdSchema,
    output: doneSchema,
  }),
  accept: apiCall({
    method: 'post',
    path: '/v1/invitations/:id/accept',
    scope: 'person',
    isListed: false,
    role: 'self',
    changes: ['member', 'joined'],
    summary: 'Accept an invitation to the own address; tokens that are issued from then on carry the account',
    params: byIdSchema,
    output: accountAnswerSchema,
    errors: ['too_many_members', 'too_many_accounts', 'account_closing'],
  }),
  decline: apiCall({
    method: 'post',
    path: '/v1/invitations/:id/decline',
    scope: 'person',
    isListed: false,
    role: 'self',
    changes: ['member', 'declined'],
    summary: 'Decline an invitation to the own address',
    params: byIdSchema,
    output: doneSchema,
  }),
};

export const accountsCalls = {
  list: apiCall({
    method: 'get',
    path: '/v1/accounts',
    scope: 'person',
    isListed: false,
    role: 'self',
    summary: 'The accounts of others that the person belongs to, and invitations to their address',
    output: accountsSchema,
  }),
  leave: apiCall({
    method: 'delete',
    path: '/v1/accounts/:id',
    scope: 'person',
    isListed: false,
    role: 'self',
    changes: ['member', 'left'],
    summary: 'Leave the account of another',
    params: byIdSchema,
    output: doneSchema,
  }),
  transfer: apiCall({
    method: 'post',
    path: '/v1/accounts/:id/transfer',
    scope: 'person',
    isListed: false,
    role: 'self',
    rate: ACCOUNT_MAIL_RATE,
    changes: ['member', 'transferred'],
    summary: 'Make a member the owner of an account, whose owner becomes an editor; needs a recent sign-in',
    params: byIdSchema,
    body: z.object({ uid: idSchema }),
    output: doneSchema,
    errors: ['sign_in_again', 'not_owner', 'has_agents', 'account_closing', 'member_closing', 'too_many_accounts'],
  }),
};
