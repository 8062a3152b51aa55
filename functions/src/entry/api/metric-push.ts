import { type MetricPushAnswer, metricsCalls } from '@farwatch/core/contracts/api/metrics';
import { DONE, isoOf } from '@farwatch/core/contracts/api/parts';
import type { MetricPush, PushTarget } from '@farwatch/core/documents/metric-push';
import { DELIVERY_ERRORS, deliveryErrorCode } from '@farwatch/core/values/channels/delivery-failures';
import { maskSecret, resolveSecret } from '@farwatch/core/values/channels/secret';
import { sendOtlp } from '../../domain/metrics/send-otlp.ts';
import { metricPushes } from '../../platform/db/collections.ts';
import { changeInTransaction } from '../../platform/db/read-then-write.ts';
import type { Run } from '../../platform/db/run.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { route } from '../../platform/http/route.ts';

export const getMetricPush = route(metricsCalls.push, {
  run: async (run, { accountId }) => answerOf(await readPush(run, accountId)),
});

export const saveMetricPush = route(metricsCalls.savePush, {
  run: async (run, { accountId }, { body: { target } }) => {
    const ref = metricPushes.ref(run.db, accountId);
    const saved = await changeInTransaction(run, async (tx, unchanged) => {
      const stored = metricPushes.read(await tx.get(ref));
      if (target === null) {
        if (stored === null) return unchanged(null);
        tx.delete(ref);
        return null;
      }
      const given = withSecrets(target, stored, 'target.headers');
      const push = stored ? retargeted(stored, given, run.nowMs) : newPush(accountId, given, run.nowMs);
      tx.set(ref, metricPushes.toDocument(push));
      return push;
    });
    return answerOf(saved);
  },
});

export const testMetricPush = route(metricsCalls.testPush, {
  run: async (run, { accountId }, { body }) => {
    const result = await sendOtlp(withSecrets(body, await readPush(run, accountId), 'headers'), {
      resourceMetrics: [],
    });
    if (result.outcome === 'sent') return DONE;
    const code = deliveryErrorCode(result.code);
    throw new ApiError(code, {
      details: DELIVERY_ERRORS[code].advice,
      technicalDetails: result.reason,
      ...('retryAfterSec' in result && { retryAfterSec: result.retryAfterSec }),
    });
  },
});

async function readPush(run: Run, accountId: string): Promise<MetricPush | null> {
  return metricPushes.read(await metricPushes.ref(run.db, accountId).get());
}

/**
 * Returns the target with the stored values that its masks stand for. At another URL they stand for none, so that no
 * client that may change the target can have them sent elsewhere. Throws ApiError invalid for a mask without a value.
 */
function withSecrets(target: PushTarget, stored: PushTarget | null, path: string): PushTarget {
  const known = new Map(
    stored?.url === target.url ? stored.headers.map(({ name, value }) => [name.toLowerCase(), value]) : [],
  );
  const headers = target.headers.map(({ name, value }) => ({
    name,
    value: resolveSecret(value, known.get(name.toLowerCase()) ?? ''),
  }));
  const missing = headers.flatMap(({ value }, index) =>
    value === '' ? [{ path: `${path}.${index}.value`, message: 'has to be entered again' }] : [],
  );
  if (missing.length > 0) throw new ApiError('invalid', { details: missing });
  return { ...target, headers };
}

function newPush(ownerId: string, target: PushTarget, nowMs: number): MetricPush {
  const empty = { pushed: {}, lastSentAt: null, failure: null, rejected: null };
  return { ...target, ...empty, ownerId, dueAt: nowMs, readFrom: nowMs, createdAt: nowMs };
}

/** What waits goes to the new target, at once. */
function retargeted({ stuck: _, ...stored }: MetricPush, target: PushTarget, nowMs: number): MetricPush {
  return { ...stored, ...target, dueAt: nowMs, failure: null, rejected: null };
}

function answerOf(push: MetricPush | null): MetricPushAnswer {
  if (push === null) return { target: null, lastSentAt: null, failure: null, rejected: null };
  const { url, headers, lastSentAt, failure, rejected } = push;
  return {
    target: { url, headers: headers.map(({ name, value }) => ({ name, value: maskSecret(value) })) },
    lastSentAt: isoOf(lastSentAt),
    failure: failure && {
      reason: failure.reason,
      since: isoOf(failure.since),
      retryAt: isoOf(failure.retryAt),
    },
    rejected: rejected && { reason: rejected.reason, at: isoOf(rejected.at) },
  };
}
