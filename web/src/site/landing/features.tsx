import { Box, chakra, Flex, Grid, Heading, Text } from '@chakra-ui/react';
import { DEFAULT_LANGUAGE, type Language } from '@farwatch/core/values/languages';
import { BellRing, ChartLine, EyeOff, Globe, HeartPulse, PanelTop, RefreshCw, Send, ShieldCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Panel } from '../../ui/layout/panel.tsx';
import { usePage } from '../page-context.ts';
import { Part } from './part.tsx';

const files = import.meta.glob<string>('../pictures/*.webp', { eager: true, query: '?url', import: 'default' });

type PictureName = 'dashboard' | 'dashboard-phone' | 'incident' | 'response';

/** The size of each picture in CSS pixels; its file has twice as many. */
const SIZES: Record<PictureName, [width: number, height: number]> = {
  dashboard: [1280, 620],
  'dashboard-phone': [390, 720],
  incident: [672, 736],
  response: [780, 386],
};

const MORE = [
  { name: 'types', Icon: Globe },
  { name: 'heartbeat', Icon: HeartPulse },
  { name: 'statusPage', Icon: PanelTop },
  { name: 'telegram', Icon: Send },
  { name: 'severity', Icon: BellRing },
  { name: 'history', Icon: ChartLine },
  { name: 'certificates', Icon: ShieldCheck },
  { name: 'now', Icon: RefreshCw },
  { name: 'coverageGap', Icon: EyeOff },
] as const;

/** The features, with pictures of the app. */
export function Features() {
  const { t } = useTranslation('site');
  return (
    <Part id="features" tinted eyebrow={t('features.eyebrow')} title={t('features.title')} text={t('features.text')}>
      <Grid gap="5" mt={{ base: '10', md: '14' }}>
        <FeatureCard name="dashboard" phone="dashboard-phone" />
        <Grid templateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 5fr) minmax(0, 7fr)' }} gap="5">
          <FeatureCard name="incident" isCropped />
          <FeatureCard name="response" />
        </Grid>
      </Grid>
      <Grid
        as="ul"
        listStyleType="none"
        templateColumns={{ base: '1fr', sm: '1fr 1fr', lg: 'repeat(3, 1fr)' }}
        columnGap="10"
        rowGap="9"
        mt={{ base: '12', md: '16' }}
      >
        {MORE.map(({ name, Icon }) => (
          <Flex as="li" key={name} gap="4">
            <Box color="accent" mt="0.5" flexShrink="0">
              <Icon size={20} aria-hidden="true" />
            </Box>
            <Box>
              <Heading as="h3" textStyle="lg" fontWeight="semibold">
                {t(`features.more.${name}.title`)}
              </Heading>
              <Text color="text.muted" mt="1">
                {t(`features.more.${name}.text`)}
              </Text>
            </Box>
          </Flex>
        ))}
      </Grid>
    </Part>
  );
}

type FeatureCardProps = { name: 'dashboard' | 'incident' | 'response'; phone?: PictureName; isCropped?: boolean };

/**
 * Shows a picture that reaches its card's edges, below its description; with `isCropped` it is cropped to the space
 * left in the card.
 */
function FeatureCard({ name, phone, isCropped = false }: FeatureCardProps) {
  const { t } = useTranslation('site');
  const alt = t(`features.${name}.alt`);
  const cropped = { position: 'relative', flex: '1', minH: '300px', '& img': { position: 'absolute', insetX: '0' } };
  return (
    <Panel bg="surface" overflow="hidden" display="flex" flexDirection="column">
      <Box px={{ base: '5', md: '8' }} pt={{ base: '5', md: '8' }} pb="6" maxW="640px">
        <Heading as="h3" textStyle="xl" fontWeight="semibold">
          {t(`features.${name}.title`)}
        </Heading>
        <Text textStyle="lg" color="text.muted" mt="2">
          {t(`features.${name}.text`)}
        </Text>
      </Box>
      <Box
        ml={{ base: '5', md: '8' }}
        mt="auto"
        borderWidth="1px 0 0 1px"
        borderTopLeftRadius="l3"
        overflow="hidden"
        css={isCropped ? cropped : {}}
      >
        <Box display={phone && { base: 'none', md: 'block' }}>
          <Picture name={name} alt={alt} />
        </Box>
        {phone && (
          <Box display={{ base: 'block', md: 'none' }} maxH="440px">
            <Picture name={phone} alt={alt} />
          </Box>
        )}
      </Box>
    </Panel>
  );
}

type PictureProps = { name: PictureName; alt: string };

/** A picture of the app in the page's theme and, if there is one, its language; loaded lazily. */
function Picture({ name, alt }: PictureProps) {
  const { language } = usePage();
  const [width, height] = SIZES[name];
  return (['light', 'dark'] as const).map((theme) => (
    <chakra.img
      key={theme}
      className={theme === 'light' ? 'by-day' : 'by-night'}
      src={fileOf(`${name}-${theme}`, language)}
      alt={alt}
      // Attributes, from which browsers reserve the space before a lazy picture loads; not styles.
      htmlWidth={width}
      htmlHeight={height}
      loading="lazy"
      decoding="async"
      w="full"
      h="auto"
      display="block"
    />
  ));
}

function fileOf(name: string, language: Language): string {
  const file = files[`../pictures/${name}-${language}.webp`] ?? files[`../pictures/${name}-${DEFAULT_LANGUAGE}.webp`];
  if (!file) throw new Error(`There is no picture ${name}: create it with "npm run screenshots -- pictures".`);
  return file;
}
