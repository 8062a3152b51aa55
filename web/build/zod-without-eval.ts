import { z } from 'zod/v4';

/**
 * Stands in for `zod` in the app without compiling schemas, which the pages' policy forbids and reports. Zod tries that
 * with the first schema, so this must come before it.
 */
z.config({ jitless: true });

export { z };
