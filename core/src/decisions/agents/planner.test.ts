import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../values/limits.ts';
import { loadOf } from './load.ts';
import { type Move, type PlannedAgent, type PlannedAssignment, placeAssignment, planAssignments } from './planner.ts';

const MAX = LIMITS.endpointsPerAgent;

function agents(...ids: string[]): PlannedAgent[] {
  return ids.map((id) => ({ id: id.replace('~', ''), active: !id.startsWith('~') }));
}

/** 'a:200' is an assignment of 200 endpoints to agent a, '-:200' one without an agent; ids are o1, o2, … in order. */
function assigned(...texts: string[]): PlannedAssignment[] {
  return texts.map((text, index) => {
    const [agentId = '-', count] = text.split(':');
    return planned({ id: `o${index + 1}`, agentId: agentId === '-' ? null : agentId, count: Number(count) });
  });
}

/** An assignment of plain checks every ten minutes. */
function planned<Given extends { count: number }>(given: Given) {
  return { ...given, plannedChecks: given.count, features: [] as string[] };
}

function texts(moves: Move[]): string[] {
  return moves.map(({ assignmentId, from, to }) => `${assignmentId} ${from ?? '-'}>${to ?? '-'}`).sort();
}

describe('which agent gets what; ~ marks a silent agent', () => {
  it.each<{ rule: string; agents: PlannedAgent[]; assignments: PlannedAssignment[]; moves: string[] }>([
    { rule: 'no assignments', agents: agents('a'), assignments: [], moves: [] },
    { rule: 'no agents', agents: [], assignments: assigned('-:10'), moves: [] },
    {
      rule: 'an orphan goes to the active agent',
      agents: agents('a'),
      assignments: assigned('-:10'),
      moves: ['o1 ->a'],
    },
    {
      rule: 'assignments stay while their agent is active, though the loads differ',
      agents: agents('a', 'b'),
      assignments: assigned('a:300', 'b:200'),
      moves: [],
    },
    {
      rule: 'an orphan goes to the least loaded',
      agents: agents('a', 'b'),
      assignments: assigned('a:100', 'b:60', '-:10'),
      moves: ['o3 ->b'],
    },
    {
      rule: 'the largest orphan chooses first',
      agents: agents('a', 'b'),
      assignments: assigned('a:50', 'b:40', '-:10', '-:100'),
      moves: ['o3 ->a', 'o4 ->b'],
    },
    {
      rule: 'an assignment of a silent agent is taken over',
      agents: agents('~a', 'b'),
      assignments: assigned('a:10', 'b:10'),
      moves: ['o1 a>b'],
    },
    {
      rule: 'without an active agent it waits with its silent one',
      agents: agents('~a', '~b'),
      assignments: assigned('a:10', 'b:10'),
      moves: [],
    },
    {
      rule: 'without an active agent, the assignment of a deleted agent has none',
      agents: agents('~b'),
      assignments: assigned('a:10', 'b:10'),
      moves: ['o1 a>-'],
    },
    {
      rule: 'an agent takes up to 5,000 endpoints exactly',
      agents: agents('a'),
      assignments: assigned(`a:${MAX - 10}`, '-:10'),
      moves: ['o2 ->a'],
    },
    {
      rule: 'beyond 5,000 endpoints it stays without an agent',
      agents: agents('a'),
      assignments: assigned(`a:${MAX - 10}`, '-:11', '-:10'),
      moves: ['o3 ->a'],
    },
    {
      rule: 'what fits no other agent waits with its silent agent',
      agents: agents('a', '~b'),
      assignments: assigned(`a:${MAX}`, 'b:1'),
      moves: [],
    },
    {
      rule: 'an underloaded agent takes over its share and no more',
      agents: agents('a', 'new'),
      assignments: assigned('a:100', 'a:100', 'a:100', 'a:100'),
      moves: ['o1 a>new', 'o2 a>new'],
    },
    {
      rule: 'an underloaded agent takes from those above the share only',
      agents: agents('a', 'b', 'new'),
      assignments: assigned('a:100', 'a:100', 'a:100', 'a:100', 'b:100', 'b:100'),
      moves: ['o1 a>new', 'o2 a>new'],
    },
    {
      rule: 'one assignment is not worth moving',
      agents: agents('a', 'new'),
      assignments: assigned('a:200'),
      moves: [],
    },
    {
      rule: 'an assignment larger than the share is not moved',
      agents: agents('a', 'new'),
      assignments: assigned('a:300', 'a:60'),
      moves: ['o2 a>new'],
    },
    {
      rule: 'two new agents share',
      agents: agents('a', 'm', 'n'),
      assignments: assigned('a:50', 'a:50', 'a:50', 'a:50', 'a:50', 'a:50'),
      moves: ['o1 a>m', 'o2 a>n', 'o3 a>m', 'o4 a>n'],
    },
    {
      rule: 'new agents share what they can, though each assignment exceeds the even share',
      agents: agents('a', 'm', 'n', 'o', 'p'),
      assignments: assigned('a:200', 'a:200', 'a:200'),
      moves: ['o1 a>m', 'o2 a>n'],
    },
    {
      rule: 'an idle agent takes from one below the share if only that one has several',
      agents: agents('a', 'b', 'm'),
      assignments: assigned('a:5000', 'b:5', 'b:5'),
      moves: ['o2 b>m'],
    },
    {
      rule: 'no underloaded agent takes from another',
      agents: agents('a', 'm', 'n'),
      assignments: assigned('a:500', 'a:500', 'n:40', 'n:40', 'n:40'),
      moves: ['o1 a>m'],
    },
    {
      rule: 'an agent back after its work was taken over gets its share again',
      agents: agents('a', 'b'),
      assignments: assigned('b:30', 'b:30', 'b:30', 'b:30'),
      moves: ['o1 b>a', 'o2 b>a'],
    },
    {
      rule: 'one that grew beyond 5,000 gives the smallest that another has capacity for',
      agents: agents('a', 'b'),
      assignments: assigned(`a:${MAX - 100}`, 'a:150', 'a:60', 'b:4000'),
      moves: ['o2 a>b', 'o3 a>b'],
    },
    {
      rule: 'one that grew beyond 5,000 keeps what fits no other agent',
      agents: agents('a', 'b'),
      assignments: assigned(`a:${MAX}`, 'a:150', `b:${MAX - 100}`),
      moves: [],
    },
    {
      rule: 'one that has 5,000 exactly keeps them all',
      agents: agents('a', 'b'),
      assignments: assigned(`a:${MAX - 100}`, 'a:100', `b:${MAX - 1000}`),
      moves: [],
    },
    {
      rule: 'one that has half of its share is not underloaded',
      agents: agents('a', 'b'),
      assignments: assigned('a:10', 'a:10', 'a:10', 'b:10'),
      moves: [],
    },
    {
      rule: 'an empty assignment is removed from its agent',
      agents: agents('a', 'b'),
      assignments: assigned('a:20', 'a:0', 'a:20'),
      moves: ['o1 a>b', 'o2 a>-'],
    },
    {
      rule: 'the first by name of equally loaded agents',
      agents: agents('b', 'a'),
      assignments: assigned('-:5'),
      moves: ['o1 ->a'],
    },
    { rule: 'an empty assignment needs no agent', agents: agents('a'), assignments: assigned('-:0'), moves: [] },
    {
      rule: 'an empty assignment is removed from a silent agent',
      agents: agents('~a'),
      assignments: assigned('a:0'),
      moves: ['o1 a>-'],
    },
  ])('$rule', ({ agents: given, assignments, moves }) => {
    expect(texts(planAssignments(given, assignments))).toEqual(moves);
  });

  it('does not depend on the order in which agents and assignments are read', () => {
    const given = agents('a', 'b', '~c', 'd');
    const assignments = assigned('a:70', 'c:10', '-:30', 'a:20', '-:30', 'b:1', 'a:90', '-:5');
    const backwards = planAssignments(given.toReversed(), assignments.toReversed());
    expect(texts(backwards)).toEqual(texts(planAssignments(given, assignments)));
  });
});

