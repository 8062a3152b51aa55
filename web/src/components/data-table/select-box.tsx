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

/** Ticks one row. */
export function RowBox<Row>({ selection, id, row }: { selection: RowSelection<Row>; id: string; row: Row }) {
  const { selected, onChange, labelOf } = selection;
  function change(checked: boolean) {
    const next = new Set(selected);
    if (checked) next.add(id);
    else next.delete(id);
    onChange(next);
  }
  return <SelectBox label={labelOf(row)} checked={selected.has(id)} onChange={change} />;
}

/** Ticks all rows, of every page. */
export function AllBox<Row>({ selection }: { selection: RowSelection<Row> }) {
  const { selected, allKeys, onChange, allLabel } = selection;
  const some = allKeys.some((key) => selected.has(key));
  const all = some && allKeys.every((key) => selected.has(key));
  return (
    <SelectBox
      label={allLabel}
      checked={all || (some && 'indeterminate')}
      onChange={(checked) => onChange(new Set(checked ? allKeys : []))}
    />
  );
}
