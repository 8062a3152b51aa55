import type { Installation } from '@farwatch/core/documents/channels-of';
import { isMailConfigured } from '../channels/email/mail-config.ts';

/** What this installation can send with. */
export function installation(env: NodeJS.ProcessEnv): Installation {
  return { isMailConfigured: isMailConfigured(env) };
}
