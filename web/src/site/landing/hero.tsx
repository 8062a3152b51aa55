import { Box, Flex, Grid, Heading, Text } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { Flag } from '../../components/flags/flag.tsx';
import { PATHS } from '../../lib/navigation/paths.ts';
import { CONTACT_EMAIL } from '../contact.ts';
import { LinkButton } from '../link-button.tsx';
import { LiveIsland } from '../live/live-island.tsx';
import { useAppPath } from '../page-context.ts';
import { Horizon } from './horizon.tsx';
import { Width } from './part.tsx';

/** The top of the page: what Farwatch does, and a simulated outage. */
export function Hero() {
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
