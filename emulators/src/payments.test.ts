import { createHmac } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startPayments } from './payments.ts';
import { readText } from './platform/http-body.ts';
import { type LocalServer, listenLocally } from './platform/local-server.ts';
import { paymentSecrets } from './project.ts';

type Told = { body: Record<string, unknown>; text: string; signature: string | undefined };

let standIn: LocalServer;
let shop: LocalServer;
let told: Told[] = [];

beforeAll(async () => {
  standIn = await startPayments(0);
  shop = await listenLocally(async (request, response) => {
    const text = await readText(request);
    const signature = request.headers['x-nowpayments-sig'];
    told.push({ body: JSON.parse(text), text, signature: signature === undefined ? signature : String(signature) });
    response.writeHead(told.length === 1 ? 200 : 202).end();
  }, 0);
});
afterAll(() => Promise.all([standIn.close(), shop.close()]));
afterEach(async () => {
  told = [];
  await post('/mode', { mode: 'ok' });
});

const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(`${standIn.origin}${path}`, { method: 'POST', body: JSON.stringify(body), headers, redirect: 'manual' });
const orderOf = () => ({
  price_amount: 25,
  price_currency: 'usd',
  order_id: 'order1',
  order_description: 'Standard <b>&"\'',
  ipn_callback_url: `${shop.origin}/payment/ipn`,
  success_url: `${shop.origin}/payment-success`,
  cancel_url: `${shop.origin}/checkout?a=1&b=2`,
});
const make = () => post('/v1/invoice', orderOf(), { 'x-api-key': paymentSecrets.NOWPAYMENTS_API_KEY });

async function invoice(): Promise<{ id: string; invoice_url: string }> {
  return (await (await make()).json()) as { id: string; invoice_url: string };
}

/** The signature as NOWPayments' own example makes it. */
function signed(body: Record<string, unknown>): string {
  const sort = (value: object): object =>
    Object.keys(value)
      .sort()
      .reduce<Record<string, unknown>>((result, key) => {
        const each: unknown = Reflect.get(value, key);
        result[key] = each && typeof each === 'object' ? sort(each) : each;
        return result;
      }, {});
  return createHmac('sha512', paymentSecrets.NOWPAYMENTS_IPN_SECRET)
    .update(JSON.stringify(sort(body)))
    .digest('hex');
}

describe('an invoice', () => {
  it('is made as NOWPayments makes it', async () => {
    const answer = await make();
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({
      id: expect.stringMatching(/^\d+$/),
      order_id: 'order1',
      price_amount: '25',
      invoice_url: expect.stringMatching(new RegExp(`^${standIn.origin}/invoice/\\d+$`)),
    });
  });

  it.each([
    [{}, 403],
    [{ 'x-api-key': 'another' }, 403],
  ])('is refused with the key %j', async (headers, status) => {
    expect((await post('/v1/invoice', orderOf(), headers)).status).toBe(status);
  });

  it('is refused where something is missing', async () => {
    const headers = { 'x-api-key': paymentSecrets.NOWPAYMENTS_API_KEY };
    expect((await post('/v1/invoice', { ...orderOf(), success_url: 'nowhere' }, headers)).status).toBe(400);
  });

  it('has a page that shows what is to be paid, as text', async () => {
    const page = await (await fetch((await invoice()).invoice_url)).text();
    expect(page).toContain('USD 25.00');
    expect(page).toContain('Standard &#60;b&#62;&#38;&#34;&#39;');
    expect(page).toContain(`href="${orderOf().cancel_url.replace('&', '&#38;')}"`);
    for (const label of ['Pay', 'Pay partly', 'Fail', 'Expire', 'Refund', 'Cancel'])
      expect(page).toContain(`>${label}<`);
  });
});

