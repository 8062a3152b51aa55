import { z } from 'zod/v4';

/**
 * Replaces `zod` in the app, without compiled schemas, which the pages' security policy blocks. Zod compiles with the
 * first schema, so this must be imported before it.
 */
z.config({ jitless: true });

export { z };
