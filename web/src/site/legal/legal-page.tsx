import { Box, chakra, Heading, Text } from '@chakra-ui/react';
import { Trans, useTranslation } from 'react-i18next';
import { CONTACT_EMAIL } from '../contact.ts';

/** The sections of each legal page and how many paragraphs each has, in their order. */
const SECTIONS = {
  privacy: { account: 2, watch: 3, alerts: 2, agents: 3, payment: 3, browser: 2, where: 2, rights: 1 },
  terms: { service: 2, you: 2, plans: 2, data: 1, end: 2 },
} as const;

const MailLink = chakra('a', {
  base: { color: 'accent', textDecoration: 'underline', textUnderlineOffset: '3px', focusVisibleRing: 'outside' },
});

/** A legal page: what is stored, or the terms. */
export function LegalPage({ kind }: { kind: keyof typeof SECTIONS }) {
  const { t } = useTranslation('site');
  return (
    <Box as="main" id="content" maxW="720px" mx="auto" px={{ base: '4', md: '8' }} py={{ base: '10', md: '20' }}>
      <Heading as="h1" textStyle="title">
        {t(`legal.${kind}.title`)}
      </Heading>
      <Text color="text.muted" mt="2">
        {t('legal.updated')}
      </Text>
      <Text textStyle="lead" mt="6">
        {t(`legal.${kind}.lead`)}
      </Text>
      {Object.entries(SECTIONS[kind]).map(([name, count]) => (
        <Section key={name} path={`legal.${kind}.sections.${name}`} count={count} />
      ))}
    </Box>
  );
}

function Section({ path, count }: { path: string; count: number }) {
  const { t } = useTranslation('site');
  const text = (part: string) => `${path}.${part}` as 'legal.privacy.sections.rights.p1';
  return (
    <Box as="section" mt="10">
      <Heading as="h2" textStyle="xl" fontWeight="semibold">
        {t(text('title'))}
      </Heading>
      {Array.from({ length: count }, (_, index) => `p${index + 1}`).map((part) => (
        <Text key={part} textStyle="lg" lineHeight="1.7" mt="3">
          <Trans
            t={t}
            i18nKey={text(part)}
            components={{ mail: <MailLink href={`mailto:${CONTACT_EMAIL}`}>{CONTACT_EMAIL}</MailLink> }}
          />
        </Text>
      ))}
    </Box>
  );
}
