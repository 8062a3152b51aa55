import { expect, it } from 'vitest';
import { plannedSample } from '../testing/planned.ts';
import type { Planned } from './plan.ts';
import { Siblings } from './siblings.ts';

const planned = (key: string, changes: Partial<Planned> = {}) =>
  plannedSample(key, { key, url: `https://shop.farwatch.test/${key}`, ...changes });

function siblingsOf(all: readonly Planned[]) {
  const siblings = new Siblings();
  siblings.follow(new Map(all.map((each) => [each.key, each])));
  return siblings;
}

it('are the owner’s endpoints of the same host, whatever their scheme and port', () => {
  const siblings = siblingsOf([
    planned('a'),
    planned('b', { url: 'tcp://shop.farwatch.test:25' }),
    planned('c', { url: 'http://SHOP.farwatch.test.:8080/' }),
    planned('other', { ownerId: 'o2' }),
    planned('away', { url: 'https://www.farwatch.test/' }),
  ]);
  expect(siblings.take(planned('a'), () => true, 0).sort()).toEqual(['b', 'c']);
  expect(siblings.take(planned('a'), (key) => key !== 'b', 10_000)).toEqual(['c']);
});

it('are at most 20 with one endpoint, those first that are due last, and 60 at once of an owner', () => {
  const all = Array.from({ length: 40 }, (_, index) => planned(`e${index}`, { dueAt: index }));
  const siblings = siblingsOf(all);
  const take = (nowMs: number) => siblings.take(planned('e0'), () => true, nowMs);
  expect(take(0)).toEqual(Array.from({ length: 20 }, (_, index) => `e${39 - index}`));
  // Not again within ten seconds, in which one token comes back.
  expect([9_999, 10_000, 20_000, 30_000, 40_000].map((nowMs) => take(nowMs).length)).toEqual([0, 20, 20, 3, 1]);
  expect(siblingsOf(all).take(planned('e0', { ownerId: 'o2' }), () => true, 0)).toEqual([]);
});

it('are what else it depends on, though its host was looked at for another', () => {
  const all = [
    planned('home'),
    planned('shop', { monitorId: 'm2', dependsOn: ['storage'] }),
    planned('cart', { monitorId: 'm2', dependsOn: ['storage'] }),
    planned('disk', { url: 'https://disk.farwatch.test/', monitorId: 'storage' }),
  ];
  const siblings = siblingsOf(all);
  const take = (index: number) => siblings.take(all[index] ?? planned(''), () => true, 0);
  expect(take(0).sort()).toEqual(['cart', 'shop']);
  expect(take(1)).toEqual(['disk']);
  expect(take(2)).toEqual([]);
});

it('follow another plan', () => {
  const siblings = siblingsOf([planned('a'), planned('b')]);
  expect(siblings.take(planned('a'), () => true, 0)).toEqual(['b']);
  siblings.follow(new Map([['c', planned('c')]]));
  expect(siblings.take(planned('a'), () => true, 10_000)).toEqual(['c']);
});

it('are what its monitor depends on, first, and what depends on it', () => {
  const at = (name: string) => ({ url: `https://${name}.farwatch.test/`, monitorId: name });
  const all = [
    planned('gate', at('gateway')),
    planned('lan', at('gateway')),
    planned('disk', at('storage')),
    planned('shop', { ...at('shop'), dependsOn: ['gateway/gate', 'storage'] }),
    planned('cart', { ...at('shop'), dependsOn: ['gateway/gate', 'storage'], dueAt: 9 }),
    planned('blog', { ...at('blog'), dependsOn: ['gateway'] }),
    planned('other', { ...at('gateway'), ownerId: 'o2' }),
  ];
  const around = (key: string) =>
    siblingsOf(all).take(all.find((each) => each.key === key) ?? planned(''), () => true, 0);
  expect(around('shop')).toEqual(['gate', 'disk', 'cart']);
  expect(around('gate').sort()).toEqual(['blog', 'cart', 'lan', 'shop']);
  expect(around('disk').sort()).toEqual(['cart', 'shop']);
  expect(around('blog')).toEqual(['gate', 'lan']);
});

it('of a host are the same if all were taken, and none has changed since', () => {
  const siblings = siblingsOf([
    planned('a'),
    planned('b'),
    planned('c'),
    planned('x', { url: 'https://x.farwatch.test/' }),
  ]);
  const same = (key: string) => siblings.areSame(key, (each, sinceMs) => each !== 'c' || sinceMs === 20_000);
  expect(same('a')).toBe(false);
  siblings.take(planned('a'), () => true, 0);
  expect(same('a')).toBe(false);
  siblings.take(planned('b'), () => true, 10);
  expect(siblings.areSame('b', () => true)).toBe(false);
  siblings.take(planned('a'), (key) => key !== 'b', 10_000);
  expect(siblings.areSame('a', () => true)).toBe(false);
  siblings.take(planned('a'), () => true, 20_000);
  expect(same('a')).toBe(true);
  // One that has been down for long is no reason to wait.
  const isDown = (key: string) => key === 'b';
  siblings.take(planned('a'), (key) => !isDown(key), 30_000, isDown);
  expect(siblings.areSame('a', (each) => each === 'c')).toBe(true);
  siblings.take(
    planned('a'),
    (key) => !isDown(key) && key !== 'c',
    40_000,
    (key) => isDown(key) || key === 'c',
  );
  expect(siblings.areSame('a', () => false)).toBe(true);
  // Of one without others here nothing is known: they may be checked from other locations.
  siblings.take(planned('x', { url: 'https://x.farwatch.test/' }), () => true, 40_000);
  expect(siblings.areSame('x', () => true)).toBe(false);
});
