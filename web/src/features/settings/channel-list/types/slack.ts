import { Hash } from 'lucide-react';
import type { ChannelTypeForm } from './channel-type-form.ts';

export const slackForm: ChannelTypeForm = {
  icon: Hash,
  group: 'chat',
  fields: [{ name: 'webhookUrl', texts: 'channels.types.slack.fields.webhookUrl', inputMode: 'url' }],
  guide: {
    page: 'https://api.slack.com/apps',
    steps: [
      { text: 'channels.types.slack.steps.1' },
      {
        text: 'channels.types.slack.steps.2',
        sketch: {
          host: 'api.slack.com/apps',
          menu: ['Basic Information', 'Incoming Webhooks', 'OAuth & Permissions'],
          chosen: 1,
          value: 'Activate Incoming Webhooks: On',
          button: 'Add New Webhook',
        },
      },
      {
        text: 'channels.types.slack.steps.3',
        sketch: {
          host: 'api.slack.com/apps',
          menu: ['Basic Information', 'Incoming Webhooks', 'OAuth & Permissions'],
          chosen: 1,
          value: 'https://hooks.slack.com/ser…',
          button: 'Copy',
        },
      },
    ],
  },
};
