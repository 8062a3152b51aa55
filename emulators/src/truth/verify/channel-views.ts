import type { OwnerPlan } from '../scenario.ts';
import type { World } from '../world.ts';

/**
 * The world as each channel shows it: with the messages of that channel alone, and with the filters of the owners as the
 * channel applies them. Owners without that channel seem to have one that sends nothing at once, so that no message is
 * expected.
 */
export function channelViews(world: World): World[] {
  const { scenario } = world;
  const specified = viewOf(world, 'telegram', { ...scenario, channels: [] });
  const others = scenario.channels.map((plan) => {
    const { id, owner: index, severity, timing, events, personId } = plan;
    const duty = personId === undefined ? {} : { personId };
    const owners = scenario.owners.map((owner, each) =>
      each === index
        ? { ...owner, severity: severity ?? owner.severity, timing, events, ...duty }
        : { ...owner, silenceMin: 1 },
    );
    return viewOf(world, id, { ...scenario, owners, channels: [plan] });
  });
  return [specified, ...others];
}

/** Copies with another scenario and chat; everything else is shared. */
function viewOf(world: World, channelId: string, scenario: World['scenario']): World {
  const { chat } = world.server;
  const messages = chat.messages.filter((each) => each.channelId === channelId);
  const ofChannel = Object.assign(Object.create(Object.getPrototypeOf(chat)), chat, { messages });
  const server = Object.assign(Object.create(Object.getPrototypeOf(world.server)), world.server, { chat: ofChannel });
  return Object.assign(Object.create(Object.getPrototypeOf(world)), world, { scenario, server });
}

/** Whether the view's channel exists from start to end. */
export function isSteady({ scenario }: World): boolean {
  return scenario.channels.every(({ atMs, forMs }) => atMs === 0 && atMs + forMs >= scenario.endMs);
}

/** Whether the view's channel exists at the end. */
export function isPresent({ scenario }: World): boolean {
  return scenario.channels.every(({ atMs, forMs }) => atMs + forMs >= scenario.endMs);
}

/** The id of the view's channel. */
export function channelOf({ scenario }: World): string {
  return scenario.channels[0]?.id ?? 'telegram';
}

/** Finds the owner with that id, if the view's channel belongs to them. */
export function viewedOwner({ scenario }: World, ownerId: string): OwnerPlan | undefined {
  const [channel] = scenario.channels;
  return scenario.owners.find(({ uid }, index) => uid === ownerId && (!channel || channel.owner === index));
}

/** The actions by which people hold messages. */
const HOLDING: ReadonlySet<string> = new Set(['acknowledge', 'snooze', 'maintain']);

/** Whether the owner gets every alert at once. */
export function getsAllAtOnce({ scenario }: World, index: number): boolean {
  const owner = scenario.owners[index];
  if (scenario.monitors.some((each) => each.owner === index && each.dependsOn)) return false;
  if (owner?.severity !== 'all' || owner.silenceMin > 0 || owner.events || owner.personId) return false;
  const { delayMin, quietHours } = owner.timing;
  const isHeld = scenario.faults.some((fault) => HOLDING.has(fault.do) && 'owner' in fault && fault.owner === index);
  return delayMin === 0 && quietHours === null && !isHeld;
}
