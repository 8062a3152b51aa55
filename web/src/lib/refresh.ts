import { useState } from 'react';
import { useSWRConfig } from 'swr';

/** Asks the API anew for all that is shown (design 10); live documents need no asking. */
export function useRefresh(): { refreshing: boolean; refresh: () => void } {
  const { mutate } = useSWRConfig();
  const [refreshing, setRefreshing] = useState(false);
  async function run() {
    setRefreshing(true);
    await mutate(() => true);
    setRefreshing(false);
  }
  return { refreshing, refresh: () => void run() };
}
