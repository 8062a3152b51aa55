import { MessageCircle } from 'lucide-react';
import { Suspense } from 'react';
import { lazyPart } from '../../../../ui/feedback/lazy-part.tsx';
import type { ChannelTypeForm, CustomFieldsProps } from './channel-type-form.ts';

const LineFinder = lazyPart(() => import('../line-finder.tsx'));

const MENU = ['Basic settings', 'Messaging API', 'Statistics'] as const;

export const lineForm: ChannelTypeForm = {
  icon: MessageCircle,
  group: 'chat',
  fields: [
    { name: 'accessToken', texts: 'channels.types.line.fields.accessToken' },
    { name: 'to', texts: 'channels.types.line.fields.to' },
  ],
  Below: Finder,
  guide: {
    page: 'https://developers.line.biz/console/',
    steps: [
      { text: 'channels.types.line.steps.1' },
      {
        text: 'channels.types.line.steps.2',
        sketch: { host: 'developers.line.biz', menu: MENU, chosen: 1, value: 'Channel access token', button: 'Issue' },
      },
      {
        text: 'channels.types.line.steps.3',
        sketch: { host: 'developers.line.biz', menu: MENU, chosen: 0, value: 'Your user ID  U4af49…', button: 'Copy' },
      },
    ],
  },
};

/** Finds the id, because users cannot be expected to type one from LINE's console. */
function Finder({ settings, onChange }: CustomFieldsProps) {
  const { accessToken = '', to = '' } = settings;
  return (
    <Suspense fallback={null}>
      <LineFinder accessToken={accessToken} to={to} onChoose={(id) => onChange({ ...settings, to: id })} />
    </Suspense>
  );
}
