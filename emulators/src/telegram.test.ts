import { Api, NetworkError, TelegramApiError, TimeoutError } from 'node-telegram-bot-api';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { LocalServer } from './platform/local-server.ts';
import type { SentMessage } from './telegram/bot-api.ts';
import { startTelegram } from './telegram.ts';

const token = '42:AAE-demo_token';
let server: LocalServer;
let origin: string;
beforeAll(async () => {
  server = await startTelegram(0);
  origin = server.origin;
});
afterAll(() => server.close());
afterEach(async () => {
  await setMode({ mode: 'ok' });
  await fetch(`${origin}/messages`, { method: 'DELETE' });
});

/** The client that the functions use, set up as they do: short timeout, no retries of its own. */
const client = (timeoutMs = 60_000) => new Api(token, { apiRoot: origin, timeoutMs, maxRetries: 0 });
const setMode = (mode: object) => fetch(`${origin}/mode`, { method: 'POST', body: JSON.stringify(mode) });
const messages = async () => (await (await fetch(`${origin}/messages`)).json()) as SentMessage[];
const call = async (path: string, init?: RequestInit) => {
  const response = await fetch(`${origin}${path}`, init);
  return { status: response.status, body: await response.json() };
};

/** What the client makes of a failing call. */
async function failure(promise: Promise<unknown>): Promise<TelegramApiError> {
  const error = await promise.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(TelegramApiError);
  return error as TelegramApiError;
}

describe('as Telegram answers', () => {
  it('getMe, getChat and sendMessage through the client', async () => {
    const before = Date.now();
    expect(await client().getMe()).toMatchObject({ id: 42, is_bot: true, username: 'farwatch_42_bot' });
    expect(await client().getChat({ chat_id: -100123 })).toMatchObject({ id: -100123, type: 'group' });
    const sent = await client().sendMessage({ chat_id: '777', text: 'Shop is down & 你好' });
    expect(sent).toMatchObject({ text: 'Shop is down & 你好', chat: { id: 777, type: 'private' }, from: { id: 42 } });
    const [message, ...rest] = await messages();
    expect(rest).toEqual([]);
    expect(message).toMatchObject({ message_id: sent.message_id, chat_id: '777', text: 'Shop is down & 你好', token });
    expect(message?.date).toBe(Math.floor((message?.date_ms ?? 0) / 1000));
    expect(message?.date_ms).toBeGreaterThanOrEqual(before);
  });

  it('getUpdates through the client: what was written to the bot, until it is confirmed', async () => {
    const write = (body: object) => fetch(`${origin}/write`, { method: 'POST', body: JSON.stringify(body) });
    expect(await client().getUpdates({})).toEqual([]);
    await write({ token, chat_id: '777', text: 'hello' });
    await write({ token, chat_id: -5 });
    await write({ token: '43:other', chat_id: 6 });
    const [first, second, ...rest] = await client().getUpdates({});
    expect(rest).toEqual([]);
    expect(first).toMatchObject({ message: { chat: { id: 777, type: 'private' }, text: 'hello' } });
    expect(second).toMatchObject({ message: { chat: { id: -5, type: 'group' }, text: '/start' } });
    expect(await client().getUpdates({ limit: 1 })).toEqual([first]);
    expect(await client().getUpdates({ offset: second?.update_id ?? 0 })).toEqual([second]);
    expect(await client().getUpdates({})).toEqual([second]);
    expect((await write({ token, chat_id: 0 })).status).toBe(400);
    expect((await write({ chat_id: 5 })).status).toBe(400);
  });

  it('getUpdates is a conflict while a webhook is set', async () => {
    await client().setWebhook({ url: 'https://bot.farwatch.test/' });
    expect(await failure(client().getUpdates({}))).toMatchObject({
      errorCode: 409,
      description: expect.stringContaining('webhook is active'),
    });
    await client().deleteWebhook({});
    await client().getUpdates({});
  });

  it.each([
    ['GET with a query', '?chat_id=5&text=a%20b', {}],
    ['a form', '', { method: 'POST', body: new URLSearchParams({ chat_id: '5', text: 'a b' }) }],
    [
      'JSON, numbers as they are',
      '',
      { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"chat_id":5,"text":"a b"}' },
    ],
  ])('takes parameters by %s', async (_, query, init) => {
    expect(await call(`/bot${token}/sendMessage${query}`, init)).toMatchObject({
      status: 200,
      body: { ok: true, result: { text: 'a b', chat: { id: 5 } } },
    });
  });

  it.each([
    ['a token that is none', '/botabc/getMe', 404, 'Not Found'],
    ['a revoked token', '/bot0:secret/getMe', 401, 'Unauthorized'],
    ['a method that is none', `/bot${token}/getNothing`, 404, 'Not Found'],
    ['an unknown chat', `/bot${token}/sendMessage?chat_id=0&text=x`, 400, 'Bad Request: chat not found'],
    ['a chat that is none', `/bot${token}/getChat?chat_id=me`, 400, 'Bad Request: chat not found'],
    ['no chat', `/bot${token}/getChat`, 400, 'Bad Request: chat_id is empty'],
    ['no text', `/bot${token}/sendMessage?chat_id=5`, 400, 'Bad Request: message text is empty'],
    [
      'a text too long',
      `/bot${token}/sendMessage?chat_id=5&text=${'x'.repeat(4097)}`,
      400,
      'Bad Request: message is too long',
    ],
  ])('refuses %s', async (_, path, code, description) => {
    expect(await call(path)).toEqual({ status: code, body: { ok: false, error_code: code, description } });
    expect(await messages()).toEqual([]);
  });

  it('refuses a body that says it is JSON and is not', async () => {
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"chat_id":' };
    expect((await call(`/bot${token}/sendMessage`, init)).status).toBe(400);
  });

  it('forgets messages on DELETE and counts on', async () => {
    const first = await client().sendMessage({ chat_id: 5, text: 'one' });
    await fetch(`${origin}/messages`, { method: 'DELETE' });
    expect(await messages()).toEqual([]);
    const second = await client().sendMessage({ chat_id: 5, text: 'two' });
    expect(second.message_id).toBe(first.message_id + 1);
  });
});

