import { http } from './http.ts';
import type { CheckKind } from './kind.ts';

/** Every kind of check: here it is registered (docs/architecture.md, Seams). The first is that of a URL without a scheme. */
export const CHECK_KINDS = { http } as const satisfies Record<string, CheckKind>;
