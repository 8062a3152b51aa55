import { createHmac } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import { type LocalServer, listenLocally } from '../platform/local-server.ts';
import type { ChannelService, ServiceReply, ServiceRequest } from './service.ts';
import { discord } from './services/discord.ts';
import { line } from './services/line.ts';
import { ntfy } from './services/ntfy.ts';
import { otlp } from './services/otlp.ts';
import { pagerduty } from './services/pagerduty.ts';
import { pushServices } from './services/push.ts';
import { pushover } from './services/pushover.ts';
import { slack } from './services/slack.ts';
import { teams } from './services/teams.ts';
import { webhook } from './services/webhook.ts';

/** The newest requests that are listed. */
const MOST_MESSAGES = 500;

/** A request that a stand-in received, as in /messages. */
interface ReceivedMessage {
  service: string;
  /** Epoch milliseconds. */
  at: number;
  target: string;
  /** The response's status; null if there never is a response. */
  status: number | null;
  /** Why its recipients do not see the message, although the service accepts it. */
  problem?: string;
  request: unknown;
}

interface State {
  services: readonly ChannelService[];
  modes: Modes;
  messages: ReceivedMessage[];
}

/** A new stand-in for each service that channels send to, except Telegram, which has its own. */
const CHANNEL_SERVICES: readonly (() => ChannelService)[] = [
  slack,
  discord,
  teams,
  line,
  webhook,
  ntfy,
  pushover,
  pagerduty,
  pushServices,
  otlp,
];

/**
 * Starts stand-ins for the services that channels send to: `/{host}/{path}` answers as `https://{host}/{path}` does,
 * `/webhook/…` is a customer's server, and `/otlp/…` their collector of metrics. `GET /` shows what was received, newest first, `GET /messages` as JSON,
 * oldest first; `POST /mode` (service, mode) switches a failure on (`Modes`), and `POST /line-event` writes to a LINE
 * account. Port 0 means any free one.
 */
export function startChannelServices(port: number): Promise<LocalServer> {
  const state: State = { services: CHANNEL_SERVICES.map((create) => create()), modes: new Modes(), messages: [] };
  return listenLocally((request, response) => handle(state, request, response), port);
}

