import { useLimits } from '../../lib/api/queries.ts';

/** Assumed if the limits cannot be loaded. */
const FALLBACK = { current: 0, max: 8 };

/** The account's number of endpoints, and the limit. */
export type Limits = { current: number; max: number };

/** The account's endpoint limits; null while loading, when nothing is refused because the API checks them anyway. */
export function useFormLimits(): { limits: Limits | null; refresh: () => void } {
  const { data, error, mutate } = useLimits();
  const limits = data?.limits ?? (error === undefined ? null : FALLBACK);
  return { limits, refresh: () => void mutate() };
}
