import type { Random } from './random.ts';
import type { Timeline } from './timeline.ts';

export type ChatMode = 'ok' | 'limited' | 'failing' | 'hanging' | 'forgetful';
/** A message that was received. */
type Message = { id: number; atMs: number; chatId: string; text: string };

class TelegramApiError extends Error {
  readonly errorCode: number;
  readonly description: string;
  readonly retryAfter: number | undefined;

  constructor(errorCode: number, description: string, retryAfter?: number) {
    super(description);
    this.errorCode = errorCode;
    this.description = description;
    this.retryAfter = retryAfter;
  }
}

/** A stand-in for Telegram. `forgetful`: it receives the message, and its answer may be lost. */
export class Chat {
  private mode: ChatMode = 'ok';
  readonly messages: Message[] = [];
  /** Messages whose sender got no answer and may send them again. */
  readonly unanswered = new Set<number>();
  private readonly timeline: Timeline;
  private readonly random: Random;

  constructor(timeline: Timeline, random: Random) {
    this.timeline = timeline;
    this.random = random;
  }

  setMode(mode: ChatMode): void {
    this.mode = mode;
  }

  /** What a process imports as `node-telegram-bot-api`. */
  module(): Record<string, unknown> {
    const send = (chatId: string, text: string) => this.send(chatId, text);
    class Api {
      sendMessage({ chat_id, text }: { chat_id: string; text: string }) {
        return send(chat_id, text);
      }
    }
    return { Api, TelegramApiError };
  }

  private async send(chatId: string, text: string): Promise<{ message_id: number }> {
    const { mode } = this;
    await this.wait(mode === 'hanging' ? 10_000 : this.random.between(50, 400));
    if (mode === 'hanging') throw new Error('no answer within 10 s');
    if (mode === 'limited') throw new TelegramApiError(429, 'Too Many Requests', this.random.between(1, 40));
    if (mode === 'failing') throw new TelegramApiError(502, 'Bad Gateway');
    const id = this.messages.length + 1;
    this.messages.push({ id, atMs: this.timeline.nowMs, chatId, text });
    if (mode === 'forgetful' && this.random.chance(0.5)) {
      this.unanswered.add(id);
      throw new Error('the connection was lost');
    }
    return { message_id: id };
  }

  private wait(ms: number): Promise<void> {
    return new Promise((resolve) => this.timeline.after(ms, resolve));
  }
}
