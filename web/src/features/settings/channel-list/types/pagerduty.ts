import { Siren } from 'lucide-react';
import type { ChannelTypeForm } from './channel-type-form.ts';

export const pagerdutyForm: ChannelTypeForm = {
  icon: Siren,
  group: 'onCall',
  fields: [{ name: 'routingKey', texts: 'channels.types.pagerduty.fields.routingKey' }],
  guide: {
    page: 'https://app.pagerduty.com/service-directory',
    steps: [
      {
        text: 'channels.types.pagerduty.steps.1',
        sketch: {
          host: 'app.pagerduty.com',
          menu: ['Activity', 'Integrations', 'Settings'],
          chosen: 1,
          value: 'Events API V2',
          button: 'Add an integration',
        },
      },
      {
        text: 'channels.types.pagerduty.steps.2',
        sketch: {
          host: 'app.pagerduty.com',
          menu: ['Activity', 'Integrations', 'Settings'],
          chosen: 1,
          value: 'Integration Key  c0ffee…',
          button: 'Copy',
        },
      },
    ],
  },
};