describe('modes', () => {
  const send = () => client().sendMessage({ chat_id: 5, text: 'x' });

  it('unauthorized meets every method', async () => {
    await setMode({ mode: 'unauthorized' });
    expect((await failure(client().getMe())).errorCode).toBe(401);
    expect((await failure(send())).errorCode).toBe(401);
  });

  it('upgraded sends on to another chat', async () => {
    await setMode({ mode: 'upgraded', chat_id: -5 });
    const { migrateToChatId } = await failure(client().sendMessage({ chat_id: -5, text: 'x' }));
    expect(migrateToChatId).toBe(-1_000_000_000_005);
    await client().sendMessage({ chat_id: -1_000_000_000_005, text: 'x' });
  });

  it.each([
    ['chat_not_found', 400, 'Bad Request: chat not found'],
    ['blocked', 403, 'Forbidden: bot was blocked by the user'],
  ])('%s leaves getMe alone', async (mode, code, description) => {
    await setMode({ mode });
    expect(await client().getMe()).toMatchObject({ id: 42 });
    expect((await failure(client().getChat({ chat_id: 5 }))).description).toBe(description);
    expect((await failure(send())).errorCode).toBe(code);
  });

  it('rate_limit tells how long to wait, so many times', async () => {
    await setMode({ mode: 'rate_limit', retry_after: 7, times: 2 });
    for (const _ of [1, 2]) {
      const error = await failure(send());
      expect([error.errorCode, error.retryAfter]).toEqual([429, 7]);
      expect(error.description).toBe('Too Many Requests: retry after 7');
    }
    expect(await send()).toMatchObject({ text: 'x' });
    expect((await call('/mode')).body).toMatchObject({ mode: 'ok' });
  });

  it('error is a 500', async () => {
    await setMode({ mode: 'error' });
    expect((await failure(send())).errorCode).toBe(500);
  });

  it('hang takes the request and never answers, and does not send', async () => {
    await setMode({ mode: 'hang', times: 1 });
    await expect(client(200).sendMessage({ chat_id: 5, text: 'x' })).rejects.toBeInstanceOf(TimeoutError);
    expect(await messages()).toEqual([]);
    expect(await send()).toMatchObject({ text: 'x' });
  });

  it('may concern one chat only', async () => {
    await setMode({ mode: 'rate_limit', chat_id: 6 });
    expect(await send()).toMatchObject({ text: 'x' });
    expect((await failure(client().sendMessage({ chat_id: 6, text: 'x' }))).errorCode).toBe(429);
  });

  it.each([
    [{ mode: 'sometimes' }, /mode must be one of/],
    [{ mode: 'rate_limit', retry_after: 0 }, /retry_after/],
    [{ mode: 'error', times: 1.5 }, /times/],
    ['not an object', /must be a JSON object/],
  ])('refuses to be switched to %j', async (mode, message) => {
    expect(await call('/mode', { method: 'POST', body: JSON.stringify(mode) })).toEqual({
      status: 400,
      body: { error: expect.stringMatching(message) },
    });
    expect((await call('/mode')).body).toMatchObject({ mode: 'ok' });
  });
});

it('cuts requests that hang when it stops', async () => {
  const other = await startTelegram(0);
  await fetch(`${other.origin}/mode`, { method: 'POST', body: '{"mode":"hang"}' });
  const hanging = new Api(token, { apiRoot: other.origin, timeoutMs: 60_000, maxRetries: 0 }).getMe();
  const cut = expect(hanging).rejects.toBeInstanceOf(NetworkError);
  await fetch(`${other.origin}/mode`);
  await other.close();
  await cut;
});
