import { z } from 'zod';
import { ACCOUNT_MAIL_RATE, COPY_RATE } from '../../values/token-bucket.ts';
import { apiCall } from './call.ts';
import { isoSchema } from './parts.ts';

const closingSchema = z.object({ closesAt: isoSchema });

/** `after`: the path of the last document of the part before; the first part without it. */
const copyQuerySchema = z.object({
  after: z
    .string()
    .max(1000)
    .regex(/^[^/]+(\/[^/]+){1,3}$/)
    .optional(),
});

/** A part of an account's copy, as JSON lines; `next` is the `after` of the next part, null for the last. */
const copyPartSchema = z.object({ lines: z.string(), next: z.string().nullable() });
export type CopyPart = z.infer<typeof copyPartSchema>;

export const accountCalls = {
  copy: apiCall({
    method: 'get',
    path: '/account/copy',
    scope: 'person',
    role: 'owner',
    rate: COPY_RATE,
    summary: 'A part of all data of the account',
    query: copyQuerySchema,
    output: copyPartSchema,
  }),
  close: apiCall({
    method: 'post',
    path: '/account/close',
    scope: 'person',
    role: 'owner',
    rate: ACCOUNT_MAIL_RATE,
    changes: ['account', 'closed'],
    summary: 'Delete the account and its data in seven days; needs a recent sign-in',
    output: closingSchema,
    errors: ['sign_in_again', 'has_agents', 'owns_accounts'],
  }),
  keep: apiCall({
    method: 'post',
    path: '/account/keep',
    scope: 'person',
    role: 'owner',
    rate: ACCOUNT_MAIL_RATE,
    changes: ['account', 'kept'],
    summary: 'Keep the account that was to be deleted',
    output: z.object({ closesAt: z.null() }),
    errors: ['closing_started'],
  }),
  passwordChanged: apiCall({
    method: 'post',
    path: '/account/password-changed',
    scope: 'person',
    role: 'self',
    rate: ACCOUNT_MAIL_RATE,
    changes: ['account', 'changed'],
    summary: 'Mail the owner about a password change of the last minutes, once',
    output: z.object({ isNew: z.boolean() }),
  }),
};
