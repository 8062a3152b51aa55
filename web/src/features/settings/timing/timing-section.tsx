import { Box, chakra } from '@chakra-ui/react';
import { type ComponentProps, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../lib/i18n/i18n.ts';
import { parseTiming } from './timing-draft.ts';
import { TimingFields } from './timing-fields.tsx';
import { timingParts } from './timing-parts.ts';

/** The part of a channel's form that says when it is notified: closed, with what it is set to, until it is opened. */
export function TimingSection(props: ComponentProps<typeof TimingFields>) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [isOpen, setOpen] = useState(false);
  const parsed = parseTiming(props.draft);
  const parts = 'timing' in parsed ? timingParts(parsed.timing, t, language) : [];
  return (
    <chakra.details
      borderWidth="1px"
      borderRadius="l2"
      open={isOpen || props.errors !== null}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <chakra.summary px="4" py="3" minH="11" cursor="pointer" borderRadius="l2" focusVisibleRing="outside">
        <chakra.span fontWeight="medium">{t('timing.title')}</chakra.span>{' '}
        <chakra.span color="text.muted">{parts.join(' · ') || t('timing.default')}</chakra.span>
      </chakra.summary>
      <Box px="4" pb="4">
        <TimingFields {...props} />
      </Box>
    </chakra.details>
  );
}
