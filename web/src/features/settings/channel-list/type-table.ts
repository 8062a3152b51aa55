import type { ChannelTypeName } from '@farwatch/core/values/channels/channel-types';
import type { ChannelTypeForm } from './types/channel-type-form.ts';
import { discordForm } from './types/discord.ts';
import { emailForm } from './types/email.ts';
import { lineForm } from './types/line.tsx';
import { ntfyForm } from './types/ntfy.ts';
import { pagerdutyForm } from './types/pagerduty.ts';
import { pushForm } from './types/push.tsx';
import { pushoverForm } from './types/pushover.ts';
import { slackForm } from './types/slack.ts';
import { teamsForm } from './types/teams.ts';
import { telegramForm } from './types/telegram.ts';
import { webhookForm } from './types/webhook.ts';

/** How each type is set up (docs/architecture.md, Extension points). Types without a form are not offered. */
export const CHANNEL_TYPE_FORMS: { [Name in ChannelTypeName]?: ChannelTypeForm } = {
  email: emailForm,
  slack: slackForm,
  discord: discordForm,
  teams: teamsForm,
  line: lineForm,
  telegram: telegramForm,
  push: pushForm,
  ntfy: ntfyForm,
  pushover: pushoverForm,
  pagerduty: pagerdutyForm,
  webhook: webhookForm,
};
