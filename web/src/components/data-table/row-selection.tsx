import { Checkbox } from '@chakra-ui/react';
import type { RowSelection } from './columns.ts';

type BoxProps = { label: string; checked: boolean | 'indeterminate'; onChange: (checked: boolean) => void };

function SelectBox({ label, checked, onChange }: BoxProps) {
  return (
    <Checkbox.Root
      colorPalette="accent"
      display="flex"
      justifyContent="center"
      minW={{ base: '11', sm: '6' }}
      minH={{ base: '11', sm: '6' }}
      checked={checked}
      onCheckedChange={(change) => onChange(change.checked === true)}
    >
      <Checkbox.HiddenInput aria-label={label} />
      <Checkbox.Control borderColor="edge" />
    </Checkbox.Root>
  );
}

type Options<Row> = {
  selected: ReadonlySet<string>;
  /** Keys of all rows of all pages, which the checkbox in the header selects together. */
  allKeys: readonly string[];
  keyOf: (row: Row) => string;
  onChange: (selected: ReadonlySet<string>) => void;
  /** The label of a row's checkbox. */
  labelOf: (row: Row) => string;
  allLabel: string;
};

/** The checkboxes of a table whose rows can be selected, by key. */
export function rowSelection<Row>(options: Options<Row>): RowSelection<Row> {
  const { selected, allKeys, keyOf, onChange, labelOf, allLabel } = options;
  const hasSome = allKeys.some((key) => selected.has(key));
  const hasAll = hasSome && allKeys.every((key) => selected.has(key));
  function toggle(key: string, checked: boolean) {
    const next = new Set(selected);
    if (checked) next.add(key);
    else next.delete(key);
    onChange(next);
  }
  return {
    all: (
      <SelectBox
        label={allLabel}
        checked={hasAll || (hasSome && 'indeterminate')}
        onChange={(checked) => onChange(new Set(checked ? allKeys : []))}
      />
    ),
    boxOf: (row) => (
      <SelectBox
        label={labelOf(row)}
        checked={selected.has(keyOf(row))}
        onChange={(checked) => toggle(keyOf(row), checked)}
      />
    ),
  };
}
