import type { ChannelSender, ChannelSenders } from './channel-sender.ts';

/** Loads a sender with its first message: each needs its own client. */
function lazily<Settings>(load: () => Promise<ChannelSender<Settings>>): ChannelSender<Settings> {
  return async (settings, message, context) => (await load())(settings, message, context);
}

/** The sender of each type of channel (docs/architecture.md, Extension points). */
export const CHANNEL_SENDERS: ChannelSenders = {
  discord: lazily(async () => (await import('./discord.ts')).sendDiscord),
  email: lazily(async () => (await import('./email/send.ts')).sendEmail),
  line: lazily(async () => (await import('./line/send.ts')).sendLine),
  ntfy: lazily(async () => (await import('./ntfy.ts')).sendNtfy),
  pagerduty: lazily(async () => (await import('./pagerduty.ts')).sendPagerDuty),
  push: lazily(async () => (await import('./push/send.ts')).sendPush),
  pushover: lazily(async () => (await import('./pushover.ts')).sendPushover),
  slack: lazily(async () => (await import('./slack.ts')).sendSlack),
  teams: lazily(async () => (await import('./teams.ts')).sendTeams),
  telegram: lazily(async () => (await import('./telegram/send.ts')).sendTelegram),
  webhook: lazily(async () => (await import('./webhook.ts')).sendWebhook),
};
