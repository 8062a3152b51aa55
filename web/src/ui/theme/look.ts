import { defineConfig } from '@chakra-ui/react';
import { animationStyles, breakpoints, globalCss, keyframes, layerStyles, tokens } from '@chakra-ui/react/theme';
import { DEFAULT_LANGUAGE, fontsOf, isTall, LANGUAGE_CODES, selectorOf } from '@farwatch/core/values/languages';
import { colors } from './tokens.ts';

const family =
  '"Inter Variable", "Inter Fallback", system-ui, -apple-system, "Segoe UI", Roboto, var(--script-fonts), sans-serif';

/** The language of an element may set both variables (`ofLanguages`). */
const style = (fontSize: string, lineHeight: string, letterSpacing = '0') => ({
  value: {
    fontSize,
    lineHeight: `var(--line-height, ${lineHeight})`,
    letterSpacing: `var(--letter-spacing, ${letterSpacing})`,
  },
});

const TALL = LANGUAGE_CODES.filter(isTall);

/** The fonts of each script, and lines that are high enough for its marks. Headings in large type have lower lines. */
const ofLanguages = {
  ':root': { '--script-fonts': fontsOf(DEFAULT_LANGUAGE) },
  ...Object.fromEntries(
    LANGUAGE_CODES.filter((language) => language !== DEFAULT_LANGUAGE).map((language) => [
      selectorOf(language, ':root'),
      { '--script-fonts': fontsOf(language) },
    ]),
  ),
  [TALL.map((language) => selectorOf(language)).join()]: {
    '--line-height': '1.6',
    '--heading-height': '1.45',
    '--letter-spacing': '0',
  },
};

/** The seven sizes of text, px over line height. */
const textStyles = {
  xs: style('12px', '16px'),
  sm: style('13px', '20px'),
  md: style('14px', '20px'),
  lg: style('16px', '24px'),
  xl: style('20px', '28px', '-0.01em'),
  '2xl': style('24px', '32px', '-0.015em'),
  '3xl': style('32px', '40px', '-0.02em'),
};

const { colors: _chakraColors, ...measures } = tokens;

/** Farwatch's tokens, text styles and global styles, shared by the app and the public pages. */
export const look = defineConfig({
  preflight: true,
  cssVarsPrefix: 'chakra',
  cssVarsRoot: ':where(html, .chakra-theme)',
  globalCss: {
    ...globalCss,
    'html, body, #root': { height: '100%' },
    // Keeps the page from shifting when a scrollbar appears. A reserved gutter would do the same, but neither
    // the header nor a dialog's backdrop would reach into it.
    html: { color: 'text', overflowY: 'scroll' },
    // Keeps a focused element clear of a bar at the window's lower edge.
    'html:has([data-foot-bar])': { scrollPaddingBottom: '96px' },
    ...ofLanguages,
    '@page': { margin: '16mm 14mm' },
    body: { textStyle: 'md', fontVariantNumeric: 'tabular-nums' },
    // No line with a single short word, which is a syllable in some scripts.
    'h1, h2, h3': { textWrap: 'balance' },
    'p, li, dd': { textWrap: 'pretty' },
    'a, button, [role=button]': { touchAction: 'manipulation' },
    '*, *::before, *::after': {
      // Any duration would animate every changed element: thousands of them when the theme is switched.
      _motionReduce: { animationDuration: '1ms !important', transition: 'none !important' },
    },
  },
  theme: {
    breakpoints,
    keyframes: {
      ...keyframes,
      highlightOdd: { from: { backgroundColor: 'var(--chakra-colors-accent-subtle)' } },
      highlightEven: { from: { backgroundColor: 'var(--chakra-colors-accent-subtle)' } },
    },
    tokens: {
      ...measures,
      colors: { transparent: { value: 'transparent' }, current: { value: 'currentColor' } },
      fonts: { heading: { value: family }, body: { value: family }, mono: { value: 'ui-monospace, monospace' } },
    },
    semanticTokens: {
      colors,
      radii: { l1: { value: '4px' }, l2: { value: '6px' }, l3: { value: '10px' } },
    },
    textStyles: {
      ...textStyles,
      none: { value: {} },
      label: { value: { ...textStyles.sm.value, fontWeight: 'medium' } },
    },
    layerStyles,
    animationStyles,
  },
});
