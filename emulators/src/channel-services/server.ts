import type { IncomingMessage, ServerResponse } from 'node:http';
import { sendJson } from '../platform/http-body.ts';
import { type LocalServer, listenLocally } from '../platform/local-server.ts';
import { sendLineEvent } from './line-event.ts';
import { Modes, modeSchema } from './modes.ts';
import { messagesPage, type ReceivedMessage } from './page.ts';
import type { ChannelService, ServiceReply, ServiceRequest } from './service.ts';
import { CHANNEL_SERVICES } from './services.ts';

/** The newest requests that are listed. */
const MOST_MESSAGES = 500;

interface State {
  services: readonly ChannelService[];
  modes: Modes;
  messages: ReceivedMessage[];
}

/**
 * Stand-ins for the services that channels send to: `/{host}/{path}` answers as `https://{host}/{path}` does, and
 * `/webhook/…` is a customer's server. `GET /` shows what was received, newest first, `GET /messages` as JSON, oldest
 * first; `POST /mode` (service, mode) switches a failure on (modes.ts), and `POST /line-event` writes to a LINE
 * account (line-event.ts). Port 0: any free one.
 */
export function startChannelServices(port: number): Promise<LocalServer> {
  const state: State = { services: CHANNEL_SERVICES.map((create) => create()), modes: new Modes(), messages: [] };
  return listenLocally((request, response) => {
    handle(state, request, response).catch((error: unknown) => sendJson(response, 500, { error: String(error) }));
  }, port);
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
  const reply = mode?.mode === 'hang' ? null : (mode && service.failures[mode.mode]?.(mode)) || service.answer(request);
  const status = reply?.status ?? null;
  state.messages.push({ service: service.name, at: Date.now(), ...received, status, request: content });
  state.messages.splice(0, state.messages.length - MOST_MESSAGES);
  return reply;
}

function control({ services, modes, messages }: State, call: string, body: string): ServiceReply {
  if (call === 'GET /') {
    return { status: 200, headers: { 'content-type': 'text/html; charset=utf-8' }, body: messagesPage(messages) };
  }
  if (call === 'GET /messages') return { status: 200, body: messages };
  if (call !== 'POST /mode') return { status: 404, body: { error: 'no such service' } };
  const mode = modeSchema.parse(JSON.parse(body));
  const known = services.find(({ name }) => name === mode.service);
  const names = ['ok', 'hang', ...Object.keys(known?.failures ?? {})];
  if (!known || !names.includes(mode.mode)) {
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
