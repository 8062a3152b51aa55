import { useLimits } from '../../lib/limits.ts';

/** What the form assumes if the limits cannot be loaded. */
const FALLBACK = { current: 0, max: 8 };

/** How many endpoints the account has and may have. */
export type Limits = { current: number; max: number };

/** The account's endpoint limits for the form; null while they are on their way, when nothing is refused: the API decides anyway. */
export function useFormLimits(): Limits | null {
  const { data, error } = useLimits();
  if (data) return data.limits;
  return error === undefined ? null : FALLBACK;
}