describe('the page’s buttons', () => {
  it.each([
    ['pay', ['confirming', 'finished'], '/payment-success'],
    ['pay-partly', ['confirming', 'partially_paid'], '/invoice/'],
    ['fail', ['failed'], '/invoice/'],
    ['expire', ['expired'], '/invoice/'],
    ['refund', ['refunded'], '/invoice/'],
  ])('%s tells %j and goes to %s', async (action, states, location) => {
    const { id } = await invoice();
    const answer = await post(`/invoice/${id}/${action}`, null);
    expect([answer.status, answer.headers.get('location')]).toEqual([303, expect.stringContaining(location)]);
    expect(told.map(({ body }) => body.payment_status)).toEqual(states);
    for (const { body, signature } of told) expect(signature).toBe(signed(body));
    expect(told[0]?.body).toMatchObject({ order_id: 'order1', price_amount: 25, invoice_id: Number(id) });
  });

  it('what is missing of a part is paid as money added to it', async () => {
    const { id } = await invoice();
    const page = async () => (await fetch(`${standIn.origin}/invoice/${id}`)).text();
    await post(`/invoice/${id}/pay-partly`, null);
    expect(await page()).toContain('>Pay the rest<');
    const answer = await post(`/invoice/${id}/pay-rest`, null);
    expect(answer.headers.get('location')).toContain('/payment-success');
    const part = told[1]?.body;
    expect(part).toMatchObject({ parent_payment_id: null, actually_paid_at_fiat: 12.5 });
    for (const { body, signature } of told.slice(2)) {
      expect(body).toMatchObject({
        parent_payment_id: part?.payment_id,
        actually_paid_at_fiat: 12.5,
        price_amount: 25,
      });
      expect(body.payment_id).not.toBe(part?.payment_id);
      expect(signature).toBe(signed(body));
    }
    expect(told.map(({ body }) => body.payment_status).slice(2)).toEqual(['confirming', 'finished']);
  });

  it('what is not one is not found', async () => {
    const { id } = await invoice();
    expect((await post(`/invoice/${id}/pay-rest`, null)).status).toBe(404);
    expect((await post(`/invoice/${id}/steal`, null)).status).toBe(404);
    expect((await post('/invoice/1/pay', null)).status).toBe(404);
    expect(told).toEqual([]);
  });

  it('after a payment failed, another one begins', async () => {
    const { id } = await invoice();
    for (const action of ['fail', 'pay', 'refund']) await post(`/invoice/${id}/${action}`, null);
    const [failed, ...others] = told.map(({ body }) => body.payment_id);
    expect(new Set(others).size).toBe(1);
    expect(others[0]).not.toBe(failed);
  });
});

describe('what is told on demand', () => {
  const notify = async (wish: object) => {
    const { id } = await invoice();
    const answer = await post(`/invoices/${id}/notify`, wish);
    return (await answer.json()) as { payment_status: string; status: number }[];
  };

  it('again and in any order, with what was answered', async () => {
    const sent = await notify({ states: ['finished', 'confirming'], repeat: 2 });
    expect(sent.map(({ payment_status, status }) => [payment_status, status])).toEqual([
      ['finished', 200],
      ['finished', 202],
      ['confirming', 202],
      ['confirming', 202],
    ]);
  });

  it('all at once', async () => {
    await notify({ states: ['confirming', 'finished'], at_once: true });
    expect(told.map(({ body }) => body.payment_status).sort()).toEqual(['confirming', 'finished']);
  });

  it.each([
    [{ signature: 'wrong' }, false],
    [{ signature: 'none' }, false],
    [{ changes: { price_amount: 1 } }, true],
    [{ forged: { price_amount: 1 } }, false],
  ])('%j: signed as told: %s', async (wish, isSigned) => {
    await notify({ states: ['finished'], ...wish });
    expect(told.map(({ body, signature }) => signature === signed(body))).toEqual([isSigned]);
    expect(told[0]?.body.price_amount).toBe('signature' in wish ? 25 : 1);
  });

  it('nothing without a state', async () => {
    const { id } = await invoice();
    expect((await post(`/invoices/${id}/notify`, { states: [] })).status).toBe(400);
  });
});

describe('modes', () => {
  it('error, so many times', async () => {
    await post('/mode', { mode: 'error', times: 1 });
    expect((await make()).status).toBe(500);
    expect((await make()).status).toBe(200);
  });

  it('no_url leaves out where to pay', async () => {
    await post('/mode', { mode: 'no_url' });
    expect(await (await make()).json()).not.toHaveProperty('invoice_url');
  });

  it('hang never answers', async () => {
    await post('/mode', { mode: 'hang' });
    const headers = { 'x-api-key': paymentSecrets.NOWPAYMENTS_API_KEY };
    const hanging = fetch(`${standIn.origin}/v1/invoice`, {
      method: 'POST',
      headers,
      signal: AbortSignal.timeout(100),
    });
    await expect(hanging).rejects.toMatchObject({ name: 'TimeoutError' });
  });

  it('another is refused', async () => expect((await post('/mode', { mode: 'sometimes' })).status).toBe(400));
});
