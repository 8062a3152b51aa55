import { Box, chakra, Flex } from '@chakra-ui/react';
import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { AppNotice } from '../../components/app-notice.tsx';
import { LanguageSwitch } from '../../components/language-switch.tsx';
import { Wordmark } from '../../components/mark.tsx';
import { ThemeSwitch } from '../../components/theme-switch.tsx';
import { PATHS } from '../../lib/paths.ts';

const BackArrow = chakra('a', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    boxSize: '11',
    ms: '-3',
    borderRadius: 'l2',
    color: 'text.muted',
    focusVisibleRing: 'outside',
    _hover: { color: 'text', bg: 'surface.sunken' },
  },
});

/** The frame of the payment pages. The link home is a plain one, because the landing page is a separate document. */
export function CheckoutFrame({ maxW, children }: { maxW: string; children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <Flex direction="column" minH="100dvh" px={{ base: '4', md: '8' }} py={{ base: '3', md: '5' }} gap="6">
      <Flex as="header" align="center" gap="1" w="full" maxW="960px" mx="auto">
        <BackArrow href={PATHS.landing} aria-label={t('checkout.back')} title={t('checkout.back')}>
          <ArrowLeft size={20} aria-hidden="true" />
        </BackArrow>
        <Wordmark />
      </Flex>
      <Flex as="main" direction="column" flex="1" w="full" maxW={maxW} mx="auto" pt={{ md: '6' }}>
        <Box mb="6" _empty={{ display: 'none' }}>
          <AppNotice />
        </Box>
        {children}
      </Flex>
      <Flex as="footer" justify="center" align="center" gap="2">
        <LanguageSwitch />
        <ThemeSwitch />
      </Flex>
    </Flex>
  );
}
