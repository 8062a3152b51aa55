import { chakra } from '@chakra-ui/react';
import type { ChannelTiming } from '@farwatch/core/values/channel-timing';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../lib/i18n/i18n.ts';
import { timingParts } from './timing-parts.ts';

const Chips = chakra('ul', { base: { display: 'flex', flexWrap: 'wrap', gap: '1', mt: '1', listStyleType: 'none' } });
const Chip = chakra('li', {
  base: { px: '1.5', borderWidth: '1px', borderRadius: 'l1', textStyle: 'xs', lineHeight: '18px', color: 'text.muted' },
});

/** When a channel is notified, where that is not at once and at any time. */
export function TimingChips({ timing }: { timing: ChannelTiming }) {
  const { t } = useTranslation();
  const parts = timingParts(timing, t, useLanguage());
  if (parts.length === 0) return null;
  return (
    <Chips aria-label={t('timing.title')}>
      {parts.map((part) => (
        <Chip key={part}>{part}</Chip>
      ))}
    </Chips>
  );
}
