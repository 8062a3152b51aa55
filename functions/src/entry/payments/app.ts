import type { IncomingMessage } from 'node:http';
import { addressOf } from '@farwatch/core/contracts/api/call';
import { toApiNames } from '@farwatch/core/contracts/api/names';
import { DONE } from '@farwatch/core/contracts/api/parts';
import { paymentCalls } from '@farwatch/core/contracts/api/payments';
import type { Payment } from '@farwatch/core/documents/payment';
import { PAYMENT } from '@farwatch/core/values/limits';
import { type Rate, READ_RATE } from '@farwatch/core/values/token-bucket';
import express, { type Express, type Request, type RequestHandler } from 'express';
import type { Auth } from 'firebase-admin/auth';
import { error as logError } from 'firebase-functions/logger';
import { orderStatus } from '../../domain/payments/claims.ts';
import { createOrder, orderRequestOf, type PaymentDeps } from '../../domain/payments/create-order.ts';
import { takeNotification } from '../../domain/payments/orders.ts';
import { ensureUser } from '../../domain/users/ensure-user.ts';
import type { Run } from '../../platform/db/run.ts';
import { authenticate, type Caller, enterAccount } from '../../platform/http/authenticate.ts';
import { ApiError, answerError } from '../../platform/http/errors.ts';
import { cors, jsonBody, setPrivateHeaders } from '../../platform/http/middleware.ts';
import { type ReadRequest, readBody } from '../../platform/http/read-body.ts';
import { requestLimit } from '../../platform/http/request-limit.ts';
import { visitorLimit } from '../../platform/http/visitor-limit.ts';

export type PaymentsApp = Express;
type PaymentsDeps = PaymentDeps & { newRun: () => Run; auth: Auth };

/** The function `payments` as an Express application: orders from browsers, notifications from the payment provider. */
export function paymentsApp(deps: PaymentsDeps): PaymentsApp {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.use(setPrivateHeaders, cors(deps.env));
  app.post(addressOf(paymentCalls.order, {}), jsonBody, create(deps));
  app.post(addressOf(paymentCalls.orderStatus, {}), jsonBody, status(deps));
  app.post('/payment/ipn', takeIpn(deps));
  app.use(() => {
    throw new ApiError('not_found');
  });
  app.use(answerError);
  return app;
}

/** For one account or signed-out visitor: a burst of twenty, then two a minute. */
const ORDERS_OF_EACH: Rate = { burst: 20, perSec: 1 / 30 };
/** For all signed-out callers together: addresses are easy to get, and each order creates an invoice. */
const ORDERS_OF_VISITORS: Rate = { burst: 200, perSec: 1 };

type OrderLimits = { take(request: IncomingMessage, accountId: string | null, nowMs: number): void };

/** Limits orders in this instance's memory; `take` throws ApiError too_many_requests. */
function orderLimits(): OrderLimits {
  const accounts = requestLimit(ORDERS_OF_EACH);
  const visitors = visitorLimit(ORDERS_OF_EACH);
  const anonymous = requestLimit(ORDERS_OF_VISITORS);
  return {
    take(request, accountId, nowMs) {
      if (accountId !== null) return accounts.take(accountId, nowMs);
      visitors.take(request, nowMs);
      anonymous.take('', nowMs);
    },
  };
}

function create({ newRun, auth, ...deps }: PaymentsDeps): RequestHandler {
  const limits = orderLimits();
  return async (request, response) => {
    const run = newRun();
    const caller = await callerOf(run, auth, request);
    // Validated before it is counted: invalid orders must not use up the shared limit.
    const order = orderRequestOf(request.body, deps.env);
    limits.take(request, caller?.accountId ?? null, run.nowMs);
    if (caller) await ensureUser(run, caller);
    const answer = await createOrder(run, deps, caller?.accountId ?? null, order);
    response.json(toApiNames(paymentCalls.order.output, answer));
  };
}

function status({ newRun }: PaymentsDeps): RequestHandler {
  const visitors = visitorLimit(READ_RATE);
  return async (request, response) => {
    const run = newRun();
    visitors.take(request, run.nowMs);
    response.json(toApiNames(paymentCalls.orderStatus.output, await orderStatus(run, request.body)));
  };
}

/**
 * The caller in the account that the request names, which they must own. Null if signed out or not verified yet: such an
 * account can claim the order later. Throws ApiError forbidden.
 */
async function callerOf(run: Run, auth: Auth, { headers }: Request): Promise<Caller | null> {
  if (headers.authorization === undefined) return null;
  try {
    const named = headers['x-account'];
    const caller = await enterAccount(run, await authenticate(auth, headers), named && String(named), 'owner');
    if (caller.accountRole !== 'owner') throw new ApiError('forbidden');
    return caller;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'unverified') return null;
    if (error instanceof ApiError && error.code === 'not_a_member') throw new ApiError('forbidden');
    throw error;
  }
}

function takeIpn({ newRun, provider }: PaymentsDeps): RequestHandler {
  return async (request, response) => {
    const raw = { text: await notificationOf(request), header: (name: string) => request.header(name) };
    const notification = provider.readNotification(raw);
    if (notification === 'forged') throw new ApiError('forbidden');
    if (notification === 'unread') throw new ApiError('invalid');
    const run = newRun();
    const result = await takeNotification(run, notification);
    if (typeof result === 'object' && result.paid) await sendReceipt(run, result.paid);
    if (typeof result === 'object' || result === 'duplicate') return void response.json(DONE);
    // Signed, but it does not match an order: a person has to look at it.
    logError(`payment ${notification.paymentId} for order ${notification.orderId}: ${result}`);
    throw new ApiError(result === 'unknown' ? 'not_found' : 'invalid');
  };
}

/** Loaded when it is needed: the provider takes a late answer for a failure, and this part is large. */
async function sendReceipt(run: Run, paid: Payment): Promise<void> {
  const { mailReceipt } = await import('../../domain/payments/mail-receipt.ts');
  await mailReceipt(run, paid);
}

/** The raw body, which is what the provider has signed. */
async function notificationOf(request: ReadRequest): Promise<string> {
  await readBody(request, { bytes: PAYMENT.notificationBytes, values: null });
  const { rawBody = Buffer.alloc(0), bodyRefusal } = request;
  if (bodyRefusal === 'too_large' || rawBody.length > PAYMENT.notificationBytes) throw new ApiError('too_large');
  return rawBody.toString('utf8');
}
