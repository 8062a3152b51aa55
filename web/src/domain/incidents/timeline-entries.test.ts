import { expect, it } from 'vitest';
import { newestFirst } from './timeline-entries.ts';

const step = (name: string, createdAt: number) => ({ name, createdAt });

it('orders steps by time, and those of one second as they happened', () => {
  const updates = [step('opened', 5900), step('widened', 5100), step('recovered', 9000)];
  const actions = [step('acknowledged', 5500), step('noted', 9001)];
  expect(newestFirst(updates, actions).map(({ name }) => name)).toEqual([
    ...['noted', 'recovered', 'acknowledged', 'widened', 'opened'],
  ]);
});
