import { describe, expect, it } from 'vitest';
import { LIMITS } from '../limits.ts';
import { type Random, seeded } from '../testing/seeded.ts';
import { type Move, type PlannedAgent, type PlannedAssignment, planAssignments } from './planner.ts';

const MOST = LIMITS.endpointsPerAgent;

function agents(...ids: string[]): PlannedAgent[] {
  return ids.map((id) => ({ id: id.replace('~', ''), active: !id.startsWith('~') }));
}

/** 'a:200' is an assignment of 200 endpoints held by a, '-:200' one that nobody holds; named o1, o2, … in order. */
function held(...texts: string[]): PlannedAssignment[] {
  return texts.map((text, index) => {
    const [agentId = '-', count] = text.split(':');
    return { id: `o${index + 1}`, agentId: agentId === '-' ? null : agentId, count: Number(count) };
  });
}

function told(moves: Move[]): string[] {
  return moves.map(({ assignmentId, from, to }) => `${assignmentId} ${from ?? '-'}>${to ?? '-'}`).sort();
}

describe('who shall hold what (design 4); ~ marks a silent agent', () => {
  it.each<{ rule: string; agents: PlannedAgent[]; assignments: PlannedAssignment[]; moves: string[] }>([
    { rule: 'nothing to hold', agents: agents('a'), assignments: [], moves: [] },
    { rule: 'nobody to hold it', agents: [], assignments: held('-:10'), moves: [] },
    { rule: 'an orphan goes to the active agent', agents: agents('a'), assignments: held('-:10'), moves: ['o1 ->a'] },
    {
      rule: 'assignments stay while their agent is active, though the loads differ',
      agents: agents('a', 'b'),
      assignments: held('a:300', 'b:200'),
      moves: [],
    },
    {
      rule: 'an orphan goes to the least loaded',
      agents: agents('a', 'b'),
      assignments: held('a:100', 'b:60', '-:10'),
      moves: ['o3 ->b'],
    },
    {
      rule: 'the largest orphan chooses first',
      agents: agents('a', 'b'),
      assignments: held('a:50', 'b:40', '-:10', '-:100'),
      moves: ['o3 ->a', 'o4 ->b'],
    },
    {
      rule: 'what a silent agent held is taken over',
      agents: agents('~a', 'b'),
      assignments: held('a:10', 'b:10'),
      moves: ['o1 a>b'],
    },
    {
      rule: 'without an active agent it waits with its silent one',
      agents: agents('~a', '~b'),
      assignments: held('a:10', 'b:10'),
      moves: [],
    },
    {
      rule: 'without an active agent what a gone agent held is held by none',
      agents: agents('~b'),
      assignments: held('a:10', 'b:10'),
      moves: ['o1 a>-'],
    },
    {
      rule: 'an agent takes up to 5,000 endpoints exactly',
      agents: agents('a'),
      assignments: held(`a:${MOST - 10}`, '-:10'),
      moves: ['o2 ->a'],
    },
    {
      rule: 'beyond 5,000 endpoints it stays without an agent',
      agents: agents('a'),
      assignments: held(`a:${MOST - 10}`, '-:11', '-:10'),
      moves: ['o3 ->a'],
    },
    {
      rule: 'what has no room elsewhere waits with its silent agent',
      agents: agents('a', '~b'),
      assignments: held(`a:${MOST}`, 'b:1'),
      moves: [],
    },
    {
      rule: 'a newcomer takes over its share and no more',
      agents: agents('a', 'new'),
      assignments: held('a:100', 'a:100', 'a:100', 'a:100'),
      moves: ['o1 a>new', 'o2 a>new'],
    },
    {
      rule: 'a newcomer takes from those above the share only',
      agents: agents('a', 'b', 'new'),
      assignments: held('a:100', 'a:100', 'a:100', 'a:100', 'b:100', 'b:100'),
      moves: ['o1 a>new', 'o2 a>new'],
    },
    {
      rule: 'one assignment is not worth moving',
      agents: agents('a', 'new'),
      assignments: held('a:200'),
      moves: [],
    },
    {
      rule: 'an assignment larger than the share is not moved',
      agents: agents('a', 'new'),
      assignments: held('a:300', 'a:60'),
      moves: ['o2 a>new'],
    },
    {
      rule: 'two newcomers share',
      agents: agents('a', 'm', 'n'),
      assignments: held('a:50', 'a:50', 'a:50', 'a:50', 'a:50', 'a:50'),
      moves: ['o1 a>m', 'o2 a>m', 'o3 a>n', 'o4 a>n'],
    },
    {
      rule: 'no newcomer takes from another',
      agents: agents('a', 'm', 'n'),
      assignments: held('a:500', 'a:500', 'n:40', 'n:40', 'n:40'),
      moves: [],
    },
    {
      rule: 'an agent back after its work was taken over gets its share again',
      agents: agents('a', 'b'),
      assignments: held('b:30', 'b:30', 'b:30', 'b:30'),
      moves: ['o1 b>a', 'o2 b>a'],
    },
    {
      rule: 'one that grew beyond 5,000 gives the smallest that another has room for',
      agents: agents('a', 'b'),
      assignments: held(`a:${MOST - 100}`, 'a:150', 'a:60', 'b:4000'),
      moves: ['o2 a>b', 'o3 a>b'],
    },
    {
      rule: 'one that grew beyond 5,000 keeps what nobody has room for',
      agents: agents('a', 'b'),
      assignments: held(`a:${MOST}`, 'a:150', `b:${MOST - 100}`),
      moves: [],
    },
    {
      rule: 'one that has 5,000 exactly keeps them all',
      agents: agents('a', 'b'),
      assignments: held(`a:${MOST - 100}`, 'a:100', `b:${MOST - 1000}`),
      moves: [],
    },
    {
      rule: 'one that has half of its share is no newcomer',
      agents: agents('a', 'b'),
      assignments: held('a:10', 'a:10', 'a:10', 'b:10'),
      moves: [],
    },
    {
      rule: 'an empty assignment is not worth moving',
      agents: agents('a', 'b'),
      assignments: held('a:20', 'a:0', 'a:20'),
      moves: ['o1 a>b'],
    },
    {
      rule: 'of the equally loaded the first by name',
      agents: agents('b', 'a'),
      assignments: held('-:5'),
      moves: ['o1 ->a'],
    },
    { rule: 'an empty assignment has an agent too', agents: agents('a'), assignments: held('-:0'), moves: ['o1 ->a'] },
  ])('$rule', ({ agents: given, assignments, moves }) => {
    expect(told(planAssignments(given, assignments))).toEqual(moves);
  });

  it('does not depend on the order in which agents and assignments are read', () => {
    const given = agents('a', 'b', '~c', 'd');
    const assignments = held('a:70', 'c:10', '-:30', 'a:20', '-:30', 'b:1', 'a:90', '-:5');
    const backwards = planAssignments(given.toReversed(), assignments.toReversed());
    expect(told(backwards)).toEqual(told(planAssignments(given, assignments)));
  });
});

