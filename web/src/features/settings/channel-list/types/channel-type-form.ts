import type { ParseKeys } from 'i18next';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

/** The groups of types in the choice of a new channel, in their order. */
export const GROUPS = ['email', 'chat', 'push', 'onCall', 'program'] as const;
export type Group = (typeof GROUPS)[number];

type PrefixOf<Key, End extends string> = Key extends `${infer Prefix}.${End}` ? Prefix : never;

/** The key of a field's texts: label, hint, and what is wrong with a bad value. */
export type FieldTexts = Extract<PrefixOf<ParseKeys, 'bad'>, `channels.types.${string}.fields.${string}`>;

/** A setting as a text field. `initial`: of a new channel. */
export type FieldSpec = { name: string; texts: FieldTexts; initial?: string; inputMode?: 'url' | 'email' };

/** A drawing of a page of the service: its menu, with the entry to choose, and a value with the button to press. */
export type SketchSpec = { host: string; menu: readonly string[]; chosen: number; value: string; button: string };

export type GuideStep = { text: ParseKeys; sketch?: SketchSpec };

/** `isInvalid`: the settings are not complete. `suggestedName`: for a new channel. */
export type CustomFieldsProps = {
  settings: Readonly<Record<string, string>>;
  isInvalid: boolean;
  onChange: (settings: Record<string, string>, suggestedName?: string) => void;
};

/**
 * How a type of channel is set up (docs/architecture.md, Extension points). `Fields` replaces the text fields where
 * settings are not typed in; `Below` helps to fill them in. `page`: where the guide begins.
 */
export type ChannelTypeForm = {
  icon: LucideIcon;
  group: Group;
  fields: readonly FieldSpec[];
  Fields?: (props: CustomFieldsProps) => ReactNode;
  Below?: (props: CustomFieldsProps) => ReactNode;
  guide: { page?: string; steps: readonly GuideStep[] };
};
