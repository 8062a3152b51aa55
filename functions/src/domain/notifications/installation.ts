import type { Installation } from '@farwatch/core/documents/channels-of';
import { isMailConfigured } from '../../platform/mail/mail-config.ts';

/** What this installation can send with. */
export function installation(env: NodeJS.ProcessEnv): Installation {
  return { isMailConfigured: isMailConfigured(env) };
}