type Scene = { agents: PlannedAgent[]; assignments: PlannedAssignment[] };

/** Some agents, some of them silent or gone, and owners of all sizes; now and then more than the agents may hold. */
function scene(random: Random): Scene {
  const names = Array.from({ length: random.whole(0, 6) }, (_, index) => `agent${index}`);
  const present = names.filter(() => random.share() < 0.85).map((id) => ({ id, active: random.share() < 0.7 }));
  const largest = random.one([3, 20, 200, 200, 1500, 4000]);
  const holders: [string | null, ...(string | null)[]] = [null, ...names, ...names.slice(0, 1), ...names.slice(0, 1)];
  const assignments = Array.from({ length: random.whole(0, 40) }, (_, index) => ({
    id: `owner${index}`,
    agentId: random.one(holders),
    count: random.whole(0, largest),
  }));
  return { agents: present, assignments };
}

function after({ assignments }: Scene, moves: Move[]): PlannedAssignment[] {
  const to = new Map(moves.map((move) => [move.assignmentId, move.to]));
  return assignments.map((each) => ({ ...each, agentId: to.has(each.id) ? (to.get(each.id) ?? null) : each.agentId }));
}

function loadOf(assignments: PlannedAssignment[], agentId: string): number {
  return assignments.filter((each) => each.agentId === agentId).reduce((sum, each) => sum + each.count, 0);
}

/** What must hold of every plan, whatever the scene; a sentence for each thing that does not. */
function faults(given: Scene): string[] {
  const moves = planAssignments(given.agents, given.assignments);
  const planned = after(given, moves);
  const active = given.agents.filter((agent) => agent.active).map((agent) => agent.id);
  const found: string[] = [];
  if (planAssignments(given.agents, planned).length > 0) found.push('the same plan moves again');
  for (const { to, from } of moves) {
    if (to === from) found.push('a move to where it is');
    if (to !== null && !active.includes(to)) found.push('a move to a silent or gone agent');
    if (to !== null && loadOf(planned, to) > MOST) found.push('a move overloads an agent');
    if (to === null && given.agents.some((agent) => agent.id === from))
      found.push('taken from a silent agent for none');
  }
  for (const each of planned) {
    const isHeld = each.agentId !== null && active.includes(each.agentId);
    if (!isHeld && active.some((id) => loadOf(planned, id) + each.count <= MOST))
      found.push('an orphan in spite of room');
    if (each.agentId !== null && !given.agents.some((agent) => agent.id === each.agentId))
      found.push('held by a gone agent');
  }
  return found;
}

it('whatever the scene, a plan is complete, overloads nobody and asks for no more once its moves are made', () => {
  const random = seeded(20261120);
  for (let round = 0; round < 6000; round += 1) {
    const given = scene(random);
    expect(faults(given), `round ${round}: ${JSON.stringify(given)}`).toEqual([]);
  }
});

it('a newcomer takes at most the even share, and no giver is left with less than half of it', () => {
  const random = seeded(7);
  for (let round = 0; round < 2000; round += 1) {
    const settled = scene(random);
    const before = after(settled, planAssignments(settled.agents, settled.assignments));
    const joined = { agents: [...settled.agents, { id: 'newcomer', active: true }], assignments: before };
    const moves = planAssignments(joined.agents, before);
    const now = after(joined, moves);
    const active = joined.agents.filter((agent) => agent.active).map((agent) => agent.id);
    const share = Math.ceil(active.reduce((sum, id) => sum + loadOf(now, id), 0) / active.length);
    const isLevelled = before.every(({ agentId }) => agentId !== null && active.includes(agentId));
    if (!isLevelled || active.some((id) => loadOf(before, id) > MOST)) continue;
    expect(loadOf(now, 'newcomer')).toBeLessThanOrEqual(share);
    for (const giver of active.filter((id) => moves.some((move) => move.from === id)))
      expect(loadOf(now, giver) * 2).toBeGreaterThan(share);
  }
});
