import type { LocationPerformance } from '@farwatch/core/api/agent-figures';
import { agentCalls } from '@farwatch/core/api/agents';
import { useState } from 'react';
import { POLL_MS, useApi } from '../../../lib/api/use-api.ts';

/** How the locations did on a date, else in the latest 24 hours; null for those. */
export function usePerformance(date: string | null) {
  const query = date === null ? {} : { date };
  const { data, error, isLoading, isValidating, mutate } = useApi(agentCalls.performance, { query }, POLL_MS);
  // What was known of another date stays until the answer comes, and goes when none does.
  const [known, setKnown] = useState<{ date: string | null; items: LocationPerformance } | null>(null);
  if (data && !isLoading && !error && (known?.items !== data || known.date !== date)) setKnown({ date, items: data });
  const isOfDate = known?.date === date;
  return {
    shown: known && (isOfDate || !error) ? known : null,
    error: error as unknown,
    /** Whether what is shown is of another date. */
    isStale: known !== null && !isOfDate,
    isTrying: isValidating,
    retry: () => void mutate(),
  };
}
