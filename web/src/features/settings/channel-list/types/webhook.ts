import { Webhook } from 'lucide-react';
import type { ChannelTypeForm } from './channel-type-form.ts';

export const webhookForm: ChannelTypeForm = {
  icon: Webhook,
  group: 'program',
  fields: [{ name: 'url', texts: 'channels.types.webhook.fields.url', inputMode: 'url' }],
  guide: {
    page: 'https://www.standardwebhooks.com/',
    steps: [
      { text: 'channels.types.webhook.steps.1' },
      { text: 'channels.types.webhook.steps.2' },
      { text: 'channels.types.webhook.steps.3' },
    ],
  },
};
