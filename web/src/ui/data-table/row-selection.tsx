import { chakra } from '@chakra-ui/react';
import { useId } from 'react';
import { CheckBox } from '../form/check-box.tsx';
import type { RowSelection } from './columns.ts';

type BoxProps = { label: string; checked: boolean | 'indeterminate'; onChange: (checked: boolean) => void };

function SelectBox(box: BoxProps) {
  const id = useId();
  return (
    <chakra.label
      htmlFor={id}
      display="flex"
      alignItems="center"
      justifyContent="center"
      minW={{ base: '11', sm: '6' }}
      minH={{ base: '11', sm: '6' }}
    >
      <CheckBox id={id} {...box} />
    </chakra.label>
  );
}

type Options<Row> = {
  selected: ReadonlySet<string>;
  /** The rows of all pages that can be selected, by key; the checkbox in the header selects them together. */
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
  const selectable = new Set(allKeys);
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
    boxOf: (row) =>
      selectable.has(keyOf(row)) && (
        <SelectBox
          label={labelOf(row)}
          checked={selected.has(keyOf(row))}
          onChange={(checked) => toggle(keyOf(row), checked)}
        />
      ),
  };
}
