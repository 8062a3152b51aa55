import { setTimeout as sleep } from 'node:timers/promises';
import type { LocationCode } from '@farwatch/core/locations';
import type { DemoAgent } from '../agents/demo-agent.ts';
import type { Relay } from '../agents/relay.ts';
import { tick } from '../clock.ts';
import { signalAll } from '../platform/processes.ts';
import type { Product } from '../product.ts';
import { functionWorkers } from '../suite/workers.ts';
import type { Trouble } from './judge.ts';
import type { SoakFault } from './plan.ts';

/** What faults are done to. */
export type Victim = {
  product: Product;
  relays: ReadonlyMap<LocationCode, Relay>;
};

/** After its trouble an agent needs that long to start, to reach the server again, and to catch up. */
const RECOVERY_MS = 30_000;

/** Begins a fault; returns how it ends. */
export async function inflict({ product, relays }: Victim, fault: SoakFault): Promise<() => Promise<void>> {
  const nothing = async () => {};
  switch (fault.kind) {
    case 'agent killed': {
      const agent = agentAt(product, fault.location);
      await agent.kill();
      return () => agent.start();
    }
    case 'agent cut off':
      return broken([relays.get(fault.location)], 'cut');
    case 'answers lost':
      return broken([relays.get(fault.location)], 'muteAnswers');
    case 'all cut off':
      return broken([...relays.values()], 'cut');
    case 'functions killed':
      signalAll(functionWorkers(product.suite.pid), 'SIGKILL');
      return nothing;
    case 'telegram refuses':
      await telegramIs(product, fault.mode);
      return () => telegramIs(product, 'ok');
    case 'extra sweeps':
      await sweepBeside(product, fault.count);
      return nothing;
  }
}

/** When and where agents can neither see nor tell because of it; null for a fault that only makes others late. */
export function troubleOf(fault: SoakFault, fromMs: number, toMs: number): Trouble | null {
  const until = toMs + RECOVERY_MS;
  if (fault.kind === 'telegram refuses' || fault.kind === 'extra sweeps') return null;
  return { fromMs, toMs: until, locations: 'location' in fault ? [fault.location] : [] };
}

/** "agent killed tw" */
export function nameOf(fault: SoakFault): string {
  const { kind, ...more } = fault;
  return [kind, ...Object.values(more)].join(' ');
}

function agentAt({ agents }: Product, location: LocationCode): DemoAgent {
  const agent = agents.find((each) => each.location === location);
  if (!agent) throw new Error(`There is no agent in ${location}`);
  return agent;
}

const breaks = new Map<Relay, number>();

/** A relay that two faults break is whole when both are over. */
async function broken(
  relays: readonly (Relay | undefined)[],
  how: 'cut' | 'muteAnswers',
): Promise<() => Promise<void>> {
  const own = relays.filter((relay) => relay !== undefined);
  for (const relay of own) {
    breaks.set(relay, (breaks.get(relay) ?? 0) + 1);
    relay[how]();
  }
  return async () => {
    for (const relay of own) {
      const left = (breaks.get(relay) ?? 1) - 1;
      breaks.set(relay, left);
      if (left === 0) relay.restore();
    }
  };
}

async function telegramIs({ addresses }: Product, mode: 'ok' | 'error' | 'rate_limit' | 'hang'): Promise<void> {
  await fetch(`${addresses.telegram}/mode`, { method: 'POST', body: JSON.stringify({ mode, retry_after: 5 }) });
}

/** Each finds the others at work. They answer with an error where a fault of another kind meets them. */
async function sweepBeside({ addresses }: Product, count: number): Promise<void> {
  const nowMs = Date.now();
  const sweeps = Array.from({ length: count }, async (_, index) => {
    await sleep(index * 300);
    await tick(addresses.functions, 'sweep', nowMs).catch(() => {});
  });
  await Promise.all(sweeps);
}
