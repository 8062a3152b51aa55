import type { IncomingMessage, ServerResponse } from 'node:http';
import { readText, sendJson } from './platform/http-body.ts';
import { type LocalServer, listenLocally } from './platform/local-server.ts';
import {
  type Answer,
  botOf,
  chatError,
  chatOf,
  failed,
  type SentMessage,
  succeeded,
  textError,
  tokenError,
  topicError,
  upgraded,
} from './telegram/bot-api.ts';
import { Inboxes } from './telegram/inboxes.ts';
import { type Mode, modeFor, modeSchema, okMode } from './telegram/modes.ts';

/**
 * Starts a stand-in for Telegram's Bot API at its root: `/bot<token>/getMe`, `getChat`, `sendMessage`, `getUpdates` and
 * `setWebhook` answer as Telegram does. `GET /messages` lists what was sent, oldest first; `POST /write` (token,
 * chat_id) writes to a bot as a person; `POST /mode` switches failures on (see modes.ts).
 */
export function startTelegram(port: number): Promise<LocalServer> {
  const state: State = { mode: okMode, messages: [], inboxes: new Inboxes() };
  return listenLocally((request, response) => handle(state, request, response), port);
}

interface State {
  mode: Mode;
  messages: SentMessage[];
  inboxes: Inboxes;
}

async function handle(state: State, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://localhost');
  const body = await readText(request);
  const answer = answerTo(state, request, url, body);
  if (answer !== 'hang') sendJson(response, answer.status, answer.body);
}

type Reply = { status: number; body: unknown } | 'hang';

function answerTo(state: State, request: IncomingMessage, url: URL, body: string): Reply {
  const call = /^\/bot([^/]*)\/(\w+)$/.exec(url.pathname);
  if (!call) return control(state, `${request.method} ${url.pathname}`, body);
  // The client library sends forms.
  const params = new Map([...url.searchParams, ...new URLSearchParams(body)]);
  return callMethod(state, decodeURIComponent(call[1] ?? ''), call[2] ?? '', params);
}

function control(state: State, call: string, body: string): Reply {
  if (call === 'GET /messages') return { status: 200, body: state.messages };
  if (call === 'POST /write') return state.inboxes.write(JSON.parse(body));
  if (call !== 'POST /mode') return failed(404, 'Not Found');
  state.mode = modeSchema.parse(JSON.parse(body));
  return { status: 200, body: state.mode };
}

function callMethod(state: State, token: string, method: string, params: Map<string, string>): Answer | 'hang' {
  const { mode } = state;
  const failure = modeFor(mode, method, params.get('chat_id') ?? null);
  if (failure !== 'ok' && mode.times !== null)
    state.mode = mode.times > 1 ? { ...mode, times: mode.times - 1 } : okMode;
  if (failure === 'hang') return 'hang';
  if (failure === 'unauthorized') return failed(401, 'Unauthorized');
  if (failure === 'chat_not_found') return failed(400, 'Bad Request: chat not found');
  if (failure === 'blocked') return failed(403, 'Forbidden: bot was blocked by the user');
  if (failure === 'upgraded') return upgraded(params.get('chat_id') ?? '');
  if (failure === 'error') return failed(500, 'Internal Server Error');
  if (failure === 'rate_limit') {
    const { retry_after } = mode;
    return failed(429, `Too Many Requests: retry after ${retry_after}`, { retry_after });
  }
  return tokenError(token) ?? answerCall(state, token, method, params);
}

function answerCall(state: State, token: string, method: string, params: Map<string, string>): Answer {
  const chatId = params.get('chat_id') ?? '';
  const text = params.get('text') ?? '';
  if (method === 'getMe') {
    return succeeded({ ...botOf(token), can_join_groups: true, can_read_all_group_messages: false });
  }
  if (method === 'getChat') return chatError(chatId) ?? succeeded(chatOf(chatId));
  const fromInbox = state.inboxes.answer(token, method, params);
  if (fromInbox) return fromInbox;
  if (method !== 'sendMessage') return failed(404, 'Not Found');
  const topic = params.get('message_thread_id') ?? null;
  const error = chatError(chatId) ?? topicError(chatId, topic) ?? textError(text);
  return error ?? succeeded(sent(state, token, { chatId, topic, text }));
}

function sent(
  state: State,
  token: string,
  { chatId, topic, text }: { chatId: string; topic: string | null; text: string },
) {
  const at = Date.now();
  const message = { message_id: state.messages.length + 1, date: Math.floor(at / 1000) };
  const thread = topic === null ? {} : { message_thread_id: Number(topic) };
  state.messages.push({ ...message, ...thread, chat_id: chatId, text, token, date_ms: at });
  return { ...message, from: botOf(token), chat: chatOf(chatId), text };
}
