import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { nowPayments } from './nowpayments.ts';
import { readNotification } from './read-notification.ts';

const SECRET = 'ipn-secret-of-this-test';
/** As NOWPayments sends it, with unsorted keys. */
const IPN = {
  payment_id: 5077125051,
  invoice_id: 4522625843,
  payment_status: 'finished',
  price_amount: 25,
  price_currency: 'usd',
  pay_amount: 0.00040781,
  actually_paid: 0.00040781,
  pay_currency: 'btc',
  order_id: 'a1b2',
  order_description: 'Standard, a month',
  fee: { currency: 'btc', depositFee: 0.000_001, withdrawalFee: 0, serviceFee: 0 },
};
const READ = {
  orderId: 'a1b2',
  paymentId: '5077125051',
  invoiceId: '4522625843',
  state: 'finished',
  amount: 25,
  currency: 'usd',
  deposit: { parentId: null, coin: 'btc', coinsDue: 0.00040781, coinsPaid: 0.00040781, priceUsd: 25, fiatUsd: 0 },
};
const depositOf = (changes: object) => ({ ...READ, deposit: { ...READ.deposit, ...changes } });

const sign = (text: string, secret = SECRET) => createHmac('sha512', secret).update(text).digest('hex');
const flat = (value: object) =>
  JSON.stringify(Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))));
const sorted = (value: object) => flat({ ...value, ...('fee' in value && { fee: JSON.parse(flat(IPN.fee)) }) });
const read = (text: string, signature?: string) =>
  readNotification({ text, header: (name) => (name === 'x-nowpayments-sig' ? signature : undefined) }, SECRET);

it.each([
  ['now', sorted(IPN)],
  ['in PHP', flat(IPN)],
  ['in JavaScript', JSON.stringify(IPN, Object.keys(IPN).sort())],
])('reads what the provider signed, with a nested fee as %s', (_, signed) => {
  expect(read(JSON.stringify(IPN), sign(signed))).toEqual(READ);
});

it('reads nothing that a formula leaves out of the signature', () => {
  const { order_id: _, ...unordered } = IPN;
  const signature = sign(JSON.stringify(unordered, Object.keys(unordered).sort()));
  const withOrder = { ...unordered, fee: { ...IPN.fee, order_id: 'a1b2' } };
  expect(read(JSON.stringify(withOrder), signature)).toBe('unread');
});

describe('forged', () => {
  const text = JSON.stringify(IPN);
  it.each<[string, string, string | undefined]>([
    ['no signature', text, undefined],
    ['an empty one', text, ''],
    ['another secret', text, sign(sorted(IPN), 'another secret')],
    ['the unsorted body', text, sign(text)],
    ['half of it', text, sign(sorted(IPN)).slice(0, 64)],
    ['more of it', text, `${sign(sorted(IPN))}00`],
    ['of another body', text, sign(sorted({ ...IPN, price_amount: 26 }))],
    ['another amount than was signed', JSON.stringify({ ...IPN, price_amount: 1 }), sign(sorted(IPN))],
    ['another order than was signed', JSON.stringify({ ...IPN, order_id: 'b' }), sign(sorted(IPN))],
    ['one field more', JSON.stringify({ ...IPN, more: 1 }), sign(sorted(IPN))],
    ['no JSON', 'payment_status=finished', sign('payment_status=finished')],
    ['nothing', '', sign('')],
    ['letters beyond ASCII', text, 'é'.repeat(128)],
  ])('%s', (_, body, signature) => expect(read(body, signature)).toBe('forged'));

  it.each(['', 'none', '  none                 '])('everything if the secret is "%s"', (secret) => {
    const raw = { text: JSON.stringify(IPN), header: () => sign(sorted(IPN), secret) };
    expect(nowPayments({ NOWPAYMENTS_IPN_SECRET: secret }).readNotification(raw)).toBe('forged');
  });
});

describe('numbers', () => {
  const withNumbers = (text: string) => text.replace('5077125051', '5077125051123456789').replace(':25,', ':25.0,');
  const long = { ...READ, paymentId: '5077125051123456789' };

  it('as written: a long id is kept exactly', () => {
    expect(read(withNumbers(JSON.stringify(IPN)), sign(withNumbers(sorted(IPN))))).toEqual(long);
  });

  it('signed as JavaScript writes them', () => {
    const signed = sorted(IPN).replace('5077125051', '5077125051123456789');
    expect(read(withNumbers(JSON.stringify(IPN)), sign(signed))).toEqual(long);
  });

  it('the signature of a long id fits no other', () => {
    const other = withNumbers(JSON.stringify(IPN)).replace('6789', '6790');
    expect(read(other, sign(withNumbers(sorted(IPN))))).toBe('forged');
  });
});

describe('signed, and', () => {
  it.each<[string, object, unknown]>([
    ['the amount as text', { price_amount: '25.00' }, READ],
    ['ids as text', { payment_id: '5077125051', invoice_id: '4522625843' }, READ],
    ['no earlier payment', { parent_payment_id: null, payment_status: 'finished' }, { ...READ, state: 'finished' }],
    [
      'money added to an earlier payment',
      { parent_payment_id: 5077125050, actually_paid: 0.0001, actually_paid_at_fiat: 6.13 },
      depositOf({ parentId: '5077125050', coinsPaid: 0.0001, fiatUsd: 6.13 }),
    ],
    ['an empty parent', { parent_payment_id: '' }, READ],
    ['a parent of 0', { parent_payment_id: 0 }, READ],
    ['itself as the parent', { parent_payment_id: 5077125051 }, READ],
    ['a coin in capitals', { pay_currency: 'BTC' }, READ],
    ['money as text', { actually_paid: '0.00020000', pay_amount: '4.0781e-4' }, depositOf({ coinsPaid: 0.0002 })],
    ['amounts that are no numbers', { actually_paid: 'NaN', actually_paid_at_fiat: {} }, depositOf({ coinsPaid: 0 })],
    ['negative amounts', { actually_paid: -1, pay_amount: '-1' }, depositOf({ coinsPaid: 0, coinsDue: 0 })],
    ['an infinite amount', { actually_paid: '1e999' }, depositOf({ coinsPaid: 0 })],
    ['missing amounts', { actually_paid: null, pay_amount: undefined }, depositOf({ coinsPaid: 0, coinsDue: 0 })],
    ['a negative price', { price_amount: -25 }, 'unread'],
    ['a malformed parent', { parent_payment_id: 'a/b' }, 'unread'],
    ['no invoice', { invoice_id: null }, { ...READ, invoiceId: null }],
    ['an unknown state', { payment_status: 'dreaming' }, 'unread'],
    ['no order', { order_id: null }, 'unread'],
    ['an order that is a path', { order_id: '../users/ann' }, 'unread'],
    ['a malformed amount', { price_amount: '25 or so' }, 'unread'],
    ['a malformed payment id', { payment_id: 'a/b' }, 'unread'],
    ['a payment with a fraction', { payment_id: 1.5 }, 'unread'],
    ['a payment named like an object property', { payment_id: 'constructor' }, 'unread'],
    ['a payment called __proto__', { payment_id: '__proto__' }, 'unread'],
    ['a parent named like an object property', { parent_payment_id: 'toString' }, 'unread'],
  ])('%s', (_, changes, notification) => {
    const body = { ...IPN, ...changes };
    expect(read(JSON.stringify(body), sign(sorted(body)))).toEqual(notification);
  });
});
