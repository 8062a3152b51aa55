import { Box, chakra } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { Panel } from '../../components/panel.tsx';
import { GUIDE } from './help-guide-text.ts';

/** How to set up Telegram, step by step, in Chinese whatever language is chosen (spec 2, design 10). */
export function HelpGuide() {
  const { t } = useTranslation();
  return (
    <Panel as="section" aria-label={t('notifications.guide')}>
      <chakra.details>
        <chakra.summary
          px={{ base: '4', sm: '6' }}
          py="3"
          minH="11"
          fontWeight="medium"
          cursor="pointer"
          borderRadius="l3"
          focusVisibleRing="outside"
        >
          {t('notifications.guide')}
        </chakra.summary>
        <Box lang="zh-CN" px={{ base: '4', sm: '6' }} pb="5">
          <chakra.ol display="flex" flexDirection="column" gap="4" ps="5" listStyleType="decimal">
            {GUIDE.map(({ title, lines }) => (
              <chakra.li key={title} fontWeight="medium">
                {title}
                {lines.map((line) => (
                  <chakra.p key={line} mt="1" fontWeight="normal" color="text.muted" overflowWrap="anywhere">
                    {line}
                  </chakra.p>
                ))}
              </chakra.li>
            ))}
          </chakra.ol>
        </Box>
      </chakra.details>
    </Panel>
  );
}
