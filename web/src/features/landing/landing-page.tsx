import { Flex, Heading, Text } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../components/button-link.tsx';
import { LanguageSwitch } from '../../components/language-switch.tsx';
import { Wordmark } from '../../components/mark.tsx';
import { ThemeSwitch } from '../../components/theme-switch.tsx';
import { PATHS } from '../../lib/paths.ts';
import { useTitle } from '../../lib/use-title.ts';

/** The public page at /. */
export default function LandingPage() {
  const { t } = useTranslation();
  useTitle('');
  return (
    <Flex direction="column" minH="100dvh" px={{ base: '4', md: '8' }}>
      <Flex as="header" align="center" justify="space-between" h="16" w="full" maxW="1200px" mx="auto">
        <Wordmark />
        <Flex gap="1" align="center">
          <LanguageSwitch />
          <ThemeSwitch />
        </Flex>
      </Flex>
      <Flex as="main" flex="1" direction="column" align="center" justify="center" textAlign="center" gap="4" pb="16">
        <Heading as="h1" textStyle={{ base: '2xl', sm: '3xl' }} fontWeight="semibold" maxW="640px">
          {t('landing.title')}
        </Heading>
        <Text textStyle="lg" color="text.muted" maxW="560px">
          {t('landing.text')}
        </Text>
        <Flex gap="3" mt="4">
          <ButtonLink to={PATHS.signup} colorPalette="accent" h="11" px="6">
            {t('landing.signup')}
          </ButtonLink>
          <ButtonLink to={PATHS.login} variant="outline" borderColor="edge" h="11" px="6">
            {t('landing.login')}
          </ButtonLink>
        </Flex>
      </Flex>
    </Flex>
  );
}
