import { chakra, Flex, IconButton } from '@chakra-ui/react';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { nextSort, type Sort } from '../../lib/list/sorting.ts';
import { Choice } from '../form/choice.tsx';
import type { Column, TableProps } from './columns.ts';
import { FittedTable } from './fitted-table.tsx';

type Props<Row, Id extends string> = TableProps<Row, Id> & {
  sort: Sort<Id>;
  onSort: (sort: Sort<Id>) => void;
  /** The number of rows on all pages, if `rows` is one page. */
  total?: number;
};

/** Rows as a table with sortable headers; in little room as cards with a select for the order. */
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

type SortChoiceProps<Row, Id extends string> = {
  columns: readonly Column<Row, Id>[];
  sort: Sort<Id>;
  onSort: (sort: Sort<Id>) => void;
};

/** On the narrowest phones the select needs the label's space. */
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
