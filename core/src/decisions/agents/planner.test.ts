import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../values/limits.ts';
import { loadOf } from './load.ts';
import { type Move, type PlannedAgent, type PlannedAssignment, planAssignments } from './planner.ts';

const MOST = LIMITS.endpointsPerAgent;

function agents(...ids: string[]): PlannedAgent[] {
  return ids.map((id) => ({ id: id.replace('~', ''), active: !id.startsWith('~') }));
}

/** 'a:200' is an assignment of 200 endpoints assigned to a, '-:200' one that nobody has; named o1, o2, … in order. */
function assigned(...texts: string[]): PlannedAssignment[] {
  return texts.map((text, index) => {
    const [agentId = '-', count] = text.split(':');
    return { id: `o${index + 1}`, agentId: agentId === '-' ? null : agentId, count: Number(count) };
  });
}

function told(moves: Move[]): string[] {
  return moves.map(({ assignmentId, from, to }) => `${assignmentId} ${from ?? '-'}>${to ?? '-'}`).sort();
}

describe('who shall hold what; ~ marks a silent agent', () => {
  it.each<{ rule: string; agents: PlannedAgent[]; assignments: PlannedAssignment[]; moves: string[] }>([
    { rule: 'nothing to hold', agents: agents('a'), assignments: [], moves: [] },
    { rule: 'nobody to give it to', agents: [], assignments: assigned('-:10'), moves: [] },
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
      rule: 'what a silent agent had is taken over',
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
      rule: 'without an active agent what a gone agent had is assigned to none',
      agents: agents('~b'),
      assignments: assigned('a:10', 'b:10'),
      moves: ['o1 a>-'],
    },
    {
      rule: 'an agent takes up to 5,000 endpoints exactly',
      agents: agents('a'),
      assignments: assigned(`a:${MOST - 10}`, '-:10'),
      moves: ['o2 ->a'],
    },
    {
      rule: 'beyond 5,000 endpoints it stays without an agent',
      agents: agents('a'),
      assignments: assigned(`a:${MOST - 10}`, '-:11', '-:10'),
      moves: ['o3 ->a'],
    },
    {
      rule: 'what has no room elsewhere waits with its silent agent',
      agents: agents('a', '~b'),
      assignments: assigned(`a:${MOST}`, 'b:1'),
      moves: [],
    },
    {
      rule: 'a newAgent takes over its share and no more',
      agents: agents('a', 'new'),
      assignments: assigned('a:100', 'a:100', 'a:100', 'a:100'),
      moves: ['o1 a>new', 'o2 a>new'],
    },
    {
      rule: 'a newAgent takes from those above the share only',
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
      rule: 'two newAgents share',
      agents: agents('a', 'm', 'n'),
      assignments: assigned('a:50', 'a:50', 'a:50', 'a:50', 'a:50', 'a:50'),
      moves: ['o1 a>m', 'o2 a>n', 'o3 a>m', 'o4 a>n'],
    },
    {
      rule: 'newAgents share what can be shared, though an assignment is more than the even share',
      agents: agents('a', 'm', 'n', 'o', 'p'),
      assignments: assigned('a:200', 'a:200', 'a:200'),
      moves: ['o1 a>m', 'o2 a>n'],
    },
    {
      rule: 'an idle newAgent takes from one below the share where only they have something to share',
      agents: agents('a', 'b', 'm'),
      assignments: assigned('a:5000', 'b:5', 'b:5'),
      moves: ['o2 b>m'],
    },
    {
      rule: 'no newAgent takes from another',
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
      rule: 'one that grew beyond 5,000 gives the smallest that another has room for',
      agents: agents('a', 'b'),
      assignments: assigned(`a:${MOST - 100}`, 'a:150', 'a:60', 'b:4000'),
      moves: ['o2 a>b', 'o3 a>b'],
    },
    {
      rule: 'one that grew beyond 5,000 keeps what nobody has room for',
      agents: agents('a', 'b'),
      assignments: assigned(`a:${MOST}`, 'a:150', `b:${MOST - 100}`),
      moves: [],
    },
    {
      rule: 'one that has 5,000 exactly keeps them all',
      agents: agents('a', 'b'),
      assignments: assigned(`a:${MOST - 100}`, 'a:100', `b:${MOST - 1000}`),
      moves: [],
    },
    {
      rule: 'one that has half of its share is no newAgent',
      agents: agents('a', 'b'),
      assignments: assigned('a:10', 'a:10', 'a:10', 'b:10'),
      moves: [],
    },
    {
      rule: 'an empty assignment is let go',
      agents: agents('a', 'b'),
      assignments: assigned('a:20', 'a:0', 'a:20'),
      moves: ['o1 a>b', 'o2 a>-'],
    },
    {
      rule: 'of the equally loaded the first by name',
      agents: agents('b', 'a'),
      assignments: assigned('-:5'),
      moves: ['o1 ->a'],
    },
    { rule: 'an empty assignment needs no agent', agents: agents('a'), assignments: assigned('-:0'), moves: [] },
    {
      rule: 'a silent agent lets go of an empty assignment too',
      agents: agents('~a'),
      assignments: assigned('a:0'),
      moves: ['o1 a>-'],
    },
  ])('$rule', ({ agents: given, assignments, moves }) => {
    expect(told(planAssignments(given, assignments))).toEqual(moves);
  });

  it('does not depend on the order in which agents and assignments are read', () => {
    const given = agents('a', 'b', '~c', 'd');
    const assignments = assigned('a:70', 'c:10', '-:30', 'a:20', '-:30', 'b:1', 'a:90', '-:5');
    const backwards = planAssignments(given.toReversed(), assignments.toReversed());
    expect(told(backwards)).toEqual(told(planAssignments(given, assignments)));
  });
});

describe('an agent’s budgets beside endpoints', () => {
  const ofOne = (count: number, ownerName: (index: number) => string) =>
    Array.from({ length: count }, (_, index) => ({ id: `tw_${ownerName(index)}`, agentId: null, count: 1 }));

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
      ).bytes,
    ).toBeLessThanOrEqual(LIMITS.stateBytesPerAgent);
    expect(
      planAssignments(
        agents('a'),
        long.map((each) => ({ ...each, agentId: moves.some((move) => move.assignmentId === each.id) ? 'a' : null })),
      ),
    ).toEqual([]);
  });

  it('one that serves too many gives away what another has room for, and no more', () => {
    const many = ofOne(LIMITS.ownersPerAgent + 5, (index) => `owner${index}`).map((each) => ({
      ...each,
      agentId: 'a',
    }));
    const theirs = Array.from({ length: 3 }, (_, index) => ({ id: `tw_b${index}`, agentId: 'b', count: 1000 }));
    expect(planAssignments(agents('a', 'b'), [...many, ...theirs])).toHaveLength(5);
  });
});
