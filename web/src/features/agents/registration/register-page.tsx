import { Box, chakra, Flex, Heading, Text } from '@chakra-ui/react';
import { type Invitation, parseInvitation } from '@farwatch/core/decisions/agents/invitation';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { Flag } from '../../../domain/flags/flag.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { AppNotice } from '../../../ui/feedback/page-notices.tsx';
import { CopyField } from '../../../ui/form/copy.tsx';
import { LanguageSwitch } from '../../../ui/form/language-switch.tsx';
import { ThemeSwitch } from '../../../ui/form/theme-switch.tsx';
import { Wordmark } from '../../../ui/layout/mark.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { RegistrationGuide } from './registration-guide.tsx';
import { deviceTypeOf } from './registration-steps.ts';

/**
 * A registration link opened in a browser: how to register an agent with its code. It makes no requests. The code gives
 * access to an agent, so the address must not leak to other sites.
 */
export default function RegisterPage() {
  const { t } = useTranslation();
  const [query] = useSearchParams();
  const invitation = parseInvitation(query);
  return (
    <Flex direction="column" align="center" minH="100dvh" px="4" py={{ base: '6', sm: '10' }} gap="6">
      <meta name="referrer" content="no-referrer" />
      <Flex as="header" w="full" maxW="640px" align="center" justify="space-between" gap="4" wrap="wrap">
        <Wordmark size={28} />
        <Flex align="center" gap="2">
          <LanguageSwitch />
          <ThemeSwitch />
        </Flex>
      </Flex>
      <Panel as="main" w="full" maxW="640px" p={{ base: '4', sm: '8' }}>
        <Box mb="6" _empty={{ display: 'none' }}>
          <AppNotice />
        </Box>
        <Heading as="h1" textStyle="2xl" fontWeight="semibold">
          {t('registerThisAgent.title')}
        </Heading>
        <Text mt="2" color="text.muted">
          {t('registerThisAgent.intro', { product: t('product') })}
        </Text>
        <Flex direction="column" gap="6" mt="6">
          <Body {...invitation} />
        </Flex>
      </Panel>
    </Flex>
  );
}

function Body({ code, problem, name, location }: Invitation) {
  const { t } = useTranslation();
  return (
    <>
      {problem && (
        <Notice kind="error">
          <Text fontWeight="medium">{t(`registerThisAgent.${problem}`)}</Text>
          <Text textStyle="sm">{t('registerThisAgent.problemHint')}</Text>
        </Notice>
      )}
      {(name !== null || location !== null) && (
        <chakra.dl display="flex" flexWrap="wrap" columnGap="8" rowGap="3">
          {name !== null && (
            <Box minW="0">
              <chakra.dt textStyle="sm" color="text.muted">
                {t('registerThisAgent.agent')}
              </chakra.dt>
              <chakra.dd fontWeight="medium" overflowWrap="anywhere">
                {name}
              </chakra.dd>
            </Box>
          )}
          {location !== null && (
            <Box>
              <chakra.dt textStyle="sm" color="text.muted">
                {t('registerThisAgent.location')}
              </chakra.dt>
              <chakra.dd display="flex" alignItems="center" gap="1.5" fontWeight="medium">
                <Flag code={location} />
                {t(`locations.${location}`)}
              </chakra.dd>
            </Box>
          )}
        </chakra.dl>
      )}
      <Box>
        <CopyField
          label={t('registerThisAgent.code')}
          text={code}
          placeholder={t('registerThisAgent.noCode')}
          copyLabel={t('registerThisAgent.copyCode')}
        />
        <Text mt="2" textStyle="sm" color="text.muted">
          {t('registerThisAgent.validity')}
        </Text>
      </Box>
      {code !== null && (
        <Box as="section">
          <Heading as="h2" textStyle="lg" fontWeight="semibold" mb="2">
            {t('registerThisAgent.how')}
          </Heading>
          <RegistrationGuide
            target={{ origin: window.location.origin, code }}
            system={deviceTypeOf(navigator.userAgent)}
          />
        </Box>
      )}
    </>
  );
}
