import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../values/limits.ts';
import { type Load, loadOf } from './load.ts';
import { rebalanceSources } from './rebalance-sources.ts';

/** 'a:2/300' has two owners with 300 endpoints in total; ~ marks a silent agent. */
function agentsOf(...texts: string[]): { id: string; active: boolean; load: Load }[] {
  return texts.map((text) => {
    const [, silent, id = '', owners, endpoints] = /^(~?)(\w+):(\d+)\/(\d+)$/.exec(text) ?? [];
    const load = loadOf(new Array<string>(Number(owners)).fill('tw_owner'), Number(endpoints), Number(endpoints));
    return { id, active: silent === '', load };
  });
}

describe('whose assignments a plan may move', () => {
  it.each<{ rule: string; agents: string[]; sources: string[] }>([
    { rule: 'none while all are active and even', agents: ['a:2/300', 'b:1/200'], sources: [] },
    { rule: 'a silent agent’s', agents: ['~a:2/300', 'b:1/200'], sources: ['a'] },
    { rule: 'not a silent agent’s that has none', agents: ['~a:0/0', 'b:1/200'], sources: [] },
    { rule: 'none if all are silent', agents: ['~a:2/300', '~b:1/200'], sources: [] },
    {
      rule: 'those of an agent over its budget',
      agents: [`a:30/${LIMITS.endpointsPerAgent + 1}`, `b:30/${LIMITS.endpointsPerAgent}`],
      sources: ['a'],
    },
    {
      rule: 'those of agents above the share, for an underloaded one',
      agents: ['a:9/900', 'b:5/500', 'c:1/100'],
      sources: ['a'],
    },
    {
      rule: 'those of any that has several owners, for an idle one',
      agents: ['a:1/200', 'b:2/2', 'c:0/0'],
      sources: ['b'],
    },
    {
      rule: 'those above the share if a silent agent’s load makes one underloaded',
      agents: ['~a:2/300', 'b:5/210', 'c:3/150'],
      sources: ['a', 'b'],
    },
  ])('$rule', ({ agents, sources }) => expect(rebalanceSources(agentsOf(...agents))).toEqual(sources));

  it('only those of the ten most loaded', () => {
    const even = Array.from({ length: 200 }, (_, index) => `a${index}:9/${index < 10 ? 901 : 900}`);
    const mostLoaded = even.slice(0, 10).map((text) => text.split(':')[0]);
    expect(rebalanceSources(agentsOf(...even.toReversed(), 'new:0/0')).sort()).toEqual(mostLoaded);
  });

  it('those of ten more for each idle agent', () => {
    const even = Array.from({ length: 200 }, (_, index) => `a${index}:9/900`);
    expect(rebalanceSources(agentsOf(...even, 'b:0/0', 'c:0/0', 'd:0/0'))).toHaveLength(30);
  });
});
