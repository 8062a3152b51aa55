import { type Answer, chatError, chatOf, failed, succeeded, tokenError } from './bot-api.ts';

type Update = { update_id: number; message: object };

const MOST = 100;

/** The unconfirmed updates of each bot, and the webhook that gets them instead. */
export class Inboxes {
  readonly #updates = new Map<string, Update[]>();
  readonly #webhooks = new Map<string, string>();
  #written = 0;

  /** Writes to a bot as a person, as posted to /write; returns the message, or the error of the request. */
  write(body: unknown): Answer {
    const { token, chat_id, text = '/start' } = Object(body) as Record<string, unknown>;
    if (typeof token !== 'string' || tokenError(token)) return failed(400, 'token must be that of a bot.');
    const chatId = String(chat_id ?? '');
    const problem = chatError(chatId);
    if (problem) return problem;
    this.#written += 1;
    const date = Math.floor(Date.now() / 1000);
    const message = { message_id: this.#written, date, chat: chatOf(chatId), text: String(text) };
    this.#updates.set(token, [...this.#of(token), { update_id: this.#written, message }]);
    return succeeded(message);
  }

  /** The answer to a method about what a bot was sent; null for any other method. */
  answer(token: string, method: string, params: Map<string, string>): Answer | null {
    if (method === 'setWebhook') return this.#setWebhook(token, params.get('url') ?? '');
    if (method === 'deleteWebhook') return this.#setWebhook(token, '');
    if (method !== 'getUpdates') return null;
    if (this.#webhooks.has(token)) {
      const advice = 'use deleteWebhook to delete the webhook first';
      return failed(409, `Conflict: can't use getUpdates method while webhook is active; ${advice}`);
    }
    const offset = Number(params.get('offset') ?? 0);
    const known = this.#of(token);
    // An offset confirms what lies before it; a negative one counts from the end.
    const rest = offset < 0 ? known.slice(offset) : known.filter(({ update_id }) => update_id >= offset);
    this.#updates.set(token, rest);
    return succeeded(rest.slice(0, Math.min(MOST, Number(params.get('limit') ?? MOST))));
  }

  #setWebhook(token: string, url: string): Answer {
    if (url === '') this.#webhooks.delete(token);
    else this.#webhooks.set(token, url);
    return succeeded(true);
  }

  #of(token: string): Update[] {
    return this.#updates.get(token) ?? [];
  }
}
