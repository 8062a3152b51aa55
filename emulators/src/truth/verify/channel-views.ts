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
    const { id, owner: index, severity } = plan;
    const owners = scenario.owners.map((owner, each) =>
      each === index ? { ...owner, severity: severity ?? owner.severity } : { ...owner, silenceMin: 1 },
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
