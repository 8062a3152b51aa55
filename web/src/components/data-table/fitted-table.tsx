import { Box } from '@chakra-ui/react';
import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import type { Sort } from '../../lib/list/sorting.ts';
import { usePhone } from '../../lib/media.ts';
import type { TableProps } from './columns.ts';
import { fittingColumns } from './fitting-columns.ts';
import { RowCards } from './row-cards.tsx';
import { BOX_PX, RowTable } from './row-table.tsx';

type Props<Row, Id extends string> = TableProps<Row, Id> & {
  sort: Sort<Id>;
  onSort: (sort: Sort<Id>) => void;
  /** Shown above the cards, which have no headers. */
  aboveCards?: ReactNode;
};

/** Rows as a table of the columns that fit; as cards where too few fit, and on phones. */
export function FittedTable<Row, Id extends string>({ sort, onSort, aboveCards, ...table }: Props<Row, Id>) {
  const isPhone = usePhone();
  const [ref, widthPx] = useWidth();
  return <Box ref={ref}>{widthPx !== null && content(widthPx)}</Box>;

  function content(availablePx: number) {
    const columns = isPhone ? null : fittingColumns(table.columns, availablePx, table.selection ? BOX_PX : 0);
    if (columns) return <RowTable {...table} columns={columns} sort={sort} onSort={onSort} />;
    return (
      <>
        {aboveCards}
        <RowCards {...table} />
      </>
    );
  }
}

/** The current width of the element with the ref, px; null until it is mounted, and set before the first paint. */
function useWidth(): [ref: RefObject<HTMLDivElement | null>, widthPx: number | null] {
  const ref = useRef<HTMLDivElement>(null);
  const [widthPx, setWidthPx] = useState<number | null>(null);
  useLayoutEffect(() => {
    const { current } = ref;
    if (!current) return;
    const measure = () => setWidthPx(current.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  return [ref, widthPx];
}
