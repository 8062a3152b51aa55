import { BellRing } from 'lucide-react';
import type { ChannelTypeForm } from './channel-type-form.ts';

export const ntfyForm: ChannelTypeForm = {
  icon: BellRing,
  group: 'push',
  fields: [
    {
      name: 'serverUrl',
      texts: 'channels.types.ntfy.fields.serverUrl',
      initial: 'https://ntfy.sh',
      inputMode: 'url',
    },
    { name: 'topic', texts: 'channels.types.ntfy.fields.topic' },
    { name: 'token', texts: 'channels.types.ntfy.fields.token' },
  ],
  guide: {
    page: 'https://ntfy.sh/app',
    steps: [
      {
        text: 'channels.types.ntfy.steps.1',
        sketch: {
          host: 'ntfy.sh/app',
          menu: ['All notifications', 'Settings', 'Subscribe to topic'],
          chosen: 2,
          value: 'alerts-7hq2x9',
          button: 'Subscribe',
        },
      },
      { text: 'channels.types.ntfy.steps.2' },
    ],
  },
};