describe('an agent’s other budgets', () => {
  const ofOne = (count: number, ownerName: (index: number) => string) =>
    Array.from({ length: count }, (_, index) => planned({ id: `tw_${ownerName(index)}`, agentId: null, count: 1 }));

  it('2,000 owners, the others wait', () => {
    const many = ofOne(LIMITS.ownersPerAgent + 5, (index) => `owner${index}`);
    expect(planAssignments(agents('a'), many)).toHaveLength(LIMITS.ownersPerAgent);
    expect(planAssignments(agents('a', 'b'), many)).toHaveLength(many.length);
  });

  it('bytes of its state, which long names use up earlier', () => {
    const long = ofOne(LIMITS.ownersPerAgent, (index) => `${index}`.padStart(128, 'x'));
    const moves = planAssignments(agents('a'), long);
    expect(moves.length).toBeLessThan(LIMITS.ownersPerAgent);
    expect(
      loadOf(
        moves.map((move) => move.assignmentId),
        moves.length,
        moves.length,
      ).bytes,
    ).toBeLessThanOrEqual(LIMITS.stateBytesPerAgent);
    expect(
      planAssignments(
        agents('a'),
        long.map((each) => ({ ...each, agentId: moves.some((move) => move.assignmentId === each.id) ? 'a' : null })),
      ),
    ).toEqual([]);
  });

  it('an agent over its budget gives away what another has capacity for, and no more', () => {
    const many = ofOne(LIMITS.ownersPerAgent + 5, (index) => `owner${index}`).map((each) => ({
      ...each,
      agentId: 'a',
    }));
    const others = Array.from({ length: 3 }, (_, index) => planned({ id: `tw_b${index}`, agentId: 'b', count: 1000 }));
    expect(planAssignments(agents('a', 'b'), [...many, ...others])).toHaveLength(5);
  });

  it('planned checks, which short intervals use up earlier', () => {
    const fast = ofOne(10, (index) => `owner${index}`).map((each) => ({ ...each, plannedChecks: 2000 }));
    expect(planAssignments(agents('a'), fast)).toHaveLength(Math.floor(LIMITS.checksPerAgent / 2000));
    expect(planAssignments(agents('a', 'b'), fast)).toHaveLength(fast.length);
  });
});

