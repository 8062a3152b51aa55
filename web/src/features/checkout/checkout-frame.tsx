import { Box, chakra, Flex } from '@chakra-ui/react';
import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { CONTACT_EMAIL } from '../../lib/contact.ts';
import { useFocusOnPage } from '../../lib/navigation/focus-on-page.ts';
import { PATHS } from '../../lib/navigation/paths.ts';
import { useUid } from '../../lib/session/session.ts';
import { AppNotice } from '../../ui/feedback/page-notices.tsx';
import { LanguageSwitch } from '../../ui/form/language-switch.tsx';
import { ThemeSwitch } from '../../ui/form/theme-switch.tsx';
import { Wordmark } from '../../ui/layout/mark.tsx';

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

/**
 * Back to Settings, where plans are; signed out to the landing page, by a plain link because it is another document.
 */
function Back() {
  const { t } = useTranslation();
  const isSignedIn = useUid() !== null;
  const text = t(isSignedIn ? 'checkout.backToSettings' : 'checkout.back');
  const icon = <ArrowLeft size={20} aria-hidden="true" />;
  return (
    <BackArrow asChild aria-label={text} title={text}>
      {isSignedIn ? <Link to={PATHS.settings}>{icon}</Link> : <a href={PATHS.landing}>{icon}</a>}
    </BackArrow>
  );
}

/** The layout of the payment pages. */
export function CheckoutFrame({ maxW, children }: { maxW: string; children: ReactNode }) {
  const content = useFocusOnPage<HTMLDivElement>();
  return (
    <Flex direction="column" minH="100dvh" px={{ base: '4', md: '8' }} py={{ base: '3', md: '5' }} gap="6">
      <Flex as="header" align="center" gap="1" w="full" maxW="960px" mx="auto">
        <Back />
        <Wordmark />
      </Flex>
      <Flex
        as="main"
        ref={content}
        tabIndex={-1}
        outline="0"
        direction="column"
        flex="1"
        w="full"
        maxW={maxW}
        mx="auto"
        pt={{ md: '6' }}
      >
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

const MailLink = chakra('a', {
  base: { color: 'accent', textDecoration: 'underline', textUnderlineOffset: '3px', focusVisibleRing: 'outside' },
});

/** The contact address, as a link within a text. */
export function ContactLink() {
  return <MailLink href={`mailto:${CONTACT_EMAIL}`}>{CONTACT_EMAIL}</MailLink>;
}
