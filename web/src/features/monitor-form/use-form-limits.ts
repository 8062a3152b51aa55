import { useLimits } from '../../lib/limits.ts';

/** What the form assumes when the limits cannot be had (spec 5). */
const FALLBACK = { current: 0, max: 8 };

/** The account's endpoint limits for the form. While they are on their way nothing is refused: the API decides anyway. */
export function useFormLimits(): { current: number; max: number } {
  const { data, error } = useLimits();
  if (data) return data.limits;
  return error === undefined ? { current: 0, max: Number.MAX_SAFE_INTEGER } : FALLBACK;
}
