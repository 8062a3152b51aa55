import type { TFunction } from 'i18next';

/** What the form shows of any field. */
export type FieldPart = {
  label: (t: TFunction) => string;
  /** What is wrong with an invalid value. `type`: the code of the schema's issue, if known. */
  error: (t: TFunction, type?: string) => string;
  /** A value as text, for choosing one of two; by default as it is. */
  valueText?: (value: unknown, t: TFunction) => string;
};
