import { type AddressInput, type ApiCall, addressOf } from '@farwatch/core/api/call';

/** The key of a call's answer in SWR: of one user, so that nothing outlives a sign-out. */
export function apiKey<Call extends ApiCall>(uid: string, call: Call, input: AddressInput<Call>) {
  return ['api', uid, addressOf(call, input)] as const;
}

/** Whether a key of SWR is that of a call's answer. */
export function isApiKey(key: unknown): boolean {
  return Array.isArray(key) && key[0] === 'api';
}
