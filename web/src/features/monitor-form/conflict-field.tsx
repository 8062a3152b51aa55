import { chakra, Grid, type SystemStyleObject, Text } from '@chakra-ui/react';
import type { EditConflict, EditSide } from '@farwatch/core/monitors/merge-edits';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';

type Props = { conflict: EditConflict; chosen: EditSide | undefined; onChoose: (side: EditSide) => void };

const SIDES = ['mine', 'theirs'] as const;

const sideStyles: SystemStyleObject = {
  display: 'flex',
  alignItems: 'flex-start',
  gap: '3',
  minH: '11',
  px: '3',
  py: '2',
  borderWidth: '1px',
  borderRadius: 'l2',
  borderColor: 'edge',
  bg: 'surface.raised',
  cursor: 'pointer',
  '&[data-chosen]': { borderColor: 'accent', bg: 'accent.subtle' },
  _focusWithin: { outline: '2px solid', outlineColor: 'accent', outlineOffset: '1px' },
  '& input': { mt: '1', boxSize: '4', accentColor: 'var(--chakra-colors-accent)', flexShrink: 0, outline: '0' },
  '& span': { minW: '0', overflowWrap: 'anywhere', whiteSpace: 'pre-line' },
  '& small': { display: 'block', textStyle: 'xs', color: 'text.muted' },
};

/** One field as either side would have it, to choose from. */
export function ConflictField({ conflict, chosen, onChoose }: Props) {
  const { t } = useTranslation();
  const { key, url } = conflict;
  return (
    <chakra.fieldset minW="0">
      <chakra.legend textStyle="sm" fontWeight="medium" mb="2" overflowWrap="anywhere">
        {fieldName(conflict, t)}
        {url !== null && (
          <Text as="span" display="block" color="text.muted" fontWeight="normal">
            {url}
          </Text>
        )}
      </chakra.legend>
      <Grid templateColumns={{ base: '1fr', sm: 'repeat(2, minmax(0, 1fr))' }} gap="2">
        {SIDES.map((side) => (
          <chakra.label key={side} css={sideStyles} data-chosen={chosen === side ? '' : undefined}>
            <input type="radio" name={key} checked={chosen === side} onChange={() => onChoose(side)} />
            <span>
              <small>{t(`form.merge.${side}`)}</small>
              {valueText(conflict, side, t)}
            </span>
          </chakra.label>
        ))}
      </Grid>
    </chakra.fieldset>
  );
}

function fieldName({ field, url }: EditConflict, t: TFunction): string {
  if (field === 'name') return url === null ? t('form.name') : t('form.entry.name');
  return field === 'description' ? t('form.description') : t('form.entry.url');
}

function valueText(conflict: EditConflict, side: EditSide, t: TFunction): string {
  const value = conflict[side];
  if (value === null) return t('form.merge.removed');
  if (conflict.field === 'endpoint') return t('form.merge.stays', { url: value });
  return value === '' ? t('form.merge.empty') : value;
}
