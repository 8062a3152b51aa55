import { defineConfig } from '@chakra-ui/react';
import {
  buttonRecipe,
  dialogSlotRecipe,
  drawerSlotRecipe,
  fieldSlotRecipe,
  headingRecipe,
  inputRecipe,
  nativeSelectSlotRecipe,
  sliderSlotRecipe,
  spinnerRecipe,
  switchSlotRecipe,
  tableSlotRecipe,
  tabsSlotRecipe,
  textareaRecipe,
} from '@chakra-ui/react/theme';

/** Chakra's recipes of the components in use; the whole set would be a third of the first load. */
export const chakraRecipes = defineConfig({
  theme: {
    recipes: {
      button: buttonRecipe,
      heading: headingRecipe,
      input: inputRecipe,
      spinner: spinnerRecipe,
      textarea: textareaRecipe,
    },
    slotRecipes: {
      dialog: dialogSlotRecipe,
      drawer: drawerSlotRecipe,
      field: fieldSlotRecipe,
      nativeSelect: nativeSelectSlotRecipe,
      slider: sliderSlotRecipe,
      switch: switchSlotRecipe,
      table: tableSlotRecipe,
      tabs: tabsSlotRecipe,
    },
  },
});

/** Text in fields is 16 px on phones, or iOS zooms the page when one is entered. Targets there are 44 px high. */
const fieldText = { textStyle: { base: 'lg', sm: 'md' } };
const fieldEdge = { outline: { borderColor: 'edge', bg: 'surface.raised' } };
const fieldHeight = { base: 'sizes.11', sm: 'sizes.10' };

/** Overlays cover the whole window, also where 100vw is less than that, and animate only briefly. */
const window = { w: '100%' };
const motion = {
  _open: { animationDuration: 'fast', animationTimingFunction: 'ease-out' },
  _closed: { animationDuration: 'faster', animationTimingFunction: 'ease-in' },
};

/** Farwatch's changes to Chakra's recipes. */
export const ownRecipes = defineConfig({
  theme: {
    recipes: {
      button: {
        variants: {
          // Most buttons have no palette.
          variant: { outline: { borderColor: 'var(--chakra-colors-color-palette-border, {colors.edge})' } },
          size: {
            sm: { h: { base: '11', sm: '8' }, minW: { base: '11', sm: '8' }, px: '3', textStyle: 'sm' },
            md: {
              h: { base: '11', sm: '9' },
              minW: { base: '11', sm: '9' },
              px: '4',
              textStyle: 'md',
              _icon: { boxSize: '4' },
            },
          },
        },
      },
      input: { variants: { variant: fieldEdge, size: { md: { '--input-height': fieldHeight, ...fieldText } } } },
      textarea: { variants: { variant: fieldEdge, size: { md: fieldText } } },
    },
    slotRecipes: {
      dialog: {
        slots: [],
        base: {
          backdrop: { bg: 'shade', ...window, ...motion },
          positioner: window,
          content: { borderWidth: '1px', boxShadow: 'none', textStyle: 'md', ...motion },
        },
      },
      drawer: {
        slots: [],
        base: {
          backdrop: { bg: 'shade', ...window, ...motion },
          positioner: window,
          content: { boxShadow: 'none', textStyle: 'md', ...motion },
        },
      },
      table: { slots: [], base: { body: { '& > tr:last-of-type > *': { borderBottomWidth: '0' } } } },
      nativeSelect: {
        slots: [],
        variants: {
          size: {
            md: { root: { '--select-field-height': fieldHeight }, field: { textStyle: { base: 'lg', sm: 'md' } } },
          },
        },
      },
    },
  },
});
