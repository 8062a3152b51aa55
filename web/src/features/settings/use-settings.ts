import { type Settings, settingsCalls } from '@farwatch/core/api/settings';
import { useApi } from '../../lib/api/use-api.ts';

/** Name, e-mail and check interval from the API; `change` inserts what was just saved. */
export function useSettings() {
  const { data, error, isValidating, mutate } = useApi(settingsCalls.read, {});
  return {
    data,
    error,
    trying: isValidating,
    retry: () => void mutate(),
    change: (saved: Partial<Settings>) => mutate((before) => before && { ...before, ...saved }, { revalidate: false }),
  };
}
