import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { type Invoice, Invoices, invoiceInputSchema } from './payments/invoices.ts';
import { notify, notifySchema } from './payments/notify.ts';
import { actionOf, invoicePage } from './payments/page.ts';
import { readText, sendJson } from './platform/http-body.ts';
import { type LocalServer, listenLocally } from './platform/local-server.ts';
import { paymentSecrets } from './project.ts';

/**
 * Starts a stand-in for NOWPayments: `POST /v1/invoice` makes an invoice, whose page has a button for each outcome of a
 * payment. `GET /invoices` lists all with their notifications; `POST /invoices/{id}/notify` sends those of notify.ts,
 * also wrong ones; `POST /mode` makes invoices fail.
 */
export function startPayments(port: number): Promise<LocalServer> {
  const state: State = { mode: okMode, invoices: new Invoices() };
  return listenLocally((request, response) => handle(state, request, response), port);
}

/** How the stand-in fails instead of making an invoice. */
const modeSchema = z.strictObject({
  mode: z.enum(['ok', 'error', 'hang', 'no_url']),
  /** The delay before it answers. */
  delay_ms: z.number().int().min(0).max(60_000).default(0),
  /** Normal operation returns after this many requests; with null, once it is switched. */
  times: z.number().int().min(1).nullable().default(null),
});
type Mode = z.infer<typeof modeSchema>;

const okMode: Mode = { mode: 'ok', delay_ms: 0, times: null };

type State = { mode: Mode; invoices: Invoices };

async function handle(state: State, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname } = new URL(request.url ?? '/', 'http://localhost');
  const body = await readText(request);
  const call = `${request.method} ${pathname}`;
  if (call === 'POST /v1/invoice') return makeInvoice(state, request, response, body);
  if (call === 'GET /invoices') return sendJson(response, 200, [...state.invoices.all.values()]);
  if (call === 'POST /mode') {
    state.mode = modeSchema.parse(JSON.parse(body));
    return sendJson(response, 200, state.mode);
  }
  const [, kind, id = '', action = ''] = /^\/(invoices?)\/(\d+)(?:\/([a-z-]+))?$/.exec(pathname) ?? [];
  const invoice = state.invoices.all.get(id);
  if (!invoice) return sendJson(response, 404, { error: 'Not found' });
  if (call === `GET /invoice/${id}`) return html(response, invoicePage(invoice));
  if (kind === 'invoices' && action === 'notify')
    return sendJson(response, 200, await notify(state.invoices, invoice, notifySchema.parse(JSON.parse(body))));
  await act(state, invoice, action, response);
}

async function makeInvoice(
  state: State,
  request: IncomingMessage,
  response: ServerResponse,
  body: string,
): Promise<void> {
  if (request.headers['x-api-key'] !== paymentSecrets.NOWPAYMENTS_API_KEY)
    return sendJson(response, 403, { statusCode: 403, code: 'INVALID_API_KEY', message: 'Invalid api key' });
  const { mode, invoices } = state;
  if (mode.times !== null) state.mode = mode.times > 1 ? { ...mode, times: mode.times - 1 } : okMode;
  if (mode.delay_ms > 0) await sleep(mode.delay_ms);
  if (mode.mode === 'hang') return;
  if (mode.mode === 'error') return sendJson(response, 500, { statusCode: 500, message: 'Internal server error' });
  const input = invoiceInputSchema.parse(JSON.parse(body));
  const { id } = invoices.add(input);
  const created_at = new Date().toISOString();
  const invoice_url = `http://${request.headers.host}/invoice/${id}`;
  const answer = { ...input, id, price_amount: String(input.price_amount), created_at, updated_at: created_at };
  sendJson(response, 200, mode.mode === 'no_url' ? answer : { ...answer, invoice_url });
}

/** The action of a button; as with NOWPayments, the payer returns to the shop once everything is paid. */
async function act(state: State, invoice: Invoice, action: string, response: ServerResponse): Promise<void> {
  const { states, share, added = false } = actionOf(invoice, action) ?? {};
  if (!states) return sendJson(response, 404, { error: 'Not found' });
  const part = added ? 1 - invoice.paid_share : share;
  await notify(state.invoices, invoice, notifySchema.parse({ states, added, share: part }));
  if (added) invoice.state = 'finished';
  response
    .writeHead(303, {
      location:
        action.startsWith('pay') && invoice.state === 'finished' ? invoice.success_url : `/invoice/${invoice.id}`,
    })
    .end();
}

function html(response: ServerResponse, body: string): void {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(body);
}
