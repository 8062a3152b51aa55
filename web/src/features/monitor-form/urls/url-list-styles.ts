import type { SystemStyleObject } from '@chakra-ui/react';

/** Styles a plain input element as a text field. */
export const inputStyles: SystemStyleObject = {
  width: 'full',
  height: { base: '11', sm: '10' },
  px: '3',
  textStyle: { base: 'lg', sm: 'md' },
  bg: 'surface.raised',
  borderWidth: '1px',
  borderColor: 'edge',
  borderRadius: 'l2',
  outline: '0',
  _placeholder: { color: 'text.muted' },
  _focusVisible: { borderColor: 'accent', boxShadow: 'inset 0 0 0 1px var(--chakra-colors-accent)' },
  '&[aria-invalid=true]': { borderColor: 'danger' },
  '&[aria-invalid=true]:focus-visible': { boxShadow: 'inset 0 0 0 1px var(--chakra-colors-danger)' },
};

const columns = {
  base: '24px minmax(0, 1fr) 44px',
  sm: '24px minmax(0, 3fr) minmax(0, 2fr) 40px',
};

/**
 * Styles the rows of the Add URL dialog from their list: two hundred rows of plain elements render many times faster
 * than styled components. Rows out of view are not laid out.
 */
export const urlListStyles: SystemStyleObject = {
  listStyleType: 'none',
  display: 'flex',
  flexDirection: 'column',
  '& > li': {
    display: 'grid',
    gridTemplateColumns: columns,
    columnGap: '2',
    rowGap: { base: '2', sm: '1' },
    alignItems: 'center',
    // Contained content is clipped, so this leaves space for the focus ring.
    p: '1',
    mx: '-1',
    pb: { base: '3', sm: '1' },
    contentVisibility: 'auto',
    containIntrinsicSize: { base: 'auto 112px', sm: 'auto 48px' },
  },
  '& > li[data-head]': {
    display: { base: 'none', sm: 'grid' },
    textStyle: 'xs',
    color: 'text.muted',
    fontWeight: 'medium',
  },
  '& [data-position]': { color: 'text.muted', textStyle: 'sm', textAlign: 'end', pe: '1' },
  '& [data-url]': { position: 'relative' },
  '& [data-url] > svg': {
    position: 'absolute',
    insetEnd: '3',
    top: '50%',
    transform: 'translateY(-50%)',
    pointerEvents: 'none',
  },
  '& [data-url][data-state=valid] > svg': { color: 'status.up' },
  '& [data-url][data-state=invalid] > svg': { color: 'danger' },
  '& [data-url][data-state] > input': { pe: '9' },
  '& input': inputStyles,
  '& input[data-field=description]': { gridRow: { base: '2', sm: 'auto' }, gridColumn: { base: '2', sm: 'auto' } },
  '& button': {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    height: { base: '11', sm: '10' },
    width: { base: '11', sm: '10' },
    borderRadius: 'l2',
    color: 'text.muted',
    cursor: 'pointer',
    _hover: { bg: 'surface.sunken', color: 'text' },
    _focusVisible: { outline: '2px solid', outlineColor: 'accent' },
  },
  '& [data-verdict]': { gridColumn: { base: '2', sm: '2 / 4' }, textStyle: 'sm', color: 'text.muted' },
  '& [data-verdict=invalid]': { color: 'danger' },
};
