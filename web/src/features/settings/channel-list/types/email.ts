import { Mail } from 'lucide-react';
import type { ChannelTypeForm } from './channel-type-form.ts';

export const emailForm: ChannelTypeForm = {
  icon: Mail,
  group: 'email',
  fields: [{ name: 'address', texts: 'channels.types.email.fields.address', inputMode: 'email' }],
  guide: { steps: [] },
};
