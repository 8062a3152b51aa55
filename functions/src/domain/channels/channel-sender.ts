import type { OutgoingMessage } from '@farwatch/core/texts/outgoing-message';
import type { DeliveryFailureCode } from '@farwatch/core/values/channels/channel-type';
import type { ChannelSettingsOf, ChannelTypeName } from '@farwatch/core/values/channels/channel-types';
import type { Run } from '../../platform/db/run.ts';

/** `reason` is the reply of the service or the error of the network, in English, without secrets, up to 300 characters. */
type Failure = { code: DeliveryFailureCode; reason: string };

/** Messages of this month that a service counts, and that a plan allows. */
export type Quota = { used: number; limit: number };

/**
 * The result of one try. `rejected`: the service never accepts this message, but others. `stopped`: nothing can be sent
 * until the settings change or, if given, until then (epoch ms), as at the end of a quota. `limited` and `failed`:
 * tried again, the first of them not before that time. `quota`: if the service states one.
 */
export type DeliveryResult = { outcome: 'sent'; quota?: Quota } | DeliveryFailure;

/** The result of a try in which nothing was sent. */
export type DeliveryFailure =
  | ({ outcome: 'rejected' } & Failure)
  | ({ outcome: 'stopped'; untilMs?: number } & Failure)
  | ({ outcome: 'limited'; retryAfterSec: number } & Failure)
  | ({ outcome: 'failed' } & Failure);

/**
 * The channel that sends. `account`: of the owner, where it is known: links into one with members name it. `appUrl`:
 * where the app is, without a slash at the end. `retiredSecret`: the generated secret that was replaced within the last
 * day, else null.
 */
export type SenderContext = {
  run: Run;
  ownerId: string;
  channelId: string;
  account?: { hasMembers: boolean } | null;
  appUrl: string;
  retiredSecret: string | null;
};

/** Sends one message, or a test (`kind`), once, within `ALERT.sendTimeoutMs`; never throws. */
export type ChannelSender<Settings> = (
  settings: Settings,
  message: OutgoingMessage,
  context: SenderContext,
) => Promise<DeliveryResult>;

/** The sender of each type of channel (docs/architecture.md, Extension points). */
export type ChannelSenders = { [Name in ChannelTypeName]: ChannelSender<ChannelSettingsOf<Name>> };
