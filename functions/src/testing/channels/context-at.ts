import type { SenderContext } from '../../domain/channels/channel-sender.ts';
import type { Run } from '../../platform/db/run.ts';

/** The context of a sender that uses only the time. The cast is safe, as it reads no documents and enqueues nothing. */
export function contextAt(nowMs: number, retiredSecret: string | null = null): SenderContext {
  const run = { nowMs } as Run;
  return { run, ownerId: 'ann', channelId: 'channel', appUrl: 'https://app.farwatch.test', retiredSecret };
}
