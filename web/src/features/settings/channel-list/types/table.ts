import type { ChannelTypeName } from '@farwatch/core/values/channels/channel-types';
import type { ChannelTypeForm } from './channel-type-form.ts';
import { discordForm } from './discord.ts';
import { emailForm } from './email.ts';
import { lineForm } from './line.tsx';
import { ntfyForm } from './ntfy.ts';
import { pagerdutyForm } from './pagerduty.ts';
import { pushForm } from './push.tsx';
import { pushoverForm } from './pushover.ts';
import { slackForm } from './slack.ts';
import { teamsForm } from './teams.ts';
import { telegramForm } from './telegram.ts';
import { webhookForm } from './webhook.ts';

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
