import { type Settings, settingsCalls } from '@farwatch/core/contracts/api/settings';
import { useApi } from '../../lib/api/use-api.ts';
import { useProfile } from '../../lib/live/account.ts';
import { useOnChange } from '../../lib/use-on-change.ts';

/**
 * Loads name, email and check interval from the API, and again when the live profile changes, for instance by a save in
 * another window. `change` inserts what was just saved.
 */
export function useSettings() {
  const { data, error, isValidating, mutate } = useApi(settingsCalls.read, {});
  const { data: profile } = useProfile();
  const seen = profile && `${profile.monitorInterval} ${profile.displayName}`;
  useOnChange(seen, (before) => before !== undefined && void mutate());
  return {
    data,
    error,
    isRetrying: isValidating,
    retry: () => void mutate(),
    change: (saved: Partial<Settings>) => mutate((before) => before && { ...before, ...saved }, { revalidate: false }),
  };
}
