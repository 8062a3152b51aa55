import type { Random } from '../../platform/random.ts';
import type { Fault, Scenario } from '../scenario.ts';
import { OTHER_TYPES } from '../site-checks.ts';

/** How many of the sites are no websites. */
const SHARE = 0.7;

/** Returns the same world, in which agents check most of the sites by other means than HTTP. */
export function withCheckTypes(scenario: Scenario, random: Random): Scenario {
  const names = new Map<string, string>();
  const rename = (site: string) => {
    const known = names.get(site);
    if (known !== undefined) return known;
    const name = random.chance(SHARE) ? site.replace('site', random.pick(OTHER_TYPES)) : site;
    names.set(site, name);
    return name;
  };
  const monitors = scenario.monitors.map((plan) => ({ ...plan, sites: plan.sites.map(rename) }));
  return { ...scenario, monitors, faults: scenario.faults.map((fault) => renamed(fault, rename)) };
}

function renamed(fault: Fault, rename: (site: string) => string): Fault {
  if ('sites' in fault) return { ...fault, sites: fault.sites.map(rename) };
  return 'site' in fault && fault.site !== null ? { ...fault, site: rename(fault.site) } : fault;
}
