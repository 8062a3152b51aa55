import { NativeSelect } from '@chakra-ui/react';
import type { AriaAttributes, Ref } from 'react';

type Props<Value extends string> = Pick<AriaAttributes, 'aria-invalid' | 'aria-describedby'> & {
  ref?: Ref<HTMLSelectElement>;
  id?: string;
  label?: string;
  value: Value;
  options: readonly { value: Value; label: string }[];
  onChoose: (value: Value) => void;
};

/** A select field that uses the device's own list. */
export function Choice<Value extends string>({ label, value, options, onChoose, ...field }: Props<Value>) {
  return (
    <NativeSelect.Root width="auto" minW="0" flex="0 1 auto">
      <NativeSelect.Field
        {...field}
        aria-label={label}
        value={value}
        bg="surface.raised"
        borderColor="edge"
        onChange={(event) => {
          const chosen = options.find((option) => option.value === event.currentTarget.value);
          if (chosen) onChoose(chosen.value);
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </NativeSelect.Field>
      <NativeSelect.Indicator />
    </NativeSelect.Root>
  );
}
