import type { SendResult } from '@farwatch/core/decisions/alerts/backoff';
import type { Told } from '@farwatch/core/texts/alert-message';
import type { Texts } from '@farwatch/core/texts/texts';
import type { ChannelSettings } from '@farwatch/core/values/channels/channel';
import type { ChannelFailureCode } from '@farwatch/core/values/channels/channels';

/** One matter, or several that go out together, and the language to tell them in. */
export type Message = { told: readonly [Told, ...Told[]]; texts: Texts; nowMs: number };

/** Why a channel refused a request. `technical`: what it or the network said, without secrets. */
export type Refusal = { failure: ChannelFailureCode; technical: string; retryAfterSec?: number };
export type ChannelTest = { ok: true } | ({ ok: false } & Refusal);

/** The sending side of a channel (docs/architecture.md, Extension points). Neither throws; both try once. */
export type Sender<Stored extends ChannelSettings = ChannelSettings> = {
  /** Within the time limit of a send (`ALERT.sendTimeoutMs`). `refused` is final; the rest is tried again. */
  send(settings: Stored, message: Message): Promise<SendResult>;
  /** Sends a text to see whether it arrives, before the browser gives up after ten seconds. */
  test(settings: Stored, text: string): Promise<ChannelTest>;
};
