import { chakra } from '@chakra-ui/react';

type Props = {
  id: string;
  label?: string;
  checked: boolean | 'indeterminate';
  isInvalid?: boolean;
  onChange: (checked: boolean) => void;
};

const Box = chakra('input', {
  base: { boxSize: '4.5', m: '0', flexShrink: '0', accentColor: 'accent', focusVisibleRing: 'outside' },
});

/** The browser's own checkbox; `label` unless a label element has its text. */
export function CheckBox({ id, label, checked, isInvalid = false, onChange }: Props) {
  return (
    <Box
      type="checkbox"
      id={id}
      aria-label={label}
      aria-invalid={isInvalid || undefined}
      checked={checked === true}
      ref={(box: HTMLInputElement | null) => {
        if (box) box.indeterminate = checked === 'indeterminate';
      }}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}
