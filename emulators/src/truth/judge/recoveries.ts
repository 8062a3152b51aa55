import type { World } from '../world.ts';
import { documentsOf, type Finding, type StoredAlert, siteOf } from './facts.ts';
import { at } from './tellings.ts';

/** No recovery without one: where an endpoint was told to be up again, it was so at a location that had seen it down. */
export function judgeRecoveries(world: World): Finding[] {
  return [...documentsOf(world, 'alerts').values()].flatMap((alert) => {
    const { kind, outage, state, createdAt, values, ownerId } = alert;
    if (kind !== 'recovery' || outage === 0 || state !== 'sent') return [];
    const fromMs = createdAt - (values.durationMs ?? 0);
    if (wasEdited(world, ownerId, fromMs, createdAt) || sawItUp(world, alert, fromMs)) return [];
    const what = `${siteOf(values.url)} at ${at(createdAt)}, down since ${at(fromMs)} at ${values.locations.join()}`;
    return [{ rule: 'no recovery without one', what }];
  });
}

function sawItUp({ sites }: World, { values, createdAt }: StoredAlert, fromMs: number): boolean {
  const site = siteOf(values.url);
  return values.locations.some((location) => {
    if (!sites.outageAt(site, location, createdAt)) return true;
    return sites.outages.some(
      ({ site: each, locations, toMs }) =>
        each === site && locations.includes(location) && toMs > fromMs && toMs <= createdAt,
    );
  });
}

/** Who no longer watches from where it fails is told that it is up elsewhere. */
function wasEdited({ edits, scenario }: World, ownerId: string, fromMs: number, toMs: number): boolean {
  return edits.some(({ monitor, atMs }) => {
    const owner = scenario.owners[scenario.monitors[monitor]?.owner ?? -1];
    return owner?.uid === ownerId && atMs >= fromMs && atMs <= toMs;
  });
}
