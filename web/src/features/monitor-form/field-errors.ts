import { LIMITS } from '@farwatch/core/limits';
import type { TFunction } from 'i18next';
import type { FieldErrors } from 'react-hook-form';
import type { Draft } from './draft.ts';

/** What to say under each field; undefined where nothing is wrong. The schema's own words are for programmers. */
export function fieldTexts(errors: FieldErrors<Draft>, draft: Pick<Draft, 'name'>, t: TFunction) {
  const nameText =
    draft.name.trim() === '' ? t('form.errors.name') : t('form.errors.nameLong', { max: LIMITS.nameLength });
  return {
    name: errors.name && nameText,
    description: errors.description && t('form.errors.descriptionLong', { max: LIMITS.descriptionLength }),
    locations: errors.locations && t('form.errors.locations'),
    endpoints: errors.endpoints && t('form.errors.urls'),
  };
}
