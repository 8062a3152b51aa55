import { Gamepad2 } from 'lucide-react';
import type { ChannelTypeForm } from './channel-type-form.ts';

export const discordForm: ChannelTypeForm = {
  icon: Gamepad2,
  group: 'chat',
  fields: [{ name: 'webhookUrl', texts: 'channels.types.discord.fields.webhookUrl', inputMode: 'url' }],
  guide: {
    steps: [
      { text: 'channels.types.discord.steps.1' },
      {
        text: 'channels.types.discord.steps.2',
        sketch: {
          host: '#alerts',
          menu: ['Overview', 'Permissions', 'Integrations'],
          chosen: 2,
          value: 'Farwatch',
          button: 'Copy Webhook URL',
        },
      },
    ],
  },
};
