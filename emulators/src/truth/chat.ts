import type { MessageContent } from '@farwatch/core/documents/message';
import type { OutgoingMessage } from '@farwatch/core/texts/outgoing-message';
import type { Random } from '../platform/random.ts';
import type { Timeline } from './timeline.ts';

export type ChatMode = 'ok' | 'limited' | 'failing' | 'hanging' | 'forgetful';
/** A message that an owner has received. */
type ReceivedMessage = {
  id: number;
  atMs: number;
  ownerId: string;
  channelId: string;
  /** The message as it is displayed. */
  text: string;
  /** The contents that the text was made of. */
  contents: readonly MessageContent[];
};

/** Like `DeliveryResult` in the functions. */
type Result =
  | { outcome: 'sent' }
  | { outcome: 'failed'; code: string; reason: string }
  | { outcome: 'limited'; code: string; reason: string; retryAfterSec: number };

/**
 * A stand-in for the services of all channels. A chat's id names its owner and, after a dash, a channel other than the
 * specified one. A `forgetful` chat receives messages, but its answer may be lost.
 */
export class Chat {
  private readonly modes = new Map<string, ChatMode>();
  readonly messages: ReceivedMessage[] = [];
  /** Messages whose sender got no answer and may send them again. */
  readonly unanswered = new Set<number>();
  private readonly timeline: Timeline;
  private readonly random: Random;

  constructor(timeline: Timeline, random: Random) {
    this.timeline = timeline;
    this.random = random;
  }

  setMode(channelId: string, mode: ChatMode): void {
    this.modes.set(channelId, mode);
  }

  /** Returns what a process imports as `simulated-channel`, in place of Telegram's sender. */
  module(): Record<string, unknown> {
    const send = ({ chatId }: { chatId: string }, message: OutgoingMessage) => this.send(chatId, message);
    return { send };
  }

  private async send(chatId: string, { text, contents }: OutgoingMessage): Promise<Result> {
    const [ownerId = '', channelId = 'telegram'] = chatId.split('-');
    const mode = this.modes.get(channelId) ?? 'ok';
    await this.wait(mode === 'hanging' ? 10_000 : this.random.between(50, 400));
    if (mode === 'hanging') return unreachable('no answer within 10 s');
    if (mode === 'limited') {
      const retryAfterSec = this.random.between(1, 40);
      return { outcome: 'limited', code: 'busy', reason: 'Too Many Requests', retryAfterSec };
    }
    if (mode === 'failing') return unreachable('502: Bad Gateway');
    const id = this.messages.length + 1;
    this.messages.push({ id, atMs: this.timeline.nowMs, ownerId, channelId, text, contents });
    if (mode === 'forgetful' && this.random.chance(0.5)) {
      this.unanswered.add(id);
      return unreachable('the connection was lost');
    }
    return { outcome: 'sent' };
  }

  private wait(ms: number): Promise<void> {
    return new Promise((resolve) => this.timeline.after(ms, resolve));
  }
}

function unreachable(reason: string): Result {
  return { outcome: 'failed', code: 'unreachable', reason };
}
