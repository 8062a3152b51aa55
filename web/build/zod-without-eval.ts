import { z } from 'zod/v4';

/**
 * What `zod` is in the app: it compiles no schemas, which the pages' policy forbids and reports even where it is only
 * tried. Zod tries when a schema is made, so this must come before the first one, wherever that is.
 */
z.config({ jitless: true });

export { z };
