import { orderInputSchema } from '@farwatch/core/contracts/api/payments';
import { expect, it } from 'vitest';
import { invoiceAddress, orderRequest } from './order-request.ts';

const origin = 'https://farwatch.test';
const nowMs = Date.parse('2026-11-20T12:05:40Z');

it('builds an order that returns to the same plan', () => {
  const request = orderRequest({ name: 'Professional', price: 20 }, { origin, language: null, account: null }, nowMs);
  expect(orderInputSchema.parse(request)).toEqual({
    price: 20,
    currency: 'USD',
    planName: 'Professional',
    orderId: 'Professional-202611201205',
    orderDescription: 'Professional, Monthly subscription',
    successUrl: 'https://farwatch.test/payment-success',
    cancelUrl: 'https://farwatch.test/checkout?planName=Professional&planPrice=20&cancelled=1',
  });
});

it('returns in the language of the address', () => {
  const request = orderRequest({ name: 'Standard', price: 25 }, { origin, language: 'cn', account: null }, nowMs);
  expect(request.successUrl).toBe('https://farwatch.test/payment-success?lng=cn');
  expect(request.cancelUrl).toContain('&lng=cn&');
});

it('returns to the account that is paid for', () => {
  const request = orderRequest({ name: 'Standard', price: 25 }, { origin, language: null, account: 'olga' }, nowMs);
  expect(orderInputSchema.parse(request).successUrl).toBe('https://farwatch.test/payment-success?account=olga');
  expect(request.cancelUrl).toContain('&account=olga&');
});

it.each([
  ['https://pay.test/invoice/1', 'https://pay.test/invoice/1'],
  ['http://localhost:5802/invoice/1', 'http://localhost:5802/invoice/1'],
  ['javascript:alert(1)', null],
  ['/invoice/1', null],
  ['', null],
])('opens %s as %s', (url, expected) => {
  expect(invoiceAddress(url)).toBe(expected);
});
