/** Cells are 12 px apart from each other and 16 px from the table's edges, in headers and rows alike. */
export const CELL_PADDING = { px: '3', _first: { ps: '4' }, _last: { pe: '4' } } as const;
