import { readStored } from '../browser/storage.ts';

/** Where this browser stores the claims of orders made signed out. */
export const CLAIMS_KEY = 'claims';

/** Whether it may have stored any, without loading what reads them. */
export function mayHaveClaims(): boolean {
  return readStored('local', CLAIMS_KEY) !== null;
}
