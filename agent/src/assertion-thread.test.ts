import type { Assertion } from '@farwatch/core/values/http-check/assertion';
import { expect, test } from 'vitest';
import { AssertionThread } from './assertion-thread.ts';
import type { AnswerToEvaluate } from './probe/http/evaluate-answer.ts';
import { ProcessorShares } from './schedule/processor-shares.ts';

const { signal: never } = new AbortController();

function answerOf(body: string, ...assertions: Assertion[]): AnswerToEvaluate {
  return { check: { assertions }, cookies: [], headers: [], body: Buffer.from(body), contentType: 'text/plain' };
}

const WELL = answerOf('well', { source: 'body', op: 'matches', value: '^wel+$' });
const WELL_EVALUATED = { evaluated: { error: null, failed: [], text: 'well', isCut: false } };

/** It takes a second of processor time and tens of MiB: the same value may be visited only so often, but is large. */
const LARGE = `{${Array.from({ length: 50_000 }, (_, index) => `"k${index}":[1,{}]`).join(',')}}`;
const HOSTILE = answerOf(LARGE, { source: 'json', path: '$..*', op: 'equals', value: 'nothing' });

test('answers are evaluated as in the main thread', async () => {
  const thread = new AssertionThread(new ProcessorShares());
  expect(await thread.evaluate(WELL, 'o1', never)).toEqual(WELL_EVALUATED);
  const secret = { name: 'x-key', value: 'sesame', secret: true };
  const refused = answerOf('{"key":"sesame"}', { source: 'json', path: '$.key', op: 'equals', value: 'x' });
  const answer = { ...refused, check: { ...refused.check, headers: [secret] } };
  expect(await thread.evaluate(answer, 'o1', never)).toMatchObject({
    evaluated: { error: 'assertion', failed: [{ received: '••••' }] },
  });
});

test('the main thread runs on while an answer is evaluated', async () => {
  const thread = new AssertionThread(new ProcessorShares());
  await thread.evaluate(WELL, 'o1', never);
  let turns = 0;
  let isDone = false;
  const count = () => {
    turns += 1;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  await thread.evaluate(HOSTILE, 'o1', never);
  isDone = true;
  expect(turns).toBeGreaterThan(100);
});

test.each([
  ['processor time', { processorMs: 200, heapMiB: 128 }],
  ['memory', { processorMs: 60_000, heapMiB: 16 }],
])('an answer that takes too much %s fails alone', async (_what, limits) => {
  const thread = new AssertionThread(new ProcessorShares(), limits);
  const outcomes = await Promise.all(
    [WELL, HOSTILE, WELL].map((answer, index) => thread.evaluate(answer, `o${index}`, never)),
  );
  expect(outcomes).toEqual([WELL_EVALUATED, { failure: 'tooComplex' }, WELL_EVALUATED]);
});

test('who has used the least comes first, and what is stopped is dropped', async () => {
  const thread = new AssertionThread(new ProcessorShares());
  const order: string[] = [];
  const stop = new AbortController();
  const evaluate = (answer: AnswerToEvaluate, ownerId: string, signal = never) =>
    thread.evaluate(answer, ownerId, signal).then(() => order.push(ownerId));
  const all = [
    ...Array.from({ length: 3 }, () => evaluate(HOSTILE, 'greedy')),
    evaluate(HOSTILE, 'stopped', stop.signal),
    evaluate(WELL, 'neighbour'),
    evaluate(WELL, 'other'),
  ];
  stop.abort();
  await Promise.all(all);
  expect(order).toEqual(['stopped', 'greedy', 'neighbour', 'other', 'greedy', 'greedy']);
});
