import type { Channel } from '../../documents/channel.ts';
import type { DeliveryFailureCode } from '../../values/channels/channel-type.ts';

/** Messages of the month that are used, of those that the service allows; `at`: when it stated that. */
type Quota = { used: number; limit: number; at: number };
type Failure = { code: DeliveryFailureCode; reason: string; at: number };

/**
 * What is known of a channel's deliveries. `failure`: the last, null after a delivery; `since`: when the first of them
 * failed. `stopped`: nothing is sent until then, or, for null, until the settings change.
 */
export type Deliveries = {
  lastSentAt: number | null;
  failure: (Failure & { since: number }) | null;
  stopped: (Failure & { until: number | null }) | null;
  quota?: Quota | null | undefined;
};

/** Whether a channel sends: `working` also before its first message. The times are epoch ms. */
export type ChannelState = {
  status: 'off' | 'unverified' | 'stopped' | 'failing' | 'working';
  lastSentAt: number | null;
  failure: (Failure & { since: number | null; until: number | null }) | null;
  quota: Quota | null;
};

/** The state of a channel; `deliveries` is null before its first message. */
export function channelState(
  { enabled, verifiedAt }: Pick<Channel, 'enabled' | 'verifiedAt'>,
  deliveries: Deliveries | null,
  nowMs: number,
): ChannelState {
  const { lastSentAt = null, failure = null, stopped = null } = deliveries ?? {};
  const quota = deliveries?.quota ?? null;
  const shown = { lastSentAt, quota };
  if (!enabled) return { ...shown, status: 'off', failure: null };
  if (verifiedAt === null) return { ...shown, status: 'unverified', failure: null };
  if (stopped && (stopped.until === null || stopped.until > nowMs)) {
    return { ...shown, status: 'stopped', failure: { ...stopped, since: null } };
  }
  if (failure) return { ...shown, status: 'failing', failure: { ...failure, until: null } };
  return { ...shown, status: 'working', failure: null };
}
