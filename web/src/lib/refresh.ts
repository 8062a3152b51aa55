import { useState } from 'react';
import { useSWRConfig } from 'swr';

/** Refreshes all API data that is shown; live documents update by themselves. */
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