async function handle(state: State, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await readBody(request);
  const [, host = '', rest = ''] = /^\/([^/?]*)(.*)$/s.exec(request.url ?? '') ?? [];
  const service = state.services.find((each) => each.hasHost(host));
  const isLineEvent = `${request.method} /${host}` === 'POST /line-event';
  const reply = isLineEvent
    ? await sendLineEvent(body.toString())
    : service
      ? serve(state, service, {
          method: request.method ?? '',
          url: new URL(`https://${host}${rest}`),
          headers: request.headers,
          body,
        })
      : control(state, `${request.method} /${host}`, body.toString());
  if (reply) send(response, reply);
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** The answer; null for none. */
function serve(state: State, service: ChannelService, request: ServiceRequest): ServiceReply | null {
  const { content, ...received } = service.read(request);
  const mode = state.modes.take(service.name, received.target);
  const reply = mode?.mode === 'hang' ? null : (mode && failureOf(service, mode)) || service.answer(request);
  const status = reply?.status ?? null;
  state.messages.push({ service: service.name, at: Date.now(), ...received, status, request: content });
  state.messages.splice(0, state.messages.length - MOST_MESSAGES);
  return reply;
}

/** Failures of any service, which are not its own word: the page of a proxy in front of it, with that status. */
const PROXY_PAGE = /^proxy_([245]\d\d)$/;

function failureOf(service: ChannelService, mode: Mode): ServiceReply | null {
  const status = PROXY_PAGE.exec(mode.mode)?.[1];
  if (status === undefined) return service.failures[mode.mode]?.(mode) ?? null;
  const headers = { 'content-type': 'text/html', ...(status === '503' && { 'retry-after': retryDate(mode) }) };
  return { status: Number(status), headers, body: `<html><title>${status}</title><p>nginx</p></html>` };
}

/** Proxies give the time as a date. */
function retryDate({ retryAfterSec }: Mode): string {
  return new Date(Date.now() + retryAfterSec * 1000).toUTCString();
}

/** How a service fails instead of answering normally; `ok`, `hang` or one of its failures. */
const modeSchema = z.object({
  service: z.string(),
  mode: z.string(),
  /** Sent with failures that name a time. */
  retryAfterSec: z.number().min(0).default(1),
  /** Normal operation returns after this many requests; with null, once it is switched. */
  times: z.int().min(1).nullable().default(null),
  /** Applies only to requests for that target; null for all. */
  target: z.string().nullable().default(null),
});

function control({ services, modes, messages }: State, call: string, body: string): ServiceReply {
  if (call === 'GET /') {
    return { status: 200, headers: { 'content-type': 'text/html; charset=utf-8' }, body: messagesPage(messages) };
  }
  if (call === 'GET /messages') return { status: 200, body: messages };
  if (call !== 'POST /mode') return { status: 404, body: { error: 'no such service' } };
  const mode = modeSchema.parse(JSON.parse(body));
  const known = services.find(({ name }) => name === mode.service);
  const names = ['ok', 'hang', 'proxy_404', ...Object.keys(known?.failures ?? {})];
  if (!known || !(names.includes(mode.mode) || PROXY_PAGE.test(mode.mode))) {
    const error = known ? `modes: ${names.join(', ')}` : `services: ${services.map(({ name }) => name).join(', ')}`;
    return { status: 400, body: { error } };
  }
  modes.set(mode);
  return { status: 200, body: mode };
}

function send(response: ServerResponse, { status, headers, body = '' }: ServiceReply): void {
  const isText = typeof body === 'string';
  const type = isText ? 'text/plain; charset=utf-8' : 'application/json';
  response.writeHead(status, { 'content-type': type, ...headers });
  response.end(isText ? body : JSON.stringify(body));
}

type Mode = z.infer<typeof modeSchema>;

/** The mode of each service, `ok` where none is set. */
class Modes {
  readonly #modes = new Map<string, Mode>();

  set(mode: Mode): void {
    if (mode.mode === 'ok') this.#modes.delete(mode.service);
    else this.#modes.set(mode.service, mode);
  }

  /** Returns the mode for one request, which it counts; null if the service answers normally. */
  take(service: string, target: string): Mode | null {
    const mode = this.#modes.get(service);
    if (!mode || (mode.target !== null && mode.target !== target)) return null;
    if (mode.times === 1) this.#modes.delete(service);
    else if (mode.times !== null) this.#modes.set(service, { ...mode, times: mode.times - 1 });
    return mode;
  }
}

const style = `:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:0 auto;padding:1.5rem}
article{border:1px solid #8886;border-radius:.5rem;padding:.75rem 1rem;margin:1rem 0}h1{font-size:1.25rem}
h2{font-size:1rem;margin:0}p{margin:0;opacity:.75;overflow-wrap:anywhere}
label{display:block;margin:.5rem 0}input,select,button{font:inherit}input{width:100%;box-sizing:border-box}
pre{margin:.5rem 0 0;white-space:pre-wrap;overflow-wrap:anywhere;font-size:.875rem}`;

/** Plays a person who writes to a LINE account. */
const LINE_EVENT_FORM = `<details><summary>Write to a LINE account</summary><form method="post" action="/line-event">
<label>Webhook URL <input name="url" required></label>
<label>Channel secret <input name="secret" required></label>
<label>From <select name="from"><option>user</option><option>group</option><option>room</option></select></label>
<button>Send</button></form></details>`;

/** The page of all received requests, newest first. */
function messagesPage(messages: readonly ReceivedMessage[]): string {
  const articles = messages.toReversed().map(article).join('\n');
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Messages to channels</title><style>${style}</style><h1>Messages to channels</h1>
<p>What stand-ins for Slack, webhooks and other services received, newest first. Reload for more;
<a href="/messages">as JSON</a>.</p>
${LINE_EVENT_FORM}
${articles || '<p>Nothing yet.</p>'}</html>`;
}

function article({ service, at, target, status, problem, request }: ReceivedMessage): string {
  const content = typeof request === 'string' ? request : withLineBreaks(JSON.stringify(request, null, 2));
  return `<article><h2>${escaped(service)} · ${status ?? 'no answer'} · ${new Date(at).toISOString()}</h2>
<p>${escaped(target)}</p>${problem ? `<p><strong>${escaped(problem)}</strong></p>` : ''}<pre>${escaped(content)}</pre></article>`;
}

/** Shows the line breaks of texts as such, which is easier to read than JSON. */
function withLineBreaks(json: string): string {
  return json.replace(/(?<!\\)((?:\\\\)*)\\n/g, '$1\n');
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

const DIGITS = '0123456789abcdef0123456789abcdef';
const SOURCES = {
  user: { type: 'user', userId: `U${DIGITS}` },
  group: { type: 'group', groupId: `C${DIGITS}`, userId: `U${DIGITS}` },
  room: { type: 'room', roomId: `R${DIGITS}`, userId: `U${DIGITS}` },
} as const;

const formSchema = z.object({
  url: z.url(),
  secret: z.string().trim(),
  from: z.enum(['user', 'group', 'room']),
});

/**
 * Posts the event of a message to the webhook of a LINE account, signed as LINE does. `form` has, url-encoded, `url`,
 * `secret` (of the channel) and `from`. The reply contains the webhook's response.
 */
async function sendLineEvent(form: string): Promise<ServiceReply> {
  const { data, error } = formSchema.safeParse(Object.fromEntries(new URLSearchParams(form)));
  if (error) return { status: 400, body: z.prettifyError(error) };
  const message = { type: 'text', id: '1', text: 'Hello' };
  const events = [{ type: 'message', mode: 'active', timestamp: Date.now(), source: SOURCES[data.from], message }];
  const body = JSON.stringify({ destination: `U${DIGITS}`, events });
  const signature = createHmac('sha256', data.secret).update(body).digest('base64');
  const headers = { 'content-type': 'application/json', 'x-line-signature': signature };
  const answer = await fetch(data.url, { method: 'POST', headers, body });
  return { status: 200, body: `The webhook answered ${answer.status}: ${await answer.text()}` };
}
