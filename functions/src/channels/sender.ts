import type { SendResult } from '@farwatch/core/decisions/alerts/backoff';
import type { MessageContent } from '@farwatch/core/documents/message';
import type { Texts } from '@farwatch/core/texts/texts';
import type { ChannelSettings } from '@farwatch/core/values/channels/channel';
import type { ChannelFailureCode } from '@farwatch/core/values/channels/channels';

/** The content of one alert, or of several for a digest, and the texts of its language. */
export type Message = { contents: readonly [MessageContent, ...MessageContent[]]; texts: Texts; nowMs: number };

/** Why a channel refused a request. `technical`: the error of the channel or network, without secrets. */
export type Refusal = { failure: ChannelFailureCode; technical: string; retryAfterSec?: number };
export type ChannelTest = { ok: true } | ({ ok: false } & Refusal);

/** The sending part of a channel (docs/architecture.md, Extension points). Both functions try once and never throw. */
export type Sender<Stored extends ChannelSettings = ChannelSettings> = {
  /** Sends within `ALERT.sendTimeoutMs`. `refused` is final; other failures are retried by the caller. */
  send(settings: Stored, message: Message): Promise<SendResult>;
  /** Sends a test message, before the browser gives up after ten seconds. */
  test(settings: Stored, text: string): Promise<ChannelTest>;
};
