import { Box, chakra, Flex, Text } from '@chakra-ui/react';
import { LANGUAGE_CODES, languageName, pageTagOf } from '@farwatch/core/values/languages';
import { useTranslation } from 'react-i18next';
import { Wordmark } from '../components/layout/mark.tsx';
import { CONTACT_EMAIL } from './contact.ts';
import { usePage } from './page-context.ts';
import { FOOTER_PAGES, pathOf } from './pages.ts';

const FooterLink = chakra('a', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    minH: '11',
    color: 'text.muted',
    borderRadius: 'l1',
    focusVisibleRing: 'outside',
    _hover: { color: 'text', textDecoration: 'underline', textUnderlineOffset: '3px' },
  },
});

/** The footer of every public page: links to other pages, and to this page in each other language. */
export function SiteFooter() {
  const { t } = useTranslation('site');
  const { name, language } = usePage();
  return (
    <Box as="footer" borderTopWidth="1px">
      <Flex
        maxW="1200px"
        mx="auto"
        px={{ base: '4', md: '8' }}
        py={{ base: '8', md: '10' }}
        direction={{ base: 'column', md: 'row' }}
        justify="space-between"
        gap="6"
      >
        <Box>
          <Wordmark size={24} />
          <Text color="text.muted" mt="2">
            {t('footer.line')}
          </Text>
        </Box>
        <Flex as="nav" aria-label={t('footer.nav')} columnGap="6" wrap="wrap">
          {FOOTER_PAGES.map((each) => (
            <FooterLink key={each} href={pathOf({ name: each, language })}>
              {t(`pages.${each}.title`)}
            </FooterLink>
          ))}
          <FooterLink href={`mailto:${CONTACT_EMAIL}`}>{t('footer.contact')}</FooterLink>
          {LANGUAGE_CODES.filter((each) => each !== language).map((other) => (
            <FooterLink
              key={other}
              href={pathOf({ name, language: other })}
              hrefLang={pageTagOf(other)}
              lang={pageTagOf(other)}
              data-language={other}
            >
              {languageName(other)}
            </FooterLink>
          ))}
        </Flex>
      </Flex>
    </Box>
  );
}
