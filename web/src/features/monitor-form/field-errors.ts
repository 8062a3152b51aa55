import { LIMITS } from '@farwatch/core/limits';
import type { TFunction } from 'i18next';
import type { FieldErrors } from 'react-hook-form';
import type { Draft, Entry } from './draft.ts';
import { entryProblems } from './entry-problems.ts';

export type FieldTexts = Record<'name' | 'description' | 'locations' | 'endpoints', string | undefined>;

/** The error message of each field; undefined for none. The schema's own messages are for developers. */
export function fieldTexts(errors: FieldErrors<Draft>, entries: readonly Entry[], t: TFunction): FieldTexts {
  const nameText =
    errors.name?.type === 'too_small' ? t('form.errors.name') : t('form.errors.nameLong', { max: LIMITS.nameLength });
  return {
    name: errors.name && nameText,
    description: errors.description && t('form.errors.descriptionLong', { max: LIMITS.descriptionLength }),
    locations: errors.locations && t('form.errors.locations'),
    endpoints: errors.endpoints && urlsText(entries, t),
  };
}

function urlsText(entries: readonly Entry[], t: TFunction): string {
  return entries.length === 0
    ? t('form.errors.urls')
    : t('form.errors.urlRows', { count: entryProblems(entries).size });
}
