import { z } from 'zod';
import { monitorTextSchema } from './monitors.ts';

/** Every error answer of the API; the web translates by `code` and falls back to `error`. */
export const apiErrorCodeSchema = z.enum([
  'invalid',
  'unauthenticated',
  'unverified',
  'forbidden',
  'not_found',
  'limit_reached',
  'conflict',
  'edited_meanwhile',
  'too_large',
  'too_many_requests',
  'checked_just_now',
  'too_many_checks',
  'telegram_unauthorized',
  'telegram_chat_not_found',
  'telegram_refused',
  'telegram_busy',
  'telegram_taken',
  'telegram_unreachable',
  'invoice_missing',
  'payment_failed',
  'internal',
]);
export type ApiErrorCode = z.infer<typeof apiErrorCodeSchema>;

/** What is wrong with the input, place by place. */
const placesSchema = z.array(z.object({ path: z.string(), message: z.string() }));

/**
 * `details` are places in the input, or a sentence that says what to do; `technical_details` is what another service
 * said; `retry_after` the seconds to wait; `current` what stands now if an edit came too late.
 */
export const apiErrorSchema = z.object({
  error: z.string(),
  code: apiErrorCodeSchema,
  details: z.union([placesSchema, z.string()]).optional(),
  technical_details: z.string().optional(),
  retry_after: z.number().int().positive().optional(),
  current: monitorTextSchema.optional(),
});
export type ApiErrorBody = z.infer<typeof apiErrorSchema>;

/** The HTTP status of each code. */
export const API_ERROR_STATUS: Record<ApiErrorCode, number> = {
  invalid: 400,
  unauthenticated: 401,
  unverified: 403,
  forbidden: 403,
  not_found: 404,
  limit_reached: 409,
  conflict: 409,
  edited_meanwhile: 409,
  too_large: 413,
  too_many_requests: 429,
  checked_just_now: 429,
  too_many_checks: 429,
  telegram_unauthorized: 400,
  telegram_chat_not_found: 400,
  telegram_refused: 400,
  telegram_busy: 429,
  telegram_taken: 409,
  telegram_unreachable: 502,
  invoice_missing: 502,
  payment_failed: 502,
  internal: 500,
};

/** The English text of each code, shown where the web has none of its own. */
export const API_ERROR_TEXTS: Record<ApiErrorCode, string> = {
  invalid: 'The request is not valid',
  unauthenticated: 'Authentication failed. Please log in again',
  unverified: 'Please verify your email address first',
  forbidden: 'You do not have permission to perform this action',
  not_found: 'The requested resource was not found',
  limit_reached: 'Maximum number of endpoints reached. Remove existing endpoints to add more.',
  conflict: 'Something else changed this at the same time. Please try again',
  edited_meanwhile: 'Other changes to this were saved meanwhile',
  too_large: 'The request is too large',
  too_many_requests: 'Too many requests in a short time. Please try again later',
  checked_just_now: 'Checked just now, and nothing has changed since.',
  too_many_checks: 'Too many checks were asked for in a short time.',
  telegram_unauthorized: 'Telegram does not know this bot token',
  telegram_chat_not_found: 'Telegram does not find this chat',
  telegram_refused: 'Telegram does not let the bot write to this chat',
  telegram_busy: 'Telegram asks for fewer messages',
  telegram_taken: 'Another program receives what this bot is sent',
  telegram_unreachable: 'Telegram cannot be reached',
  invoice_missing: 'Failed to retrieve invoice URL from the server.',
  payment_failed: 'An unknown checkout error occurred.',
  internal: 'Internal server error. Please try again later',
};
