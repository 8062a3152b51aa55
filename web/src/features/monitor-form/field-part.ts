import type { TFunction } from 'i18next';

/** How the form presents a field. */
export type FieldPart = {
  label: (t: TFunction) => string;
  /** The message about an invalid value. `type`: the code of the schema's issue, if known. */
  error: (t: TFunction, type?: string) => string;
  /** A value as text in the merge dialog; by default its string. */
  valueText?: (value: unknown, t: TFunction) => string;
};
