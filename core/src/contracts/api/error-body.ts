import { z } from 'zod';
import { named } from '../../values/api-name.ts';
import { apiErrorCodeSchema } from './error.ts';
import { monitorVersionSchema } from './monitors.ts';

/** What is wrong with the input, by path. */
const issuesSchema = z.array(z.object({ path: z.string(), message: z.string() }));

/**
 * `details`: issues of the input, or a sentence about what to do; `technicalDetails`: what another service answered;
 * `retryAfter`: in how many seconds to retry; `current`: the current version, for an edit of an older one.
 */
export const apiErrorSchema = z
  .object({
    error: z.string(),
    code: apiErrorCodeSchema,
    details: z.union([issuesSchema, z.string()]).optional(),
    technicalDetails: named('technical_details', z.string().optional()),
    retryAfter: z.number().int().positive().optional(),
    current: monitorVersionSchema.optional(),
  })
  .meta({
    examples: [
      {
        error: 'The request is not valid',
        code: 'invalid',
        details: [{ path: 'endpoints.0.check.methd', message: 'no such field' }],
      },
    ],
  });
export type ApiErrorBody = z.infer<typeof apiErrorSchema>;

/** Why the API refused a call, as text with the fields that it names; null if the body is not the API's. */
export function refusalText(body: unknown): string | null {
  const { error, details } = Object(body) as { error?: unknown; details?: unknown };
  if (typeof error !== 'string') return null;
  const fields = Array.isArray(details)
    ? details.map(({ path, message }: { path: string; message: string }) => `\n  ${path}: ${message}`).join('')
    : typeof details === 'string'
      ? `\n  ${details}`
      : '';
  return `${error}${fields}`;
}
