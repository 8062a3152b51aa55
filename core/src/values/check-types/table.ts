import type { CheckType } from './check-type.ts';
import { http } from './http.ts';

/** Every check type is registered here (docs/architecture.md, Seams). The first is that of a URL without a scheme. */
export const CHECK_TYPES = { http } as const satisfies Record<string, CheckType>;
