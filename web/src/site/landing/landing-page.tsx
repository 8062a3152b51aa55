import { Box, chakra, Flex, Grid, Heading, Text } from '@chakra-ui/react';
import { Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Flag } from '../../domain/flags/flag.tsx';
import { CONTACT_EMAIL } from '../../lib/contact.ts';
import { PATHS } from '../../lib/navigation/paths.ts';
import { Mark } from '../../ui/layout/mark.tsx';
import { LinkButton } from '../link-button.tsx';
import { LiveIsland } from '../live/live-island.tsx';
import { useAppPath } from '../page-context.ts';
import { Features } from './features.tsx';
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
              <Text
                as="dd"
                fontSize="32px"
                lineHeight="var(--heading-height, 40px)"
                letterSpacing="var(--letter-spacing, -0.03em)"
                fontWeight="semibold"
              >
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

/** The top of the page: what Farwatch does, and a simulated outage. */
function Hero() {
  return (
    <Box as="section" id="home" position="relative" overflow="hidden" isolation="isolate">
      <Horizon />
      <Width pt={{ base: '12', md: '20' }} pb={{ base: '14', md: '28' }}>
        <Grid
          templateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 460px' }}
          gap={{ base: '12', lg: '16' }}
          alignItems="center"
        >
          <Introduction />
          <LiveIsland />
        </Grid>
      </Width>
    </Box>
  );
}

function Introduction() {
  const { t } = useTranslation('site');
  const toApp = useAppPath();
  const demo = `mailto:${CONTACT_EMAIL}?subject=${encodeURIComponent(t('hero.demoSubject'))}`;
  return (
    <Box>
      <Flex align="center" gap="2.5" color="text.muted" fontWeight="medium" mb="5" wrap="wrap">
        <Flex gap="1">
          <Flag code="tw" />
          <Flag code="th" />
          <Flag code="bd" />
        </Flex>
        {t('hero.from')}
      </Flex>
      <Heading as="h1" textStyle="display" textWrap="balance">
        {t('hero.title')}
      </Heading>
      <Text textStyle="lead" color="text.muted" mt="6" maxW="540px">
        {t('hero.text')}
      </Text>
      <Flex gap="3" mt="8" wrap="wrap">
        <LinkButton href={toApp(PATHS.signup)} h="12" px="6" textStyle="lg">
          {t('hero.start')}
        </LinkButton>
        <LinkButton href={demo} h="12" px="6" textStyle="lg" variant="outline" color="text" bg="surface.raised">
          {t('hero.demo')}
        </LinkButton>
      </Flex>
    </Box>
  );
}

const STEPS = ['add', 'places', 'chat', 'rest'] as const;

/** Explains the way from a URL to an alert, in four steps. */
function How() {
  const { t } = useTranslation('site');
  return (
    <Part id="how" eyebrow={t('how.eyebrow')} title={t('how.title')}>
      <Grid
        as="ol"
        listStyleType="none"
        templateColumns={{ base: '1fr', md: 'repeat(4, 1fr)' }}
        mt={{ base: '10', md: '16' }}
        columnGap="0"
      >
        {STEPS.map((step, index) => (
          <Box
            as="li"
            key={step}
            position="relative"
            pl={{ base: '12', md: '0' }}
            pr={{ md: '8' }}
            pb={{ base: index < STEPS.length - 1 ? '9' : '0', md: '0' }}
          >
            {index < STEPS.length - 1 && (
              <Box
                position="absolute"
                bg="border"
                left={{ base: '15.5px', md: '8' }}
                top={{ base: '8', md: '15.5px' }}
                bottom={{ base: '0', md: 'auto' }}
                right={{ base: 'auto', md: '0' }}
                w={{ base: '1px', md: 'auto' }}
                h={{ base: 'auto', md: '1px' }}
              />
            )}
            <Box
              position={{ base: 'absolute', md: 'relative' }}
              left="0"
              top="0"
              display="grid"
              placeItems="center"
              boxSize="8"
              borderRadius="full"
              borderWidth="1px"
              borderColor="accent"
              color="accent"
              bg="surface"
              fontWeight="semibold"
              aria-hidden="true"
            >
              {index + 1}
            </Box>
            <Heading as="h3" textStyle="lg" fontWeight="semibold" mt={{ base: '1', md: '5' }}>
              {t(`how.steps.${step}.title`)}
            </Heading>
            <Text color="text.muted" mt="1.5">
              {t(`how.steps.${step}.text`)}
            </Text>
          </Box>
        ))}
      </Grid>
    </Part>
  );
}

/** The horizon of the mark, as wide as the page: the earth's lit edge behind the content above it. */
function Horizon() {
  return (
    <Box aria-hidden="true" position="absolute" inset="0" zIndex="-1" pointerEvents="none">
      <Box
        position="absolute"
        left="50%"
        top={{ base: '72%', lg: '62%' }}
        w="max(1800px, 170vw)"
        aspectRatio="1"
        transform="translateX(-50%)"
        borderRadius="full"
        borderTopWidth="1px"
        borderColor="#2b5bdb4d"
        bgImage="linear-gradient(to bottom, #d3dffc, #f5f7fa 26%)"
        boxShadow="0 -30px 160px 0 #2b5bdb2b"
        _dark={{
          borderColor: '#8fb0ff66',
          bgImage: 'linear-gradient(to bottom, #15244a, #0b1118 22%)',
          boxShadow: '0 -30px 160px 0 #3a67e659',
        }}
      />
    </Box>
  );
}
