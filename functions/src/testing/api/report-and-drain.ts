import type { StoredNotifications } from '@farwatch/core/documents/notification-settings';
import { IMMEDIATE } from '@farwatch/core/values/channel-timing';
import { NOTIFICATIONS_ID, notifications } from '../../platform/db/collections.ts';
import type { Seen, TestAgent } from '../test-agent.ts';
import type { TestUser } from './sign-in.ts';
import type { TestApi } from './test-api.ts';

/** The agent reports what it saw of this user's endpoints, and its verdict changes are applied. */
export async function reportAndDrain(api: TestApi, agent: TestAgent, user: TestUser, seen: Seen): Promise<void> {
  const run = api.project.run(api.clock.nowMs);
  await agent.reportAndDrain(run, { ownerId: user.uid, ...seen });
}

/** Enables alerts of this user, with a silence period of 30 minutes. */
export async function enableAlerts(api: TestApi, user: TestUser): Promise<void> {
  const settings: StoredNotifications = {
    telegram: { enabled: true, botToken: '1:token', chatId: '1', verified: true },
    channels: {},
    telegramTiming: IMMEDIATE,
    thresholds: { severity: 'all', silencePeriod: 30 },
  };
  const { db } = api.project.run(api.clock.nowMs);
  await notifications.ref(db, NOTIFICATIONS_ID, user.uid).create(notifications.toDocument(settings));
}
