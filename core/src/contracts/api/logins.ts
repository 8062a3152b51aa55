import { z } from 'zod';
import { loginSchema } from '../../documents/login.ts';
import { loginCodeSchema } from '../../values/login-code.ts';
import { LOGIN_RATE } from '../../values/token-bucket.ts';
import { apiCall } from './call.ts';
import { doneSchema, isoSchema } from './parts.ts';

const { host, scope } = loginSchema.shape;

/** What the page of a login shows before the decision. */
const loginAnswerSchema = z.object({ host, scope, createdAt: isoSchema, expiresAt: isoSchema });
export type LoginAnswer = z.infer<typeof loginAnswerSchema>;

/** How a program gets an API key that a person confirms in the app, in the manner of RFC 8628. */
export const loginCalls = {
  start: apiCall({
    method: 'post',
    path: '/v1/logins',
    scope: 'anyone',
    role: 'anyone',
    summary: 'Ask for an API key, which a person confirms in the app by comparing the code',
    status: 201,
    rate: LOGIN_RATE,
    body: z.object({ host, scope }),
    output: z.object({
      /** A secret that only the program knows. */
      deviceCode: z.string(),
      userCode: z.string(),
      /** Below the app's address. */
      path: z.string(),
      intervalSec: z.number(),
      expiresInSec: z.number(),
    }),
  }),
  take: apiCall({
    method: 'post',
    path: '/v1/logins/key',
    scope: 'anyone',
    role: 'anyone',
    changes: ['key', 'created'],
    summary: 'Take the API key once it is confirmed; poll this at the interval',
    body: z.object({ deviceCode: z.string().regex(/^[\w-]{43}$/) }),
    output: z.object({ key: z.string(), name: z.string(), scope }),
    errors: ['authorization_pending', 'slow_down', 'expired_token', 'access_denied', 'too_many_keys'],
  }),
  read: apiCall({
    method: 'get',
    path: '/v1/logins',
    scope: 'person',
    role: 'owner',
    summary: 'The program that waits with a code',
    rate: LOGIN_RATE,
    query: z.object({ code: loginCodeSchema }),
    output: loginAnswerSchema,
    errors: ['not_found'],
  }),
  decide: apiCall({
    method: 'post',
    path: '/v1/logins/decision',
    scope: 'person',
    role: 'owner',
    summary: 'Give an API key to the program that waits with a code, or refuse it',
    rate: LOGIN_RATE,
    body: z.object({ code: loginCodeSchema, isConfirmed: z.boolean(), scope }),
    output: doneSchema,
    errors: ['not_found', 'too_many_keys'],
  }),
};
