import type { SystemStyleObject } from '@chakra-ui/react';

const stripes = 'repeating-linear-gradient(135deg, currentColor 0 2px, transparent 2px 4px)';

/**
 * The bars: full height when down, three quarters otherwise; half filled when partial, hatched while pending, cut in
 * two across in maintenance and along while paused, hollow without data.
 */
export const barStyles: SystemStyleObject = {
  display: 'flex',
  alignItems: 'flex-end',
  gap: '2px',
  width: '100%',
  minWidth: '190px',
  maxWidth: '320px',
  borderRadius: 'l1',
  outlineOffset: '4px',
  _focusVisible: { outline: '2px solid', outlineColor: 'accent' },
  '& > span': { flex: '1 1 0', minWidth: '4px', height: '75%', borderRadius: '2px', position: 'relative' },
  // Bars include the gaps, so that the pointer is always over one.
  '& > span::before': { content: '""', position: 'absolute', insetInline: '-1px', top: '-34%', bottom: '-4px' },
  '& > [data-state=UP]': { bg: 'status.up' },
  '& > [data-state=DOWN]': { bg: 'status.down', height: '100%', _before: { top: '0' } },
  '& > [data-state=PARTIAL]': {
    color: 'status.partial',
    backgroundImage: 'linear-gradient(to top, currentColor 45%, transparent 45%)',
    boxShadow: 'inset 0 0 0 1.5px currentColor',
  },
  '& > [data-state=MAINTENANCE]': {
    color: 'status.maintenance',
    backgroundImage: 'linear-gradient(to top, currentColor 38%, transparent 38% 62%, currentColor 62%)',
  },
  '& > [data-state=PAUSED]': {
    color: 'status.paused',
    backgroundImage: 'linear-gradient(to right, currentColor 34%, transparent 34% 66%, currentColor 66%)',
  },
  '& > [data-state=PENDING]': {
    color: 'status.pending',
    backgroundImage: stripes,
    boxShadow: 'inset 0 0 0 1px currentColor',
  },
  '& > [data-state="N/A"]': { color: 'status.none', boxShadow: 'inset 0 0 0 1px currentColor' },
  '& > [data-running]': { outline: '1px solid', outlineColor: 'text', outlineOffset: '1px' },
  '& > [data-shown]': { filter: 'brightness(0.8)', _dark: { filter: 'brightness(1.25)' } },
};

/** Outside of tables: slightly higher and further apart. */
export const standaloneBarStyles: SystemStyleObject = {
  ...barStyles,
  gap: { base: '3px', sm: '4px' },
  maxWidth: '432px',
};
