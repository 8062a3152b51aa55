import { Send } from 'lucide-react';
import type { ChannelTypeForm } from './channel-type-form.ts';

export const telegramForm: ChannelTypeForm = {
  icon: Send,
  group: 'chat',
  fields: [
    { name: 'botToken', texts: 'channels.types.telegram.fields.botToken' },
    { name: 'chatId', texts: 'channels.types.telegram.fields.chatId' },
  ],
  guide: { steps: [{ text: 'channels.types.telegram.steps.1' }, { text: 'channels.types.telegram.steps.2' }] },
};
