import { Box, chakra, Grid, Heading, Text } from '@chakra-ui/react';
import { Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Mark } from '../../components/layout/mark.tsx';
import { PATHS } from '../../lib/navigation/paths.ts';
import { LinkButton } from '../link-button.tsx';
import { useAppPath } from '../page-context.ts';
import { Features } from './features.tsx';
import { Hero } from './hero.tsx';
import { Horizon } from './horizon.tsx';
import { How } from './how.tsx';
import { Part, Width } from './part.tsx';
import { Pricing } from './pricing.tsx';
import { Why } from './why.tsx';

/** The landing page, at / and at the root of each other language. */
export function LandingPage() {
  return (
    <Box as="main" id="content">
      <Hero />
      <Performance />
      <Why />
      <Features />
      <How />
      <Pricing />
      <Faq />
      <Closing />
    </Box>
  );
}

const METRICS = ['confirm', 'alert', 'cost', 'screen'] as const;

/** Key metrics, which tests in this repository measure. */
function Performance() {
  const { t } = useTranslation('site');
  return (
    <Box as="section" aria-label={t('performance.label')} borderYWidth="1px" bg="surface.raised">
      <Width>
        <Grid as="dl" templateColumns={{ base: '1fr', sm: '1fr 1fr', lg: 'repeat(4, 1fr)' }}>
          {METRICS.map((name) => (
            <Box
              key={name}
              display="flex"
              flexDirection="column-reverse"
              justifyContent="flex-end"
              py={{ base: '6', lg: '9' }}
              pr="8"
              borderTopWidth={{ base: '1px', lg: '0' }}
              _first={{ borderTopWidth: '0' }}
              css={{ sm: { '&:nth-of-type(2)': { borderTopWidth: '0' } } }}
            >
              <Text as="dt" color="text.muted" mt="1">
                {t(`performance.${name}.text`)}
              </Text>
              <Text as="dd" fontSize="32px" lineHeight="40px" letterSpacing="-0.03em" fontWeight="semibold">
                {t(`performance.${name}.value`)}
              </Text>
            </Box>
          ))}
        </Grid>
      </Width>
    </Box>
  );
}

const QUESTIONS = [
  'what',
  'outage',
  'soon',
  'maintenance',
  'offline',
  'reports',
  'statusPage',
  'plans',
  'pay',
  'seen',
  'history',
] as const;

/** Questions that expand without a script. */
function Faq() {
  const { t } = useTranslation('site');
  return (
    <Part id="faq" isSplit eyebrow={t('faq.eyebrow')} title={t('faq.title')}>
      <Box mt={{ base: '8', lg: '0' }} borderTopWidth="1px">
        {QUESTIONS.map((name) => (
          <chakra.details key={name} borderBottomWidth="1px" css={{ '&[open] svg': { transform: 'rotate(45deg)' } }}>
            <chakra.summary
              display="flex"
              alignItems="center"
              justifyContent="space-between"
              gap="4"
              py="5"
              cursor="pointer"
              listStyleType="none"
              textStyle="lg"
              fontWeight="semibold"
              borderRadius="l1"
              focusVisibleRing="outside"
            >
              {t(`faq.items.${name}.q`)}
              <Box color="text.muted" flexShrink="0" css={{ '& svg': { transition: 'transform 160ms' } }}>
                <Plus size={20} aria-hidden="true" />
              </Box>
            </chakra.summary>
            <Text textStyle="lg" lineHeight="1.65" color="text.muted" maxW="720px" pb="6" pr="8">
              {t(`faq.items.${name}.a`)}
            </Text>
          </chakra.details>
        ))}
      </Box>
    </Part>
  );
}

/** The closing call to sign up. */
function Closing() {
  const { t } = useTranslation('site');
  const toApp = useAppPath();
  return (
    <Box
      as="section"
      aria-labelledby="closing-title"
      position="relative"
      overflow="hidden"
      isolation="isolate"
      borderTopWidth="1px"
    >
      <Horizon />
      <Width py={{ base: '20', md: '28' }} textAlign="center">
        <Box display="inline-block" mb="5">
          <Mark size={44} />
        </Box>
        <Heading as="h2" id="closing-title" textStyle="title">
          {t('end.title')}
        </Heading>
        <Text textStyle="lead" color="text.muted" mt="3">
          {t('end.text')}
        </Text>
        <LinkButton href={toApp(PATHS.signup)} h="12" px="6" mt="8" textStyle="lg">
          {t('end.start')}
        </LinkButton>
      </Width>
    </Box>
  );
}
