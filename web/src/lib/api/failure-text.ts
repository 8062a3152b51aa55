import { DELIVERY_ERRORS, type DeliveryErrorCode } from '@farwatch/core/values/channels/delivery-failures';
import { TELEGRAM_FAILURES, type TelegramFailure } from '@farwatch/core/values/channels/telegram-failures';
import i18n, { type ParseKeys } from 'i18next';
import type pagesEn from '../../locales/pages-en.json';
import { ApiFailure, type FailureCode } from './failure.ts';

const TEXT_KEYS: Partial<Record<FailureCode, ParseKeys>> = {
  invalid: 'failure.invalid',
  edited_meanwhile: 'failure.editedMeanwhile',
  checked_just_now: 'failure.checkedJustNow',
  too_many_checks: 'failure.tooManyChecks',
  claim_refused: 'failure.claimRefused',
  link_invalid: 'failure.linkInvalid',
  link_expired: 'failure.linkExpired',
  repeated_differently: 'failure.repeatedDifferently',
  unauthenticated: 'failure.unauthenticated',
  unverified: 'verify.needed',
  forbidden: 'failure.forbidden',
  not_found: 'failure.notFound',
  limit_reached: 'failure.limitReached',
  conflict: 'failure.conflict',
  too_large: 'failure.tooLarge',
  too_many_requests: 'failure.tooManyRequests',
  sign_in_again: 'failure.signInAgain',
  has_agents: 'failure.hasAgents',
  closing_started: 'failure.closingStarted',
  too_many_channels: 'failure.tooManyChannels',
  too_many_keys: 'failure.tooManyKeys',
  not_a_member: 'failure.notAMember',
  already_member: 'members.alreadyMember',
  too_many_members: 'members.tooManyMembers',
  too_many_accounts: 'members.tooManyAccounts',
  account_closing: 'members.accountClosing',
  member_closing: 'accounts.transfer.memberClosing',
  not_owner: 'members.notOwner',
  owns_accounts: 'members.ownsAccounts',
  too_many_rotations: 'duty.tooMany',
  channels_too_large: 'failure.channelsTooLarge',
  address_unconfirmed: 'failure.addressUnconfirmed',
  too_many_confirmations: 'failure.tooManyConfirmations',
  too_many_windows: 'failure.tooManyWindows',
  bad_rule: 'failure.badRule',
  too_many_occurrences: 'failure.tooManyOccurrences',
  unknown_monitor: 'failure.unknownMonitor',
  unknown_occurrence: 'failure.unknownOccurrence',
  too_many_checks_planned: 'failure.tooManyChecksPlanned',
  check_too_large: 'failure.checkTooLarge',
  monitor_too_large: 'failure.monitorTooLarge',
  too_many_monitors: 'failure.tooManyMonitors',
  secret_missing: 'failure.secretMissing',
  bad_assertion: 'failure.badAssertion',
  assertions_too_complex: 'failure.assertionsTooComplex',
  too_many_trials: 'failure.tooManyTrials',
  trials_busy: 'failure.trialsBusy',
  host_blocked: 'failure.hostBlocked',
  heartbeat_taken: 'failure.heartbeatTaken',
  checks_paused: 'failure.checksPaused',
  not_resendable: 'failure.notResendable',
  in_progress: 'failure.inProgress',
  invoice_missing: 'checkout.errors.invoiceMissing',
  payment_failed: 'checkout.errors.unknown',
  internal: 'failure.internal',
  server: 'failure.server',
  timeout: 'failure.timeout',
  network: 'failure.network',
};

/**
 * Returns the texts for an error: why it happened and what to do, by the failure's code, else as the server describes
 * it. Null if there is no specific text.
 */
export function failureText(failure: unknown): { reason: string | null; advice: string | null } {
  if (!(failure instanceof ApiFailure)) return { reason: null, advice: null };
  const { code, serverText, advice } = failure;
  if (isOfChannel(code)) {
    return { reason: i18n.t(`failure.channels.${code}.why`), advice: i18n.t(`failure.channels.${code}.advice`) };
  }
  if (isOfPages(code)) return { reason: i18n.t(`pages.failures.${code}`), advice };
  const key = TEXT_KEYS[code];
  return { reason: key ? i18n.t(key) : serverText, advice };
}

function isOfChannel(code: FailureCode): code is TelegramFailure | DeliveryErrorCode {
  return code in TELEGRAM_FAILURES || code in DELIVERY_ERRORS;
}

/** Whether it is a failure of status pages, whose texts only their screens load. */
function isOfPages(code: FailureCode): code is FailureCode & keyof typeof pagesEn.pages.failures {
  return i18n.exists(`pages.failures.${code}`);
}
