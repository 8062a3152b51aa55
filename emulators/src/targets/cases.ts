import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';

type CaseRequest = { method: string; path: string; headers: IncomingMessage['headers']; body: string };

/** The response of a case. */
type CaseAnswer = {
  status?: number;
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** The body in parts, each sent after its time. */
  parts?: readonly { afterMs: number; text: string }[];
  /** Whether the body never ends. */
  isEndless?: boolean;
};

/** A target that counts as up only for a check with the right options. */
type Case = {
  /** Describes those options to people. */
  hint: string;
  answer: (request: CaseRequest, isUp: boolean) => CaseAnswer;
};

const JSON_TYPE = { 'content-type': 'application/json' };
const basic = `Basic ${Buffer.from('demo:let-me-in').toString('base64')}`;
const refusedUnless = (isAllowed: boolean): CaseAnswer => (isAllowed ? { body: 'welcome' } : { status: 401 });
/** 台灣 in Big5. */
const BIG5 = Buffer.from([0xa5, 0x78, 0xc6, 0x57]);
/** 狀態正常 and 維護中 in Big5. */
const BIG5_STATES = { up: Buffer.from('aaacba41a5bfb160', 'hex'), down: Buffer.from('bafbc540a4a4', 'hex') };

/** An order book as a trading platform has it: 150 KB, with ids that are longer than a floating-point number keeps. */
function orderBook(isUp: boolean): string {
  const ids = Array.from({ length: 1_500 }, (_, index) => 9_007_199_254_740_000n + BigInt(index));
  const orders = ids.map((id, index) => {
    const state = !isUp && index === 993 ? 'stuck' : 'open';
    return `{"id":${id},"state":"${state}","price":${index}.10,"pair":"TWD/THB","note":"訂單 ${index}"}`;
  });
  return `{"version":"4.2.0","total":12345678901234567.89,"healthy":${isUp},"orders":[${orders.join(',')}]}`;
}

/** The targets of `/case/{name}`; `POST /case/{name}/down` and `/up` switch each, as with sites. */
export const CASES: Readonly<Record<string, Case>> = {
  text: {
    hint: 'the body contains “All systems go”, and not “database error”',
    answer: (_, isUp) => ({ body: isUp ? 'All systems go' : 'database error' }),
  },
  json: {
    hint: '$.status equals ok, $.queue.depth less than 100, $.free greater than 10, $.items[0].id exists',
    answer: (_, isUp) => ({
      headers: JSON_TYPE,
      body: JSON.stringify(
        isUp
          ? { status: 'ok', queue: { depth: 3 }, free: 97, items: [{ id: 1 }] }
          : { status: 'degraded', queue: { depth: 250 }, free: 0, items: [] },
      ),
    }),
  },
  header: {
    hint: 'the header x-release matches ^v\\d+$, x-queue less than 100, x-free greater than 10, x-healthy exists',
    answer: (_, isUp) => ({
      headers: isUp
        ? { 'x-release': 'v5', 'x-queue': '3', 'x-free': '97', 'x-healthy': 'yes' }
        : { 'x-release': 'none', 'x-queue': '250', 'x-free': '0' },
      body: 'ok',
    }),
  },
  'post-only': {
    hint: 'POST with a body that contains “order”',
    answer: ({ method, body }, isUp) => ({ status: isUp && method === 'POST' && body.includes('order') ? 200 : 405 }),
  },
  'api-key': {
    hint: 'the header x-api-key: demo-key',
    answer: ({ headers }, isUp) => refusedUnless(isUp && headers['x-api-key'] === 'demo-key'),
  },
  basic: {
    hint: 'user demo, password let-me-in',
    answer: ({ headers }, isUp) => refusedUnless(isUp && headers.authorization === basic),
  },
  bearer: {
    hint: 'bearer token demo-token',
    answer: ({ headers }, isUp) => refusedUnless(isUp && headers.authorization === 'Bearer demo-token'),
  },
  teapot: { hint: 'status 418', answer: (_, isUp) => ({ status: isUp ? 418 : 200 }) },
  moved: {
    hint: 'redirects are not followed, status 301',
    answer: (_, isUp) => (isUp ? { status: 301, headers: { location: '/ok' } } : { body: 'no longer moved' }),
  },
  chain: {
    hint: 'three redirects',
    answer: ({ path }, isUp) => {
      const step = Number(/\/step(\d)$/.exec(path)?.[1] ?? 0);
      if (step < 3) return { status: 302, headers: { location: `/case/chain/step${step + 1}` } };
      return isUp ? { body: 'there' } : { status: 503 };
    },
  },
  slow: {
    hint: 'answers within 1.5 s',
    answer: (_, isUp) => ({ parts: [{ afterMs: isUp ? 20 : 3000, text: 'at last' }] }),
  },
  'slow-body': {
    hint: 'a timeout of 3 s',
    answer: (_, isUp) => ({
      parts: Array.from({ length: 5 }, (_each, index) => ({ afterMs: isUp ? 50 : 1000, text: `part ${index}\n` })),
    }),
  },
  compressed: {
    hint: 'the body contains “All systems go”, sent with gzip',
    answer: (_, isUp) => ({
      headers: { 'content-encoding': 'gzip' },
      body: gzipSync(isUp ? 'All systems go' : 'database error'),
    }),
  },
  big5: {
    hint: 'the body contains “台灣”, sent in Big5',
    answer: (_, isUp) => ({
      headers: { 'content-type': 'text/plain; charset=big5' },
      body: isUp ? BIG5 : Buffer.from('nothing'),
    }),
  },
  ms950: {
    hint: 'the body contains “正常”, sent in Big5 as MS950',
    answer: (_, isUp) => ({
      headers: { 'content-type': 'text/html; charset=MS950' },
      body: Buffer.concat([Buffer.from('<title>ok</title><p>'), BIG5_STATES[isUp ? 'up' : 'down']]),
    }),
  },
  orders: {
    hint: '$.orders[?@.id == 9007199254740993].state equals open, in a body of 150 KB',
    answer: (_, isUp) => ({ headers: JSON_TYPE, body: orderBook(isUp) }),
  },
  events: {
    hint: 'the body contains “data: well”, in a stream of events that never ends',
    answer: (_, isUp) => ({
      headers: { 'content-type': 'text/event-stream' },
      parts: [{ afterMs: 0, text: `data: ${isUp ? 'well' : 'ill'}\n\n` }],
      isEndless: true,
    }),
  },
};

const MOST_BODY = 64 * 1024;

/** Answers a case; `path` is the request's, as of `/case/chain/step2`. */
export async function answerCase(
  { answer }: Case,
  path: string,
  isUp: boolean,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = await readBody(request);
  const { method = 'GET', headers } = request;
  const answered = answer({ method, path, headers, body }, isUp);
  const { status = 200, headers: fields = {}, body: whole = '', parts, isEndless = false } = answered;
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store', ...fields });
  for (const { afterMs, text } of parts ?? []) {
    await sleep(afterMs);
    if (response.destroyed) return;
    response.write(text);
  }
  if (!isEndless) response.end(whole);
}

async function readBody(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of request) if (body.length < MOST_BODY) body += String(chunk);
  return body;
}
