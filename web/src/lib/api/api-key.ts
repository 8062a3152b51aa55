import { type AddressInput, type ApiCall, addressOf } from '@farwatch/core/contracts/api/call';

/** The SWR key of a call's answer; it contains the user, so that nothing outlives a sign-out. */
export function apiKey<Call extends ApiCall>(accountId: string, call: Call, input: AddressInput<Call>) {
  return ['api', accountId, addressOf(call, input)] as const;
}

/** Whether an SWR key belongs to an API call. */
export function isApiKey(key: unknown): boolean {
  return Array.isArray(key) && key[0] === 'api';
}
