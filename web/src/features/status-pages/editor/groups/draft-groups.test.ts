import { describe, expect, it } from 'vitest';
import { addComponents, addGroup, type DraftGroup, moveComponent, moveGroup, stepOf } from './draft-groups.ts';

/** Groups by the letters of their components: 'ab c' has two. */
function groupsOf(text: string): DraftGroup[] {
  return text.split(' ').map((letters, index) => ({
    id: `group ${index + 1}`,
    name: '',
    components: [...letters.replace('-', '')].map((id) => ({ id, name: id, monitorId: id, endpointId: null })),
  }));
}

const textOf = (groups: readonly DraftGroup[]) =>
  groups.map(({ components }) => components.map(({ id }) => id).join('') || '-').join(' ');

describe('moving a component to a place', () => {
  it.each([
    ['abc', 'a', 'group 1', 3, 'bca'],
    ['abc', 'a', 'group 1', 2, 'bac'],
    ['abc', 'c', 'group 1', 0, 'cab'],
    ['abc', 'b', 'group 1', 1, 'abc'],
    ['abc', 'b', 'group 1', 2, 'abc'],
    ['ab cd', 'a', 'group 2', 1, 'b cad'],
    ['ab -', 'b', 'group 2', 0, 'a b'],
    ['ab c', 'a', 'group 9', 0, 'ab c'],
    ['ab c', 'x', 'group 2', 0, 'ab c'],
  ])('%s: %s to %s before %i', (before, id, groupId, index, after) => {
    expect(textOf(moveComponent(groupsOf(before), id, { groupId, index }))).toBe(after);
  });
});

describe('moving a component by a step', () => {
  it.each([
    ['abc', 'b', 'up', 'bac'],
    ['abc', 'b', 'down', 'acb'],
    ['ab cd', 'c', 'up', 'abc d'],
    ['ab cd', 'b', 'down', 'a bcd'],
    ['a -', 'a', 'down', '- a'],
    ['abc', 'a', 'up', null],
    ['ab cd', 'd', 'down', null],
  ] as const)('%s: %s %s', (before, id, step, after) => {
    const groups = groupsOf(before);
    const place = stepOf(groups, id, step);
    expect(place && textOf(moveComponent(groups, id, place))).toBe(after);
  });
});

it('moves a group past its neighbour, unless it has none', () => {
  const groups = groupsOf('a b c');
  expect(textOf(moveGroup(groups, 'group 2', 'up'))).toBe('b a c');
  expect(textOf(moveGroup(groups, 'group 2', 'down'))).toBe('a c b');
  expect(moveGroup(groups, 'group 1', 'up')).toBe(groups);
  expect(moveGroup(groups, 'group 3', 'down')).toBe(groups);
});

it('gives each new group and component an id of its own', () => {
  const groups = addGroup(groupsOf('a b').toSpliced(0, 1));
  expect(groups.map(({ id }) => id)).toEqual(['group 2', 'group 3']);
  const added = [
    { name: 'Shop', monitorId: 'm', endpointId: null },
    { name: 'Checkout', monitorId: 'm', endpointId: 'e' },
  ];
  expect(addComponents(groups, 'group 3', added)[1]?.components.map(({ id }) => id)).toEqual([
    'monitor m',
    'endpoint e',
  ]);
});
