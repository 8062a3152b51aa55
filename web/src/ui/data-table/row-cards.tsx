import { Box, chakra, Flex, Grid } from '@chakra-ui/react';
import type { Column, TableProps } from './columns.ts';
import { useHighlight } from './highlight.ts';
import { RowTitle, useRowClicks } from './row-opening.tsx';

/** A card for each row, its status first. */
export function RowCards<Row, Id extends string>(props: TableProps<Row, Id>) {
  return (
    <chakra.ul listStyleType="none" aria-label={props.label}>
      {props.rows.map((row) => (
        <Card key={props.keyOf(row)} row={row} {...props} />
      ))}
    </chakra.ul>
  );
}

function Card<Row, Id extends string>(props: TableProps<Row, Id> & { row: Row }) {
  const { row, columns, highlightOn, linkOf, onOpen, selection } = props;
  const link = linkOf?.(row);
  const open = onOpen && (() => onOpen(row));
  const clicks = useRowClicks(link, open);
  const highlight = useHighlight(highlightOn?.(row) ?? '');
  const at = (card: Column<Row, Id>['card']) => columns.filter((column) => column.card === card);
  return (
    <chakra.li
      px="4"
      py="3"
      borderBottomWidth="1px"
      _last={{ borderBottomWidth: 0 }}
      display="flex"
      flexDirection="column"
      gap="3"
      style={highlight}
      {...clicks}
    >
      <Flex align="flex-start" justify="space-between" gap="2">
        <Flex direction="column" gap="1" minW="0">
          {at('status').map((column) => (
            <Flex key={column.id} wrap="wrap" align="center" columnGap="3" textStyle="sm">
              {column.cell(row)}
            </Flex>
          ))}
          {at('title').map((column) => (
            <Box key={column.id} textStyle="lg" fontWeight="medium" minW="0">
              <RowTitle link={link} open={open}>
                {column.cell(row)}
              </RowTitle>
            </Box>
          ))}
        </Flex>
        <Flex flexShrink="0" align="center">
          {at('end').map((column) => (
            <Box key={column.id}>{column.cell(row)}</Box>
          ))}
          {selection?.boxOf(row)}
        </Flex>
      </Flex>
      {at('wide').map((column) => (
        <Box key={column.id}>{column.cell(row)}</Box>
      ))}
      <Grid as="dl" templateColumns={valueColumns(at(undefined).length)} gap="2">
        {at(undefined).map((column) => (
          <Box key={column.id} minW="0">
            <chakra.dt textStyle="xs" color="text.muted">
              {column.header}
            </chakra.dt>
            <chakra.dd overflowWrap="anywhere" css={WRAPPED}>
              {column.cell(row)}
            </chakra.dd>
          </Box>
        ))}
      </Grid>
    </chakra.li>
  );
}

/** Text that is truncated in a table cell may wrap here. */
const WRAPPED = { '& span': { whiteSpace: 'normal' } };

/** Two values per line on a phone; otherwise all of them, or three if there are many. */
function valueColumns(count: number) {
  return { base: 'repeat(2, minmax(0, 1fr))', sm: `repeat(${count > 4 ? 3 : count}, minmax(0, 1fr))` };
}
