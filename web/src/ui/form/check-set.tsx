import type { ReactNode } from 'react';
import { CheckField } from './check-field.tsx';

type Props<Value> = {
  options: readonly { value: Value; label: ReactNode }[];
  chosen: readonly Value[];
  isInvalid?: boolean;
  onChange: (chosen: Value[]) => void;
};

/** A checkbox for each option of which any number can be chosen. */
export function CheckSet<Value extends string | number>({
  options,
  chosen,
  isInvalid = false,
  onChange,
}: Props<Value>) {
  return options.map(({ value, label }) => (
    <CheckField
      key={value}
      checked={chosen.includes(value)}
      isInvalid={isInvalid}
      onChange={(isOn) => onChange(isOn ? [...chosen, value] : chosen.filter((each) => each !== value))}
    >
      {label}
    </CheckField>
  ));
}
