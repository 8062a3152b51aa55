import type { z } from 'zod';

/**
 * A type of channel (docs/notifications.md, Channels). `settings`: where and how it sends; changing any of them makes
 * another target of it. `secrets`: the settings that answers mask, and that keep their stored value if a mask is saved.
 * `verifiedBy`: what proves that the owner receives its messages: a test message, or a link sent to the address.
 * `generated`: the secret that the server makes. `sentTo`: the setting that determines which server receives the secrets; a
 * mask does not stand for them once it changes.
 */
export type ChannelType<Settings extends z.ZodObject = z.ZodObject> = {
  settings: Settings;
  secrets: readonly (keyof z.infer<Settings> & string)[];
  verifiedBy: 'test' | 'link';
  generated?: keyof z.infer<Settings> & string;
  sentTo?: keyof z.infer<Settings> & string;
  /** Whether the service keeps an alert open until a message closes it. */
  holdsAlerts?: true;
  /** Whether programs read its messages, so that each must have all that it reports. */
  isForPrograms?: true;
};

/** Declares a type of channel with its settings inferred. */
export function channelType<Settings extends z.ZodObject>(spec: ChannelType<Settings>): ChannelType<Settings> {
  return spec;
}

/**
 * Why a message was not delivered: wrong or revoked credentials; no such chat, webhook or address; the service does not
 * allow it; this message is rejected; too many requests; the month's quota is used up; no answer; a private address.
 */
export const DELIVERY_FAILURES = [
  'unauthorized',
  'target_not_found',
  'refused',
  'message_rejected',
  'busy',
  'quota_exceeded',
  'unreachable',
  'forbidden_address',
] as const;
export type DeliveryFailureCode = (typeof DELIVERY_FAILURES)[number];