describe('an assignment whose checks need a feature; + marks an agent that has it', () => {
  const withFeatures = (...ids: string[]) =>
    ids.map((id) => ({ id: id.replace('+', ''), active: true, features: id.startsWith('+') ? ['http-options'] : [] }));
  const needing = (...list: string[]) => assigned(...list).map((each) => ({ ...each, features: ['http-options'] }));

  it.each([
    ['goes to the agent that has it, though it has more', ['a', '+b'], [...assigned('b:100'), ...needing('-:10')], 'b'],
    ['moves to an agent that has it', ['a', '+b'], needing('a:10'), 'b'],
    ['stays where none has it', ['a', 'b'], needing('a:10'), 'a'],
    ['goes to any if none has it', ['a'], needing('-:10'), 'a'],
    ['stays if the one that has it is full', ['a', '+b'], [...assigned(`b:${MAX}`), ...needing('a:10')], 'a'],
    ['is not taken from it to even loads out', ['a', '+b'], needing('b:10', 'b:10', 'b:10'), 'b'],
  ])('%s', (_, ids, assignments, expected) => {
    const moves = new Map(planAssignments(withFeatures(...ids), assignments).map((move) => [move.assignmentId, move]));
    const last = assignments.at(-1);
    expect(moves.has(last?.id ?? '') ? moves.get(last?.id ?? '')?.to : last?.agentId).toBe(expected);
  });
});

const agent = (id: string, endpoints: number, active = true) => ({
  id,
  active,
  load: loadOf([], endpoints, endpoints),
});
const many = (count: number) => Array.from({ length: count }, (_, index) => `owner${index}`);

it.each([
  ['none without agents', [], null],
  ['none if none is active', [agent('a', 0, false)], null],
  ['the only one', [agent('a', 10)], 'a'],
  ['the least loaded', [agent('a', 10), agent('b', 3), agent('c', 7)], 'b'],
  ['the first by name of the equally loaded', [agent('b', 3), agent('a', 3)], 'a'],
  ['not a silent one, however idle', [agent('a', 10), agent('b', 0, false)], 'a'],
  ['none if none has capacity', [agent('a', 4999), agent('b', 5000)], null],
  ['the one with capacity', [agent('a', 4998), agent('b', 4999)], 'a'],
  [
    'the one below its budget of checks',
    [{ ...agent('a', 0), load: loadOf([], 1, LIMITS.checksPerAgent) }, agent('b', 9)],
    'b',
  ],
  [
    'the one below its owner budget',
    [{ ...agent('a', 0), load: loadOf(many(LIMITS.ownersPerAgent), 1, 1) }, agent('b', 9)],
    'b',
  ],
])('a new assignment of two goes to %s', (_, agents, expected) => {
  expect(placeAssignment(agents, planned({ id: 'tw_owner', count: 2 }))).toBe(expected);
});

it('an assignment without endpoints gets no agent', () => {
  expect(placeAssignment([agent('a', 0)], planned({ id: 'tw_owner', count: 0 }))).toBeNull();
});
