import { Box, chakra, Heading, Text } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { TextWithParts } from '../components/text/text-with-parts.tsx';
import { CONTACT_EMAIL } from './contact.ts';
import type { TextPageName } from './pages.ts';

const MailLink = chakra('a', {
  base: { color: 'accent', textDecoration: 'underline', textUnderlineOffset: '3px', focusVisibleRing: 'outside' },
});

/** A page that consists of the sections in its texts. */
export function TextPage({ name }: { name: TextPageName }) {
  const { t } = useTranslation('site');
  const sections: Record<string, object> = t(`pages.${name}.sections`, { returnObjects: true });
  return (
    <Box as="main" id="content" maxW="720px" mx="auto" px={{ base: '4', md: '8' }} py={{ base: '10', md: '20' }}>
      <Heading as="h1" textStyle="title">
        {t(`pages.${name}.title`)}
      </Heading>
      <Text color="text.muted" mt="2">
        {t(`pages.${name}.updated`)}
      </Text>
      <Text textStyle="lead" mt="6">
        {t(`pages.${name}.lead`)}
      </Text>
      {Object.entries(sections).map(([section, texts]) => (
        <Section
          key={section}
          path={`pages.${name}.sections.${section}`}
          paragraphs={Object.keys(texts).filter((key) => key !== 'title')}
        />
      ))}
    </Box>
  );
}

function Section({ path, paragraphs }: { path: string; paragraphs: readonly string[] }) {
  const { t } = useTranslation('site');
  const keyOf = (part: string) => `${path}.${part}` as 'pages.privacy.sections.rights.p1';
  return (
    <Box as="section" mt="10">
      <Heading as="h2" textStyle="xl" fontWeight="semibold">
        {t(keyOf('title'))}
      </Heading>
      {paragraphs.map((part) => (
        <Text key={part} textStyle="lg" lineHeight="1.7" mt="3">
          <TextWithParts
            text={t(keyOf(part))}
            parts={{ mail: <MailLink href={`mailto:${CONTACT_EMAIL}`}>{CONTACT_EMAIL}</MailLink> }}
          />
        </Text>
      ))}
    </Box>
  );
}
