import type { SystemStyleObject } from '@chakra-ui/react';
import { inputStyles } from './url-list-styles.ts';

/**
 * Styles for plain elements, set on their list, because there may be two hundred; rows out of view are not laid out.
 */
export const urlEntriesStyles: SystemStyleObject = {
  listStyleType: 'none',
  borderWidth: '1px',
  borderRadius: 'l2',
  overflowY: 'auto',
  // Twelve rows and the top of the next one.
  maxH: '632px',
  '&[data-whole]': { maxH: 'none' },
  '& > li': {
    display: 'flex',
    alignItems: 'center',
    columnGap: '1',
    ps: '4',
    pe: '1',
    py: '1',
    minH: '12',
    borderBottomWidth: '1px',
    contentVisibility: 'auto',
    containIntrinsicSize: { base: 'auto 53px', sm: 'auto 49px' },
    _last: { borderBottomWidth: 0 },
  },
  '& > li[data-open]': { alignItems: 'flex-start', bg: 'surface.sunken', py: '3', pe: '3' },
  '& [data-texts]': {
    display: 'flex',
    flexDirection: { base: 'column', lg: 'row' },
    flexWrap: { base: 'nowrap', lg: 'wrap' },
    columnGap: '4',
    flex: '1',
    minW: '0',
  },
  '& [data-texts] span': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', minW: '0' },
  // Shortened in the middle, because long URLs differ at their ends.
  '& [data-texts] > [data-url]': { display: 'flex', whiteSpace: 'pre', flex: { base: 'none', lg: '1 1 0' } },
  '& [data-url] > span + span': { flexShrink: 0 },
  '& [data-texts] > span + span': {
    color: 'text.muted',
    flex: 'none',
    maxW: { base: 'full', lg: '40%' },
    textAlign: { base: 'start', lg: 'end' },
  },
  '& [data-problem]': { color: 'danger', textStyle: 'sm', flex: '1 0 100%' },
  '& [data-fields]': {
    display: 'grid',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
    gap: '3',
    flex: '1',
    minW: '0',
  },
  '& [data-fields] > :first-of-type, & [data-fields] > [data-problem]': { gridColumn: '1 / -1' },
  '& label': { display: 'flex', flexDirection: 'column', gap: '1', textStyle: 'xs', color: 'text.muted', minW: '0' },
  '& label input': { ...inputStyles, color: 'text' },
  '& button': {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    flexShrink: 0,
    minW: { base: '11', sm: '9' },
    h: { base: '11', sm: '9' },
    borderRadius: 'l2',
    color: 'text.muted',
    cursor: 'pointer',
    _hover: { bg: 'surface.sunken', color: 'text' },
    _focusVisible: { outline: '2px solid', outlineColor: 'accent', outlineOffset: '-2px' },
  },
  '& button[data-done]': {
    justifySelf: 'start',
    px: '3',
    gap: '2',
    bg: 'surface.raised',
    borderWidth: '1px',
    color: 'text',
  },
};
