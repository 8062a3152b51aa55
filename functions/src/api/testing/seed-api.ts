import { MINUTE_MS } from '@farwatch/core/time';
import { TestAgent } from '../../testing/test-agent.ts';
import type { ApiWorld } from './api-world.ts';
import { putAgent } from './documents.ts';
import { idOf, make, shop } from './shop.ts';
import type { TestUser } from './sign-in.ts';
import { sees, wantAlerts } from './watching.ts';

/** An admin with something of everything: a monitor, an endpoint with checks and an open incident, the agent that saw it. */
export type Seeded = { admin: TestUser; monitorId: string; endpointId: string; agentId: string };

export async function seedApi(api: ApiWorld): Promise<Seeded> {
  const admin = await api.user({ admin: true, displayName: 'Ann' });
  const agentId = 'tw1';
  await putAgent(api, agentId, 'tw', { agent: { ownerId: admin.uid }, state: { spool: null, seq: 0 } });
  await wantAlerts(api, admin);
  const monitor = await make(api, admin, shop(['a', 'b']));
  const [endpointId, other] = [idOf(monitor, 'a'), idOf(monitor, 'b')];
  const agent = new TestAgent(agentId);
  await sees(api, agent, admin, { up: [endpointId, other] });
  api.clock.nowMs += MINUTE_MS;
  await sees(api, agent, admin, { up: [other], down: [endpointId] });
  return { admin, monitorId: monitor.id, endpointId, agentId };
}
