import { accountZone } from '@farwatch/core/values/summary/account-zone';
import { useProfile } from './account.ts';

/** The account's time zone, which reports and files have; UTC while the profile is unknown. */
export function useAccountZone(): string {
  return accountZone(useProfile().data);
}
