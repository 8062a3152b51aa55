import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../values/limits.ts';
import { type Load, loadOf } from './load.ts';
import { rebalanceSources } from './rebalance-sources.ts';

/** 'a:2/300' has two owners with 300 endpoints together; ~ marks a silent agent. */
function having(...texts: string[]): { id: string; active: boolean; load: Load }[] {
  return texts.map((text) => {
    const [, silent, id = '', owners, endpoints] = /^(~?)(\w+):(\d+)\/(\d+)$/.exec(text) ?? [];
    const load = loadOf(new Array<string>(Number(owners)).fill('tw_owner'), Number(endpoints));
    return { id, active: silent === '', load };
  });
}

describe('whose assignments a plan may move', () => {
  it.each<{ rule: string; agents: string[]; givers: string[] }>([
    { rule: 'nobody’s while all are active and even', agents: ['a:2/300', 'b:1/200'], givers: [] },
    { rule: 'a silent agent’s', agents: ['~a:2/300', 'b:1/200'], givers: ['a'] },
    { rule: 'not a silent agent’s that has none', agents: ['~a:0/0', 'b:1/200'], givers: [] },
    { rule: 'nobody’s where all are silent', agents: ['~a:2/300', '~b:1/200'], givers: [] },
    {
      rule: 'those of an agent over its budget',
      agents: [`a:30/${LIMITS.endpointsPerAgent + 1}`, `b:30/${LIMITS.endpointsPerAgent}`],
      givers: ['a'],
    },
    {
      rule: 'those of agents above the share, for a newAgent',
      agents: ['a:9/900', 'b:5/500', 'c:1/100'],
      givers: ['a'],
    },
    {
      rule: 'those of any that has several owners, for an idle one',
      agents: ['a:1/200', 'b:2/2', 'c:0/0'],
      givers: ['b'],
    },
    {
      rule: 'those above the share where a silent agent’s will make a newAgent of one',
      agents: ['~a:2/300', 'b:5/210', 'c:3/150'],
      givers: ['a', 'b'],
    },
  ])('$rule', ({ agents, givers }) => expect(rebalanceSources(having(...agents))).toEqual(givers));

  it('those of the ten mostLoaded, not of all', () => {
    const even = Array.from({ length: 200 }, (_, index) => `a${index}:9/${index < 10 ? 901 : 900}`);
    const mostLoaded = even.slice(0, 10).map((text) => text.split(':')[0]);
    expect(rebalanceSources(having(...even.toReversed(), 'new:0/0')).sort()).toEqual(mostLoaded);
  });

  it('of so many more as newAgents come together', () => {
    const even = Array.from({ length: 200 }, (_, index) => `a${index}:9/900`);
    expect(rebalanceSources(having(...even, 'b:0/0', 'c:0/0', 'd:0/0'))).toHaveLength(30);
  });
});
