import { Box, chakra, Flex, IconButton } from '@chakra-ui/react';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { type ReactNode, type RefObject, useId, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePhone } from '../../lib/browser/media.ts';
import { nextSort } from '../../lib/list/sorting.ts';
import { Choice } from '../form/choice.tsx';
import type { Column, SortProps, TableProps } from './columns.ts';
import { fittingColumns } from './fitting-columns.ts';
import { RowCards } from './row-cards.tsx';
import { BOX_PX, RowTable } from './row-table.tsx';

type Props<Row, Id extends string> = TableProps<Row, Id> &
  SortProps<Id> & {
    /** The number of rows on all pages, if `rows` is one page. */
    total?: number;
  };

/** Rows as a table with sortable headers; if narrow, as cards with a select for the order. */
export function DataTable<Row, Id extends string>({ total, ...table }: Props<Row, Id>) {
  const { columns, rows, selection, sort, onSort } = table;
  const choice = (total ?? rows.length) > 1 && (
    <Flex align="center" justify="space-between" borderBottomWidth="1px" pe="4">
      <SortChoice columns={columns} sort={sort} onSort={onSort} />
      {selection?.all}
    </Flex>
  );
  return <FittedTable {...table} aboveCards={choice} />;
}

type SortChoiceProps<Row, Id extends string> = SortProps<Id> & { columns: readonly Column<Row, Id>[] };

/** The narrowest phones have no space for the label. */
const NARROW = { '@media (max-width: 359px)': { srOnly: true } };

/** The order of cards, which have no headers to click. */
function SortChoice<Row, Id extends string>({ columns, sort, onSort }: SortChoiceProps<Row, Id>) {
  const { t } = useTranslation();
  const id = useId();
  const sortable = columns.filter((column) => column.sortBy);
  const ascending = sort.direction === 'asc';
  return (
    <Flex align="center" gap="2" px="4" py="2">
      <chakra.label htmlFor={id} textStyle="sm" color="text.muted" whiteSpace="nowrap" css={NARROW}>
        {t('table.sortBy')}
      </chakra.label>
      <Choice
        id={id}
        value={sort.column}
        options={sortable.map(({ id: value, header }) => ({ value, label: header }))}
        onChoose={(column) => onSort({ column, direction: 'asc' })}
      />
      <IconButton
        variant="outline"
        aria-label={ascending ? t('table.ascending') : t('table.descending')}
        onClick={() => onSort(nextSort(sort, sort.column))}
      >
        {ascending ? <ArrowUp /> : <ArrowDown />}
      </IconButton>
    </Flex>
  );
}

type FittedTableProps<Row, Id extends string> = TableProps<Row, Id> & SortProps<Id> & { aboveCards?: ReactNode };

/** Rows as a table of the columns that fit; as cards if too few fit, and on phones. */
export function FittedTable<Row, Id extends string>({ sort, onSort, aboveCards, ...table }: FittedTableProps<Row, Id>) {
  const isPhone = usePhone();
  const [ref, widthPx] = useWidth();
  return <Box ref={ref}>{widthPx !== null && content(widthPx)}</Box>;

  function content(availablePx: number) {
    const reservedPx = table.selection ? BOX_PX : 0;
    const columns = isPhone ? null : fittingColumns(table.columns, availablePx, reservedPx, textPx);
    if (columns) return <RowTable {...table} columns={columns} sort={sort} onSort={onSort} />;
    return (
      <>
        {aboveCards}
        <RowCards {...table} />
      </>
    );
  }
}

let canvas: CanvasRenderingContext2D | null = null;

/** The width of a text in the size of cells, px, which is more than in that of headers. */
function textPx(text: string): number {
  canvas ??= document.createElement('canvas').getContext('2d');
  if (!canvas) return 0;
  canvas.font = `500 13px ${getComputedStyle(document.body).fontFamily}`;
  return canvas.measureText(text).width;
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
