import { Box, chakra, Flex, Heading, IconButton, Text } from '@chakra-ui/react';
import createCache, { type EmotionCache } from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { type Texts, textsOf } from '@farwatch/core/texts/texts';
import { type Language, languageName, pageTagOf } from '@farwatch/core/values/languages';
import type { i18n } from 'i18next';
import { Menu, Moon, Sun } from 'lucide-react';
import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { useTranslation } from 'react-i18next';
import type { AppTexts } from '../i18next.d.ts';
import { CONTACT_EMAIL } from '../lib/contact.ts';
import { PATHS } from '../lib/navigation/paths.ts';
import { localeFile, siteLocaleFile } from '../locales/files.ts';
import type siteEn from '../locales/site-en.json';
import { HomeLink, Wordmark } from '../ui/layout/mark.tsx';
import { TextWithParts } from '../ui/text/text-with-parts.tsx';
import { ApiPage } from './api/api-page.tsx';
import { documentOf, robotsOf, sitemapOf } from './document.ts';
import { LandingPage } from './landing/landing-page.tsx';
import { LinkButton } from './link-button.tsx';
import { LIVE_ID_PREFIX, LiveContext, LiveRoot } from './live/live-island.tsx';
import { describeStory } from './live/story.ts';
import { PageContext, useAppPath, usePage } from './page-context.ts';
import {
  entryOf,
  FOOTER_PAGES,
  fileOf,
  isTextPage,
  PUBLIC_PAGES,
  type PublicPage,
  pathOf,
  type TextPageName,
} from './pages.ts';
import { Providers } from './providers.tsx';
import { islandSystem, siteSystem } from './system.ts';
import { translationOf } from './texts.ts';

type SiteTexts = { translation: AppTexts; site: typeof siteEn };

/** The build's output: the site's origin, its files, the styles of its fonts, and the time of the build. */
export type Built = {
  origin: string;
  script: string;
  imports: readonly string[];
  font: string | null;
  fontStyles: string;
  builtAtMs: number;
};

/** All files of the public pages, by path in Hosting's folder. */
export async function publicFiles(built: Built): Promise<Record<string, string>> {
  const pages = await Promise.all(
    PUBLIC_PAGES.map(async (page) => [fileOf(page), await renderPage(page, built)] as const),
  );
  return {
    ...Object.fromEntries(pages),
    'sitemap.xml': sitemapOf(built.origin),
    'robots.txt': robotsOf(built.origin),
  };
}

/** Renders one public page's document. */
export async function renderPage(page: PublicPage, built: Built): Promise<string> {
  const shared = await textsOf(page.language);
  const texts = await siteTextsOf(page.language, shared);
  const translation = translationOf(page.language, texts);
  const cache = createCache({ key: 'css' });
  // Makes emotion keep styles in the cache instead of inserting them next to each element.
  cache.compat = true;
  const live = page.name === 'landing' ? renderLive(texts.site, shared, built.builtAtMs, { cache, translation }) : null;
  const body = renderToString(
    <CacheProvider value={cache}>
      <Providers system={siteSystem} translation={translation}>
        <PageContext value={page}>
          <LiveContext value={live}>
            <Page page={page} origin={built.origin} texts={shared} />
          </LiveContext>
        </PageContext>
      </Providers>
    </CacheProvider>,
  );
  const { title, description } = texts.site.meta[page.name];
  const { origin, script, imports, font } = built;
  const parts = { page, origin, script, imports, font, title, description, body };
  return documentOf({
    ...parts,
    pictureText: texts.site.meta.picture,
    styles: `<style>${built.fontStyles}</style>${stylesOf(cache)}`,
    texts: live && browserTexts(texts),
  });
}

function Page({ page: { name }, origin, texts }: { page: PublicPage; origin: string; texts: Texts }): ReactNode {
  return (
    <>
      <SiteHeader />
      {isTextPage(name) && <TextPage name={name} />}
      {name === 'landing' && <LandingPage />}
      {name === 'api' && <ApiPage origin={origin} texts={texts} />}
      <SiteFooter />
    </>
  );
}

type Tools = { cache: EmotionCache; translation: i18n };

function renderLive(site: SiteTexts['site'], shared: Texts, nowMs: number, { cache, translation }: Tools) {
  const { monitor, name } = site.live;
  const story = describeStory({ endpoint: monitor, monitor: name }, shared, nowMs);
  const html = renderToString(
    <CacheProvider value={cache}>
      <LiveRoot story={story} system={islandSystem} translation={translation} />
    </CacheProvider>,
    { identifierPrefix: LIVE_ID_PREFIX },
  );
  return { html, story };
}

/** All styles of the page, in the form that emotion reuses in the browser. */
function stylesOf(cache: EmotionCache): string {
  const used = Object.entries(cache.inserted).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  const ids = used.map(([id]) => id).join(' ');
  return `<style data-emotion="css ${ids}">${used.map(([, css]) => css).join('')}</style>`;
}

async function siteTextsOf(
  language: Language,
  { checkErrors, durations, locations, received }: Texts,
): Promise<SiteTexts> {
  const [app, site] = await Promise.all([localeFile(language), siteLocaleFile(language)]);
  return { translation: { ...app, checkErrors, durations, locations, received }, site };
}

/** The texts that the live part needs. */
function browserTexts({ translation, site }: SiteTexts) {
  const { product, theme, hours, status, locations } = translation;
  return { translation: { product, theme, hours, status, locations }, site: { live: site.live } };
}

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

/** The header of every public page. */
function SiteHeader() {
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

const MailLink = chakra('a', {
  base: { color: 'accent', textDecoration: 'underline', textUnderlineOffset: '3px', focusVisibleRing: 'outside' },
});

/** A page that consists of the sections in its texts. */
function TextPage({ name }: { name: TextPageName }) {
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

const FooterLink = chakra('a', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    minH: '11',
    minW: '10',
    color: 'text.muted',
    borderRadius: 'l1',
    focusVisibleRing: 'outside',
    _hover: { color: 'text', textDecoration: 'underline', textUnderlineOffset: '3px' },
  },
});

/** The footer of every public page: links to other pages, and to this page in each other language. */
function SiteFooter() {
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
          {entryOf(name)
            .languages.filter((each) => each !== language)
            .map((other) => (
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
