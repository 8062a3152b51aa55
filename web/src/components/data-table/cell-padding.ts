/** Cells of a table stand 12 px from their neighbours and 16 px from its edges, headers and rows alike. */
export const CELL_PADDING = { px: '3', _first: { ps: '4' }, _last: { pe: '4' } } as const;
