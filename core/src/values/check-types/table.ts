import type { CheckType } from './check-type.ts';
import { http } from './http.ts';

/** Every check type (docs/architecture.md, Extension points). The first is used for a URL without a scheme. */
export const CHECK_TYPES = { http } as const satisfies Record<string, CheckType>;
