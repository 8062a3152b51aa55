import { Box, chakra } from '@chakra-ui/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Panel } from '../../../components/layout/panel.tsx';
import { GUIDE_STEPS, GuidePicture } from './guide-pictures.tsx';

/** How to set up Telegram, step by step with pictures. Expanded for users who have not started the setup. */
export function HelpGuide({ hasStarted }: { hasStarted: boolean }) {
  const { t } = useTranslation();
  const [isOpenInitially] = useState(!hasStarted);
  return (
    <Panel as="section" aria-label={t('notifications.guide.title')}>
      <chakra.details open={isOpenInitially}>
        <chakra.summary
          px={{ base: '4', sm: '6' }}
          py="3"
          minH="11"
          fontWeight="medium"
          cursor="pointer"
          borderRadius="l3"
          focusVisibleRing="outside"
        >
          {t('notifications.guide.title')}
        </chakra.summary>
        <chakra.ol
          display="grid"
          gridTemplateColumns="repeat(auto-fill, minmax(min(100%, 264px), 1fr))"
          gap="6"
          px={{ base: '4', sm: '6' }}
          pt="2"
          pb="6"
          listStyleType="none"
        >
          {GUIDE_STEPS.map((step, index) => (
            <li key={step}>
              <GuidePicture step={step} />
              <chakra.h3 mt="3" fontWeight="medium">
                {index + 1}. {t(`notifications.guide.${step}.title`)}
              </chakra.h3>
              <Box color="text.muted" whiteSpace="pre-line" overflowWrap="anywhere" mt="1">
                {t(`notifications.guide.${step}.text`)}
              </Box>
            </li>
          ))}
        </chakra.ol>
      </chakra.details>
    </Panel>
  );
}
