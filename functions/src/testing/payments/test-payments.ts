import { addressOf } from '@farwatch/core/contracts/api/call';
import { type OrderAnswer, paymentCalls } from '@farwatch/core/contracts/api/payments';
import type { Payment, PaymentRecord } from '@farwatch/core/documents/payment';
import type { Plan } from '@farwatch/core/documents/user';
import { nowPayments } from '../../domain/payments/providers/nowpayments/nowpayments.ts';
import { paymentsApp } from '../../entry/payments/app.ts';
import { paymentRecords, payments, RECORD_ID, users } from '../../platform/db/collections.ts';
import { checkAnswer } from '../api/check-answer.ts';
import { listen } from '../api/listen.ts';
import type { TestUser } from '../api/sign-in.ts';
import { newTestApi, type TestApi } from '../api/test-api.ts';
import { standInAddress } from '../stand-in-address.ts';
import { T0 } from '../test-project.ts';

type Json = Record<string, unknown>;
type SentNotifications = {
  states: string[];
  repeat?: number;
  at_once?: boolean;
  added?: boolean;
  share?: number;
  signature?: string;
  changes?: Json;
  forged?: Json;
};

/**
 * The API and the payments function on real sockets, the latter through the proxy (firestore-proxy.ts), and the
 * stand-in for the provider, which notifies the function.
 */
export type TestPayments = {
  api: TestApi;
  env: NodeJS.ProcessEnv;
  origin: string;
  /** Requests an order as this user, or signed out; by default Standard at 25. */
  requestOrder(
    user: TestUser | null,
    changes?: Json,
    headers?: Record<string, string>,
  ): Promise<{ status: number; body: unknown }>;
  /** Creates an order; throws if it is refused. */
  createOrder(user: TestUser | null, changes?: Json): Promise<OrderAnswer>;
  /** Makes the provider send notifications about an order; returns the statuses of the answers, in order. */
  notify(order: OrderAnswer, sending: SentNotifications): Promise<number[]>;
  readOrder(order: OrderAnswer): Promise<{ payment: Payment | null; record: PaymentRecord | null }>;
  readPlan(user: TestUser): Promise<Plan | null>;
  setProviderMode(mode: Json): Promise<void>;
  close(): Promise<void>;
};

export async function newTestPayments(): Promise<TestPayments> {
  const api = await newTestApi();
  const { NOWPAYMENTS_API_KEY, NOWPAYMENTS_IPN_SECRET } = process.env;
  const provider = standInAddress('FARWATCH_PAYMENTS');
  const env: NodeJS.ProcessEnv = {
    GCLOUD_PROJECT: 'acme',
    NOWPAYMENTS_API_ROOT: provider,
    ...{ NOWPAYMENTS_API_KEY, NOWPAYMENTS_IPN_SECRET },
  };
  const newRun = () => api.project.viaProxy(api.clock.nowMs);
  const server = await listen(paymentsApp({ newRun, auth: api.auth, provider: nowPayments(env), env }));
  const { origin } = server;
  env.PUBLIC_ORIGINS = origin;
  const { db } = api.project.run(T0);

  const requestOrder: TestPayments['requestOrder'] = async (user, changes = {}, headers = {}) => {
    const response = await fetch(`${origin}${addressOf(paymentCalls.order, {})}`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        ...(user && { Authorization: `Bearer ${user.token}` }),
        ...headers,
      },
      body: JSON.stringify({ ...orderInput(origin), ...changes }),
    });
    const { status } = response;
    const body: unknown = await response.json();
    return { status, body: checkAnswer(paymentCalls.order, { status, body }) };
  };
  return {
    api,
    env,
    origin,
    requestOrder,
    createOrder: async (user, changes) => {
      const { status, body } = await requestOrder(user, changes);
      if (status !== 200) throw new Error(JSON.stringify(body));
      return body as OrderAnswer;
    },
    notify: async ({ invoiceUrl }, sending) => {
      const { pathname } = new URL(invoiceUrl);
      const sent = await post(`${provider}${pathname.replace('/invoice/', '/invoices/')}/notify`, sending);
      return (sent as { status: number }[]).map(({ status }) => status);
    },
    readOrder: async ({ id }) => ({
      payment: payments.read(await payments.ref(db, id).get()),
      record: paymentRecords.read(await paymentRecords.ref(db, RECORD_ID, id).get()),
    }),
    readPlan: async ({ uid }) => users.read(await users.ref(db, uid).get())?.plan ?? null,
    setProviderMode: async (mode) => void (await post(`${provider}/mode`, mode)),
    close: async () => {
      await server.close();
      await api.close();
    },
  };
}

function orderInput(origin: string) {
  return {
    price: 25,
    currency: 'USD',
    orderId: 'Standard-202611201200',
    orderDescription: 'Standard, a month',
    successUrl: `${origin}/payment-success`,
    cancelUrl: `${origin}/checkout`,
  };
}

async function post(url: string, body: unknown): Promise<unknown> {
  const response = await fetch(url, { method: 'POST', body: JSON.stringify(body) });
  if (!response.ok) throw new Error(await response.text());
  return response.json();
}
