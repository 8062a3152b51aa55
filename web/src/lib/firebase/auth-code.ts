import { z } from 'zod';

const errorSchema = z.object({ code: z.string() });

/** The provider's error code, such as 'auth/user-disabled'; empty if the error has none. */
export function authCode(thrown: unknown): string {
  const parsed = errorSchema.safeParse(thrown);
  return parsed.success ? parsed.data.code : '';
}
