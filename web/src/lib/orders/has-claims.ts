import { readStored } from '../browser/storage.ts';

/** The key under which this browser stores the claims of orders made while signed out. */
export const CLAIMS_KEY = 'claims';

/** Whether it may have stored any, without loading what reads them. */
export function mayHaveClaims(): boolean {
  return readStored('local', CLAIMS_KEY) !== null;
}
