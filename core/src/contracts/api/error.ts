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
} from '../../values/channels/telegram/failures.ts';

const OWN_CODES = [
  'invalid',
  'unauthenticated',
  'unverified',
  'forbidden',
  'not_found',
  'limit_reached',
  'conflict',
  'edited_meanwhile',
  'too_large',
  'too_many_requests',
  'checked_just_now',
  'too_many_checks',
  'invoice_missing',
  'payment_failed',
  'claim_refused',
  'unhealthy',
  'sign_in_again',
  'has_agents',
  'closing_started',
  'link_invalid',
  'link_expired',
  'too_many_channels',
  'channels_too_large',
  'address_unconfirmed',
  'too_many_confirmations',
  'too_many_windows',
  'bad_rule',
  'too_many_occurrences',
  'unknown_monitor',
  'unknown_occurrence',
  'too_many_checks_planned',
  'check_too_large',
  'secret_missing',
  'bad_assertion',
  'too_many_trials',
  'host_blocked',
  'checks_paused',
  'internal',
] as const;
export type ApiErrorCode = (typeof OWN_CODES)[number] | TelegramFailure | DeliveryErrorCode;

const TELEGRAM_CODES = Object.keys(TELEGRAM_FAILURES) as TelegramFailure[];

/** Every error code of the API; the web translates the code and falls back to `error`. */
export const apiErrorCodeSchema = z.enum([...OWN_CODES, ...TELEGRAM_CODES, ...DELIVERY_ERROR_CODES]);

/** Maps every failure of Telegram by code. The cast is safe, because each code is in the list. */
function mapFailures<Mapped>(work: (failure: RequestFailure) => Mapped): Record<TelegramFailure, Mapped> {
  const entries = TELEGRAM_CODES.map((code) => [code, work(TELEGRAM_FAILURES[code])]);
  return Object.fromEntries(entries) as Record<TelegramFailure, Mapped>;
}

/** Maps every delivery error by code. The cast is safe, because each code is in the list. */
function mapDeliveryErrors<Mapped>(work: (error: (typeof DELIVERY_ERRORS)[DeliveryErrorCode]) => Mapped) {
  const entries = DELIVERY_ERROR_CODES.map((code) => [code, work(DELIVERY_ERRORS[code])]);
  return Object.fromEntries(entries) as Record<DeliveryErrorCode, Mapped>;
}

/** The HTTP status of each code. */
export const API_ERROR_STATUS: Record<ApiErrorCode, number> = {
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
  secret_missing: 400,
  bad_assertion: 400,
  too_many_trials: 429,
  host_blocked: 403,
  checks_paused: 409,
  internal: 500,
  ...mapFailures(({ status }) => status),
  ...mapDeliveryErrors(({ status }) => status),
};

/** The English text of each code, shown if the web has no translation. */
export const API_ERROR_TEXTS: Record<ApiErrorCode, string> = {
  invalid: 'The request is not valid',
  unauthenticated: 'Authentication failed. Please log in again',
  unverified: 'Please verify your email address first',
  forbidden: 'You do not have permission to perform this action',
  not_found: 'The requested resource was not found',
  limit_reached: 'Maximum number of endpoints reached. Remove existing endpoints to add more.',
  conflict: 'Something else changed this at the same time. Please try again',
  edited_meanwhile: 'Other changes to this were saved meanwhile',
  too_large: 'The request is too large',
  too_many_requests: 'Too many requests in a short time. Please try again later',
  checked_just_now: 'Checked just now, and nothing has changed since.',
  too_many_checks: 'Too many checks were requested in a short time.',
  invoice_missing: 'Failed to retrieve invoice URL from the server.',
  payment_failed: 'An unknown checkout error occurred.',
  claim_refused: 'This order is not yours to claim, or no longer',
  unhealthy: 'The scheduled work has not run for five minutes',
  sign_in_again: 'Please sign in again, and repeat this within five minutes',
  has_agents: 'The account still has agents. Delete them first',
  closing_started: 'The account is being deleted. This can no longer be stopped',
  link_invalid: 'This link is not valid. Check that the whole link was copied',
  link_expired: 'This link has expired',
  too_many_channels: 'An account can have at most 20 channels. Delete one to add another',
  channels_too_large: 'The settings of all channels together are too long. Delete a channel, or choose fewer monitors',
  too_many_confirmations: 'At most 5 links to confirm an address can be sent a day. Please try again later',
  too_many_windows: 'An account can have at most 100 maintenance windows. Delete one to add another',
  bad_rule: 'This repetition cannot be understood, or it never takes place',
  too_many_occurrences: 'This repeats too often. Plan one longer window instead',
  unknown_monitor: 'One of the chosen monitors does not exist any more',
  unknown_occurrence: 'The window does not take place at this time',
  too_many_checks_planned: 'The account would have more than 2,000 checks in ten minutes from one location',
  check_too_large: 'The checks of all endpoints together are too large for one location',
  secret_missing: 'A secret must be typed again: it is new here, or was typed for another host',
  bad_assertion: 'The expression of an assertion cannot be understood',
  too_many_trials: 'Too many URLs were tried in a short time. Please try again later',
  host_blocked: 'This host does not want to be checked from here',
  checks_paused: 'Checks are paused here. Resume them to check now',
  address_unconfirmed: 'This address gets messages once its owner has opened the link that was sent to it',
  internal: 'Internal server error. Please try again later',
  ...mapFailures(({ text }) => text),
  ...mapDeliveryErrors(({ text }) => text),
};
