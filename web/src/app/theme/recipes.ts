import { defineRecipe, defineSlotRecipe } from '@chakra-ui/react';
import {
  buttonRecipe,
  checkboxSlotRecipe,
  checkmarkRecipe,
  dialogSlotRecipe,
  drawerSlotRecipe,
  fieldSlotRecipe,
  headingRecipe,
  iconRecipe,
  inputRecipe,
  linkRecipe,
  nativeSelectSlotRecipe,
  spinnerRecipe,
  tableSlotRecipe,
  textareaRecipe,
} from '@chakra-ui/react/theme';

/** Text in fields is 16 px on phones, or iOS zooms the page when one is entered. */
const fieldText = { borderColor: 'edge', bg: 'surface.raised', textStyle: { base: 'lg', sm: 'md' } };

/** Only the components in use: Chakra's whole set would be a third of the first load. */
export const recipes = {
  button: defineRecipe({
    ...buttonRecipe,
    variants: {
      ...buttonRecipe.variants,
      size: {
        ...buttonRecipe.variants?.size,
        md: { h: { base: '11', sm: '9' }, minW: '9', px: '4', textStyle: 'md', gap: '2', _icon: { boxSize: '4' } },
      },
    },
  }),
  checkmark: checkmarkRecipe,
  heading: headingRecipe,
  icon: iconRecipe,
  input: defineRecipe({
    ...inputRecipe,
    variants: {
      ...inputRecipe.variants,
      size: {
        ...inputRecipe.variants?.size,
        md: { px: '3', '--input-height': { base: 'sizes.11', sm: 'sizes.10' }, ...fieldText },
      },
    },
  }),
  link: linkRecipe,
  spinner: spinnerRecipe,
  textarea: defineRecipe({
    ...textareaRecipe,
    variants: {
      ...textareaRecipe.variants,
      size: { ...textareaRecipe.variants?.size, md: { px: '3', py: '2', scrollPaddingBottom: '2', ...fieldText } },
    },
  }),
};

export const slotRecipes = {
  checkbox: checkboxSlotRecipe,
  dialog: defineSlotRecipe({
    ...dialogSlotRecipe,
    base: {
      ...dialogSlotRecipe.base,
      backdrop: { ...dialogSlotRecipe.base?.backdrop, bg: 'shade' },
      content: { ...dialogSlotRecipe.base?.content, borderWidth: '1px', boxShadow: 'none' },
    },
  }),
  drawer: defineSlotRecipe({
    ...drawerSlotRecipe,
    base: { ...drawerSlotRecipe.base, backdrop: { ...drawerSlotRecipe.base?.backdrop, bg: 'shade' } },
  }),
  field: fieldSlotRecipe,
  nativeSelect: nativeSelectSlotRecipe,
  table: tableSlotRecipe,
};
