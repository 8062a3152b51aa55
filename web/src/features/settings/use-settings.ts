import { type Settings, settingsCalls } from '@farwatch/core/api/settings';
import { useApi } from '../../lib/api/use-api.ts';

/** Name, e-mail and check interval as the API has them; `change` puts in what was just saved. */
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
