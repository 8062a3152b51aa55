import { Box, chakra, Flex, IconButton } from '@chakra-ui/react';
import { Menu, Moon, Sun } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Wordmark } from '../components/layout/mark.tsx';
import { PATHS } from '../lib/navigation/paths.ts';
import { LinkButton } from './link-button.tsx';
import { useAppPath, usePage } from './page-context.ts';
import { pathOf } from './pages.ts';

/** The sections of the landing page that the header links to, by id. */
const ANCHORS = ['home', 'why', 'features', 'how', 'pricing', 'faq'] as const;

const Anchor = chakra('a', {
  base: {
    display: 'block',
    color: 'text.muted',
    textStyle: 'md',
    fontWeight: 'medium',
    borderRadius: 'l1',
    px: '2.5',
    py: '2',
    focusVisibleRing: 'outside',
    _hover: { color: 'text' },
  },
});

const HomeLink = chakra('a', { base: { borderRadius: 'l1', focusVisibleRing: 'outside' } });

/** The header of every public page. */
export function SiteHeader() {
  const { t } = useTranslation('site');
  const toApp = useAppPath();
  return (
    <Box
      as="header"
      position="sticky"
      top="0"
      zIndex="docked"
      borderBottomWidth="1px"
      bg="color-mix(in srgb, var(--chakra-colors-surface) 86%, transparent)"
      backdropFilter="blur(12px)"
    >
      <SkipLink href="#content">{t('header.skip')}</SkipLink>
      <Flex align="center" gap={{ base: '2', md: '6' }} h="16" maxW="1200px" mx="auto" px={{ base: '4', md: '8' }}>
        <HomeLink href={useHome()} aria-label={t('header.toHome')}>
          <Wordmark size={26} />
        </HomeLink>
        <Box as="nav" aria-label={t('header.nav')} display={{ base: 'none', lg: 'block' }}>
          <Flex gap="1">
            <Anchors />
          </Flex>
        </Box>
        <Flex ml="auto" align="center" gap={{ base: '1', sm: '2' }}>
          <ThemeButtons />
          <Anchor href={toApp(PATHS.login)} whiteSpace="nowrap" display={{ base: 'none', sm: 'block' }}>
            {t('header.login')}
          </Anchor>
          <LinkButton href={toApp(PATHS.signup)} size="md" px={{ base: '3', sm: '4' }}>
            {t('header.signup')}
          </LinkButton>
          <PhoneMenu />
        </Flex>
      </Flex>
    </Box>
  );
}

const SkipLink = chakra('a', {
  base: {
    position: 'absolute',
    left: '4',
    top: '-20',
    bg: 'surface.raised',
    borderWidth: '1px',
    borderRadius: 'l2',
    px: '4',
    py: '2',
    zIndex: 'skipNav',
    _focus: { top: '3' },
  },
});

function useHome(): string {
  return pathOf({ name: 'landing', language: usePage().language });
}

function Anchors() {
  const { t } = useTranslation('site');
  const home = useHome();
  const onLanding = usePage().name === 'landing';
  return ANCHORS.map((id) => (
    <Anchor key={id} href={onLanding ? `#${id}` : `${home}#${id}`}>
      {t(`header.${id}`)}
    </Anchor>
  ));
}

/** The links on narrow screens: a details element, which needs no script. */
function PhoneMenu() {
  const { t } = useTranslation('site');
  const toApp = useAppPath();
  return (
    <chakra.details data-menu="" display={{ base: 'block', lg: 'none' }}>
      <chakra.summary
        aria-label={t('header.menu')}
        display="grid"
        placeItems="center"
        boxSize="11"
        mr="-2.5"
        listStyleType="none"
        cursor="pointer"
        borderRadius="l2"
        focusVisibleRing="outside"
      >
        <Menu size={20} aria-hidden="true" />
      </chakra.summary>
      <Box
        as="nav"
        aria-label={t('header.nav')}
        position="absolute"
        insetX="0"
        top="16"
        bg="surface.raised"
        borderBottomWidth="1px"
        px={{ base: '4', md: '8' }}
        py="3"
        css={{ '& a': { py: '3', px: '0', textStyle: 'lg', color: 'text', minH: '11' } }}
      >
        <Anchors />
        <Box borderTopWidth="1px" mt="2" pt="2" display={{ sm: 'none' }}>
          <Anchor href={toApp(PATHS.login)}>{t('header.login')}</Anchor>
        </Box>
      </Box>
    </chakra.details>
  );
}

/** Theme buttons for `switchTheme`; CSS hides the one for the current theme. */
function ThemeButtons() {
  const { t } = useTranslation();
  return (
    <>
      <IconButton variant="ghost" className="by-day" data-switch-theme="" aria-label={t('theme.switchToDark')}>
        <Moon />
      </IconButton>
      <IconButton variant="ghost" className="by-night" data-switch-theme="" aria-label={t('theme.switchToLight')}>
        <Sun />
      </IconButton>
    </>
  );
}
