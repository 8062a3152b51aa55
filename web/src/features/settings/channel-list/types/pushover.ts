import { Smartphone } from 'lucide-react';
import type { ChannelTypeForm } from './channel-type-form.ts';

export const pushoverForm: ChannelTypeForm = {
  icon: Smartphone,
  group: 'push',
  fields: [
    { name: 'userKey', texts: 'channels.types.pushover.fields.userKey' },
    { name: 'appToken', texts: 'channels.types.pushover.fields.appToken' },
  ],
  guide: {
    page: 'https://pushover.net/',
    steps: [
      {
        text: 'channels.types.pushover.steps.1',
        sketch: {
          host: 'pushover.net',
          menu: ['Your User Key', 'Your Devices', 'Your Applications'],
          chosen: 0,
          value: 'uQiRzpo4DXghDmr9QzzfQu…',
          button: 'Copy',
        },
      },
      {
        text: 'channels.types.pushover.steps.2',
        sketch: {
          host: 'pushover.net/apps',
          menu: ['Your User Key', 'Your Devices', 'Your Applications'],
          chosen: 2,
          value: 'Name: Farwatch',
          button: 'Create Application',
        },
      },
    ],
  },
};
