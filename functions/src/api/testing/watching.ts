import type { NotificationSettings } from '@farwatch/core/documents/notification-settings';
import { NOTIFICATIONS_ID, notifications } from '../../db/collections.ts';
import { drain } from '../../status/drain.ts';
import type { Seen, TestAgent } from '../../testing/test-agent.ts';
import type { ApiWorld } from './api-world.ts';
import type { TestUser } from './sign-in.ts';

/** The agent reports, now, what it saw of this user's endpoints, and it is applied. */
export async function sees(api: ApiWorld, agent: TestAgent, user: TestUser, seen: Seen): Promise<void> {
  const run = api.world.run(api.clock.nowMs);
  await agent.saw(run, { ownerId: user.uid, ...seen });
  await drain(run, agent.id);
}

/** Has alerts of this user made, with a silence period of half an hour after each. */
export async function wantAlerts(api: ApiWorld, user: TestUser): Promise<void> {
  const settings: NotificationSettings = {
    telegram: { enabled: true, bot_token: '1:token', chat_id: '1', verified: true },
    thresholds: { severity: 'all', silence_period: 30 },
  };
  const { db } = api.world.run(api.clock.nowMs);
  await notifications.ref(db, NOTIFICATIONS_ID, user.uid).create(notifications.toDocument(settings));
}
