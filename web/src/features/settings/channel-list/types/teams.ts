import { Users } from 'lucide-react';
import type { ChannelTypeForm } from './channel-type-form.ts';

export const teamsForm: ChannelTypeForm = {
  icon: Users,
  group: 'chat',
  fields: [{ name: 'webhookUrl', texts: 'channels.types.teams.fields.webhookUrl', inputMode: 'url' }],
  guide: {
    steps: [
      {
        text: 'channels.types.teams.steps.1',
        sketch: {
          host: 'Alerts',
          menu: ['Channel notifications', 'Workflows', 'Copy link'],
          chosen: 1,
          value: 'Send webhook alerts…',
          button: 'Add workflow',
        },
      },
      { text: 'channels.types.teams.steps.2' },
      {
        text: 'channels.types.teams.steps.3',
        sketch: {
          host: 'Workflows',
          menu: ['Details', 'Parameters', 'Workflow added'],
          chosen: 2,
          value: 'https://…powerplatform.com/…',
          button: 'Copy',
        },
      },
    ],
  },
};
