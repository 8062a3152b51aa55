import type { Installation } from '@farwatch/core/documents/channels-of';

/** What this installation can send with. */
export function installation(env: NodeJS.ProcessEnv): Installation {
  return { isMailConfigured: Boolean(env.SMTP_URL) };
}
