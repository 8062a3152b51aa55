import { createSystem, defaultBaseConfig, defineConfig } from '@chakra-ui/react';
import { buttonRecipe } from '@chakra-ui/react/theme';
import { look } from '../ui/theme/look.ts';

const recipes = defineConfig({ theme: { recipes: { button: buttonRecipe } } });

/** The additional styles of the public pages: larger headings, and sections that scroll to below the header. */
const own = defineConfig({
  globalCss: {
    html: {
      scrollBehavior: 'smooth',
      scrollPaddingTop: '80px',
      _motionReduce: { scrollBehavior: 'auto' },
    },
    // The app uses tabular digits; here they would leave gaps around hyphens.
    body: { fontVariantNumeric: 'normal' },
    // Pictures of the other theme are not loaded.
    'html.dark .by-day, html:not(.dark) .by-night': { display: 'none !important' },
    // Chinese text breaks after punctuation, not within a word.
    'html:lang(zh) :is(h1, h2)': { wordBreak: 'keep-all', overflowWrap: 'anywhere' },
    'summary::-webkit-details-marker': { display: 'none' },
  },
  theme: {
    textStyles: {
      title: {
        value: {
          fontSize: { base: '26px', md: '34px' },
          lineHeight: 'var(--heading-height, 1.18)',
          letterSpacing: 'var(--letter-spacing, -0.025em)',
          fontWeight: '620',
        },
      },
      display: {
        value: {
          fontSize: { base: '40px', sm: '52px', xl: '64px' },
          lineHeight: 'var(--heading-height, 1.04)',
          letterSpacing: 'var(--letter-spacing, -0.04em)',
          fontWeight: '660',
        },
      },
      lead: { value: { fontSize: { base: '16px', md: '18px' }, lineHeight: '1.6' } },
    },
  },
});

/** Chakra with Farwatch's theme and the only recipe that the public pages use. */
export const siteSystem = createSystem(defaultBaseConfig, recipes, look, own);

/** The system for hydrated parts, without global styles, which the document already has. */
export const islandSystem = { ...siteSystem, _global: [] };
