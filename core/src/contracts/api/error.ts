import { z } from 'zod';
import {
  DELIVERY_ERROR_CODES,
  DELIVERY_ERRORS,
  type DeliveryErrorCode,
} from '../../values/channels/delivery-failures.ts';
import {
  type RequestFailure,
  TELEGRAM_FAILURES,
  type TelegramFailure,
} from '../../values/channels/telegram-failures.ts';

/** Its own codes, with their HTTP status. */
const OWN_STATUS = {
  invalid: 400,
  unauthenticated: 401,
  unverified: 403,
  forbidden: 403,
  not_found: 404,
  limit_reached: 409,
  conflict: 409,
  edited_meanwhile: 409,
  too_large: 413,
  too_many_requests: 429,
  checked_just_now: 429,
  too_many_checks: 429,
  invoice_missing: 502,
  payment_failed: 502,
  claim_refused: 409,
  unhealthy: 503,
  sign_in_again: 403,
  has_agents: 409,
  closing_started: 409,
  link_invalid: 404,
  link_expired: 410,
  too_many_channels: 409,
  channels_too_large: 409,
  address_unconfirmed: 409,
  too_many_confirmations: 429,
  too_many_windows: 409,
  bad_rule: 400,
  too_many_occurrences: 409,
  unknown_monitor: 404,
  unknown_occurrence: 404,
  too_many_checks_planned: 409,
  check_too_large: 409,
  monitor_too_large: 409,
  too_many_monitors: 409,
  secret_missing: 400,
  bad_assertion: 400,
  assertions_too_complex: 400,
  too_many_trials: 429,
  trials_busy: 503,
  host_blocked: 403,
  heartbeat_taken: 409,
  checks_paused: 409,
  slug_taken: 409,
  too_many_pages: 409,
  too_many_components: 409,
  password_missing: 400,
  bad_picture: 400,
  too_many_open: 409,
  too_many_updates: 409,
  already_posted: 409,
  page_full: 409,
  too_many_keys: 409,
  too_many_rotations: 409,
  not_a_member: 403,
  already_member: 409,
  too_many_members: 409,
  too_many_accounts: 409,
  account_closing: 409,
  member_closing: 409,
  not_owner: 403,
  owns_accounts: 409,
  authorization_pending: 400,
  slow_down: 400,
  expired_token: 400,
  access_denied: 403,
  repeated_differently: 422,
  not_resendable: 409,
  in_progress: 409,
  internal: 500,
} as const;
type OwnCode = keyof typeof OWN_STATUS;
export type ApiErrorCode = OwnCode | TelegramFailure | DeliveryErrorCode;

const OWN_CODES = Object.keys(OWN_STATUS) as OwnCode[];
const TELEGRAM_CODES = Object.keys(TELEGRAM_FAILURES) as TelegramFailure[];

/** Every error code of the API; the web translates the code and falls back to `error`. */
export const apiErrorCodeSchema = z.enum([...OWN_CODES, ...TELEGRAM_CODES, ...DELIVERY_ERROR_CODES]);

/** Maps every failure of Telegram by code. The cast is safe, because each code is in the list. */
export function mapFailures<Mapped>(work: (failure: RequestFailure) => Mapped): Record<TelegramFailure, Mapped> {
  const entries = TELEGRAM_CODES.map((code) => [code, work(TELEGRAM_FAILURES[code])]);
  return Object.fromEntries(entries) as Record<TelegramFailure, Mapped>;
}

/** Maps every delivery error by code. The cast is safe, because each code is in the list. */
export function mapDeliveryErrors<Mapped>(work: (error: (typeof DELIVERY_ERRORS)[DeliveryErrorCode]) => Mapped) {
  const entries = DELIVERY_ERROR_CODES.map((code) => [code, work(DELIVERY_ERRORS[code])]);
  return Object.fromEntries(entries) as Record<DeliveryErrorCode, Mapped>;
}

/** The HTTP status of each code. */
export const API_ERROR_STATUS: Record<ApiErrorCode, number> = {
  ...OWN_STATUS,
  ...mapFailures(({ status }) => status),
  ...mapDeliveryErrors(({ status }) => status),
};
