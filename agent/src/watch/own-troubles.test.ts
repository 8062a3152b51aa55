import { MINUTE_MS, SECOND_MS } from '@farwatch/core/time';
import { expect, test } from 'vitest';
import { KnowledgeBook } from './knowledge.ts';
import { OwnTroubles } from './own-troubles.ts';

const planned = (endpoint: string, generation = 1) => ({ key: `o1/${endpoint}`, generation });
const UP = { up: true, since: 1, statusCode: 200, error: null };

function start() {
  const knowledge = new KnowledgeBook();
  const places: number[] = [];
  const troubles = new OwnTroubles({ knowledge, places: 64, sleptMs: () => 0, onPlaces: (now) => places.push(now) });
  return { knowledge, troubles, places };
}

test('tries again soon, and more rarely the longer it lasts', () => {
  const { troubles } = start();
  const waits = Array.from({ length: 8 }, (_, index) => troubles.note(planned('e1'), 'resolver', index).retryInMs);
  expect(waits).toEqual([2, 4, 8, 16, 32, 60, 60, 60].map((sec) => sec * SECOND_MS));
});

test('what depends on the target is tried once more, and then at its interval', () => {
  const { troubles } = start();
  expect(troubles.note(planned('e1'), 'no-ipv6', 0).retryInMs).toBe(2 * SECOND_MS);
  expect(troubles.note(planned('e1'), 'no-ipv6', 2 * SECOND_MS).retryInMs).toBeNull();
});

test('a verdict is withdrawn after five minutes, once', () => {
  const { troubles, knowledge } = start();
  knowledge.learn('o1/e1', { verdict: UP, doubtSince: null });
  const at = (ms: number) => troubles.note(planned('e1'), 'sinkhole', ms).isNews;
  expect([0, 1, 5 * MINUTE_MS - 1].map(at)).toEqual([false, false, false]);
  expect(knowledge.verdictOf('o1/e1')).toEqual(UP);
  expect([5 * MINUTE_MS, 6 * MINUTE_MS].map(at)).toEqual([true, false]);
  expect(knowledge.verdictOf('o1/e1')).toBeNull();
  expect(knowledge.withdrawalOf('o1/e1')).toEqual({ reason: 'sinkhole', since: 0 });
});

test('without a verdict the second time is enough where it depends on the target, and is told under each generation', () => {
  const { troubles, knowledge } = start();
  const news = (generation: number) => troubles.note(planned('e1', generation), 'refused-address', 7).isNews;
  expect([news(1), news(1), news(1), news(2), news(2)]).toEqual([false, true, false, true, false]);
  expect(troubles.note(planned('e2'), 'descriptors', 7).isNews).toBe(false);
  expect(troubles.note(planned('e2'), 'descriptors', 8).isNews).toBe(false);
  knowledge.learn('o1/e1', { verdict: UP, doubtSince: null });
  expect(knowledge.withdrawalOf('o1/e1')).toBeNull();
});

test('a verdict of before is not brought up under another generation by a check that was hindered', () => {
  const { troubles, knowledge } = start();
  knowledge.learn('o1/e1', { verdict: UP, doubtSince: null });
  expect(troubles.note(planned('e1', 2), 'frozen', 0).isNews).toBe(false);
});

test('without a network nothing is withdrawn', () => {
  const { troubles, knowledge } = start();
  knowledge.learn('o1/e1', { verdict: UP, doubtSince: null });
  for (const ms of [0, 10 * MINUTE_MS]) expect(troubles.note(planned('e1'), 'no-network', ms).isNews).toBe(false);
});

test('after a shortage fewer checks run at a time, for ten minutes at least', () => {
  const { troubles, places } = start();
  for (const ms of [0, 1, 2]) troubles.note(planned(`e${ms}`), 'descriptors', ms);
  expect(places).toEqual([32]);
  troubles.note(planned('e1'), 'ports', SECOND_MS);
  expect(places).toEqual([32, 16]);
  for (const minute of [9, 12, 13, 23]) troubles.clear('o1/e1', minute * MINUTE_MS);
  expect(places).toEqual([32, 16, 32, 64]);
});

test('is told while it lasts and for some minutes after, without what the guard refuses', () => {
  const { troubles } = start();
  troubles.note(planned('e1'), 'resolver', 0);
  troubles.note(planned('e2'), 'refused-address', 0);
  expect(troubles.list(10 * MINUTE_MS)).toEqual(['resolver']);
  expect(troubles.countUnchecked()).toBe(1);
  troubles.clear('o1/e1', MINUTE_MS);
  expect([2, 3].map((minute) => troubles.list(minute * MINUTE_MS))).toEqual([['resolver'], []]);
  expect(troubles.countUnchecked()).toBe(0);
});
