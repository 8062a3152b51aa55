import { z } from 'zod';

/** Every error answer of the API; the web translates by `code` and falls back to `error` (design 7). */
export const apiErrorCodeSchema = z.enum([
  'invalid',
  'unauthenticated',
  'unverified',
  'forbidden',
  'not_found',
  'limit_reached',
  'conflict',
  'too_large',
  'too_many_requests',
  'internal',
]);
export type ApiErrorCode = z.infer<typeof apiErrorCodeSchema>;

export const apiErrorSchema = z.object({
  error: z.string(),
  code: apiErrorCodeSchema,
  details: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
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
  too_large: 413,
  too_many_requests: 429,
  internal: 500,
};
