import { useLimits } from '../../lib/limits.ts';

/** What the form assumes if the limits cannot be loaded. */
const FALLBACK = { current: 0, max: 8 };

/** How many endpoints the account has and may have. */
export type Limits = { current: number; max: number };

/**
 * The account's endpoint limits for the form; null while they are on their way, when nothing is refused: the API decides anyway.
 * `refresh` is for when somebody else changed what there is.
 */
export function useFormLimits(): { limits: Limits | null; refresh: () => void } {
  const { data, error, mutate } = useLimits();
  const limits = data?.limits ?? (error === undefined ? null : FALLBACK);
  return { limits, refresh: () => void mutate() };
}
