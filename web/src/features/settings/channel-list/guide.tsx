import { Box, chakra, Flex } from '@chakra-ui/react';
import { ExternalLink } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Sketch } from './sketch.tsx';
import type { ChannelTypeForm } from './types/channel-type-form.ts';

const PageLink = chakra('a', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '1.5',
    minH: { base: '11', sm: '8' },
    color: 'accent',
    textDecoration: 'underline',
    textUnderlineOffset: '3px',
    focusVisibleRing: 'outside',
  },
});

/** How to set up a type of channel: numbered steps, with drawings of where to click at the service; nothing without steps. */
export function Guide({ guide: { page, steps } }: Pick<ChannelTypeForm, 'guide'>) {
  const { t } = useTranslation();
  if (steps.length === 0) return null;
  return (
    <Box as="section" aria-label={t('channels.form.guide')} borderWidth="1px" borderRadius="l2" p="4" bg="surface">
      <Flex justify="space-between" align="center" columnGap="4" wrap="wrap">
        <chakra.h3 fontWeight="medium">{t('channels.form.guide')}</chakra.h3>
        {page && (
          <PageLink href={page} target="_blank" rel="noreferrer">
            {t('channels.form.open', { host: new URL(page).host })}
            <ExternalLink size={14} aria-hidden="true" />
          </PageLink>
        )}
      </Flex>
      <chakra.ol listStyleType="decimal" ps="5" mt="2" display="flex" flexDirection="column" gap="3">
        {steps.map(({ text, sketch }) => (
          <chakra.li key={text} color="text.muted" overflowWrap="anywhere">
            {t(text)}
            {sketch && <Sketch {...sketch} />}
          </chakra.li>
        ))}
      </chakra.ol>
    </Box>
  );
}
