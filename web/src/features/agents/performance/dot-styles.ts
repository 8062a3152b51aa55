import type { SystemStyleObject } from '@chakra-ui/react';

const ring = 'inset 0 0 0 1.5px currentColor';

/** The dots: filled when up, barred when down, half filled when partly, a broken ring in the future, a struck ring without data. */
export const dotStyles: SystemStyleObject = {
  display: 'flex',
  alignItems: 'center',
  gap: '2px',
  width: '100%',
  minWidth: '190px',
  maxWidth: '384px',
  borderRadius: 'l1',
  outlineOffset: '4px',
  _focusVisible: { outline: '2px solid', outlineColor: 'accent' },
  '& > span': { flex: '1 1 0', maxWidth: '14px', aspectRatio: '1', borderRadius: 'full', position: 'relative' },
  // The gaps belong to the dots, so that the pointer always means one.
  '& > span::before': { content: '""', position: 'absolute', insetInline: '-1px', insetBlock: '-8px' },
  '& > [data-state=UP]': { bg: 'status.up' },
  '& > [data-state=DOWN]': {
    bg: 'status.down',
    _after: { content: '""', position: 'absolute', insetInline: '25%', insetBlock: '42%', bg: 'surface.raised' },
  },
  '& > [data-state=PARTIAL]': {
    color: 'status.partial',
    boxShadow: ring,
    backgroundImage: 'linear-gradient(90deg, transparent 50%, currentColor 50%)',
  },
  '& > [data-state=FUTURE]': {
    borderWidth: '1px',
    borderStyle: 'dashed',
    borderColor: { _light: 'status.none', _dark: 'text.muted' },
  },
  '& > [data-state=NONE]': {
    color: { _light: 'text.muted', _dark: 'status.none' },
    boxShadow: ring,
    backgroundImage: 'linear-gradient(135deg, transparent 44%, currentColor 44% 56%, transparent 56%)',
  },
  '& > [data-running]': { outline: '1px solid', outlineColor: 'text', outlineOffset: '1px' },
  '& > [data-shown]': { filter: 'brightness(0.8)', _dark: { filter: 'brightness(1.25)' } },
};
