import { LIMITS } from '@farwatch/core/limits';
import type { TFunction } from 'i18next';
import type { RowVerdict } from './url-rows.ts';

/** The text under a verified row; null for none. `twinPlace` counts from 1. */
export function verdictText(verdict: RowVerdict, twinPlace: number | undefined, t: TFunction): string | null {
  if (verdict.valid) return verdict.caveat && t(`addUrls.caveats.${verdict.caveat}`);
  const { problem } = verdict;
  if (problem === 'twin') return t('addUrls.problems.twin', { row: twinPlace });
  if (problem === 'long') return t('addUrls.problems.long', { max: LIMITS.urlLength });
  if (problem === 'descriptionLong') return t('addUrls.problems.descriptionLong', { max: LIMITS.descriptionLength });
  return t(`addUrls.problems.${problem}`);
}
