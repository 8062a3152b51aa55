import type { ParseKeys } from 'i18next';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

/** The groups of types in the choice of a new channel, in their order. */
export const GROUPS = ['email', 'chat', 'push', 'onCall', 'program'] as const;
export type Group = (typeof GROUPS)[number];

type PrefixOf<Key, End extends string> = Key extends `${infer Prefix}.${End}` ? Prefix : never;

/** The keys of a field's texts: label, hint, and error. */
export type FieldTexts = Extract<PrefixOf<ParseKeys, 'bad'>, `channels.types.${string}.fields.${string}`>;

/** A setting as a text field. */
export type FieldSpec = {
  name: string;
  texts: FieldTexts;
  /** The value for a new channel. */
  initial?: string;
  inputMode?: 'url' | 'email';
};

/** A drawing of a page of the service: its menu, with the entry to choose, and a value with the button to press. */
export type SketchSpec = { host: string; menu: readonly string[]; chosen: number; value: string; button: string };

export type GuideStep = { text: ParseKeys; sketch?: SketchSpec };

export type CustomFieldsProps = {
  settings: Readonly<Record<string, string>>;
  /** Whether the settings are incomplete. */
  isInvalid: boolean;
  /** The name is suggested for a new channel. */
  onChange: (settings: Record<string, string>, suggestedName?: string) => void;
};

/** The setup of a type of channel (docs/architecture.md, Extension points). */
export type ChannelTypeForm = {
  icon: LucideIcon;
  group: Group;
  fields: readonly FieldSpec[];
  /** Replaces the text fields where settings are not typed in. */
  Fields?: (props: CustomFieldsProps) => ReactNode;
  /** Shown below the fields to help to fill them in. */
  Below?: (props: CustomFieldsProps) => ReactNode;
  /** The steps to take, and the page where they start. */
  guide: { page?: string; steps: readonly GuideStep[] };
};
