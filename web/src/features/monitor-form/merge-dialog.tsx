import { Button, chakra, Flex, Grid, type SystemStyleObject, Text } from '@chakra-ui/react';
import type { EditConflict, EditSide } from '@farwatch/core/decisions/monitors/merge-edits';
import { readableUrl } from '@farwatch/core/values/readable-url';
import type { TFunction } from 'i18next';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AppDialog } from '../../ui/overlay/app-dialog.tsx';
import { WholeUrl } from '../../ui/text/url-text.tsx';
import { ENDPOINT_PARTS } from './endpoint-parts.tsx';
import type { FieldPart } from './field-part.ts';
import { MONITOR_PARTS } from './monitor-parts.tsx';

type Choices = ReadonlyMap<string, EditSide>;
type Props = {
  conflicts: readonly EditConflict[];
  onAnswer: (choices: Choices) => void;
  onDismiss: () => void;
};

/** Resolves fields that two tabs changed differently: the user chooses a value for each, or goes back to the form. */
export function MergeDialog({ conflicts, onAnswer, onDismiss }: Props) {
  const { t } = useTranslation();
  const formId = useId();
  const [choices, setChoices] = useState<Choices>(new Map());
  const remaining = conflicts.filter(({ key }) => !choices.has(key)).length;
  const chooseAll = (side: EditSide) => setChoices(new Map(conflicts.map(({ key }) => [key, side])));
  return (
    <AppDialog
      open
      onClose={onDismiss}
      title={t('form.merge.title')}
      size="lg"
      footer={
        <Flex align="center" justify="flex-end" gap="2" flex="1" minW="0" wrap="wrap">
          <Text role="status" textStyle="sm" color="text.muted" me="auto">
            {t('form.merge.left', { count: remaining })}
          </Text>
          <Button variant="outline" onClick={onDismiss}>
            {t('form.merge.back')}
          </Button>
          <Button type="submit" form={formId} colorPalette="accent" disabled={remaining > 0}>
            {t('form.merge.save')}
          </Button>
        </Flex>
      }
    >
      <form
        id={formId}
        onSubmit={(event) => {
          event.preventDefault();
          // In React's tree (not in the DOM) the monitor's form is an ancestor of this one.
          event.stopPropagation();
          onAnswer(choices);
        }}
      >
        <Flex direction="column" gap="5">
          <Text color="text.muted">{t('form.merge.explain')}</Text>
          {conflicts.length > 1 && (
            <Flex gap="2" wrap="wrap">
              <Button size="sm" variant="outline" onClick={() => chooseAll('local')}>
                {t('form.merge.allLocal')}
              </Button>
              <Button size="sm" variant="outline" onClick={() => chooseAll('remote')}>
                {t('form.merge.allRemote')}
              </Button>
            </Flex>
          )}
          {conflicts.map((conflict) => (
            <ConflictField
              key={conflict.key}
              conflict={conflict}
              chosen={choices.get(conflict.key)}
              onChoose={(side) => setChoices(new Map(choices).set(conflict.key, side))}
            />
          ))}
        </Flex>
      </form>
    </AppDialog>
  );
}

type FieldProps = { conflict: EditConflict; chosen: EditSide | undefined; onChoose: (side: EditSide) => void };

const SIDES = ['local', 'remote'] as const;

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

/** A choice between the two values of a field. */
function ConflictField({ conflict, chosen, onChoose }: FieldProps) {
  const { t } = useTranslation();
  const { key } = conflict;
  const part = partOf(conflict);
  return (
    <chakra.fieldset minW="0">
      <chakra.legend textStyle="sm" fontWeight="medium" mb="2" overflowWrap="anywhere">
        {part ? part.label(t) : t('form.entry.url')}
        {conflict.of === 'endpoint' && (
          <Text as="span" display="block" color="text.muted" fontWeight="normal">
            <WholeUrl url={conflict.url} />
          </Text>
        )}
      </chakra.legend>
      <Grid templateColumns={{ base: '1fr', sm: 'repeat(2, minmax(0, 1fr))' }} gap="2">
        {SIDES.map((side) => (
          <chakra.label key={side} css={sideStyles} data-chosen={chosen === side ? '' : undefined}>
            <input type="radio" name={key} checked={chosen === side} onChange={() => onChoose(side)} />
            <span>
              <small>{t(`form.merge.${side}`)}</small>
              {valueText(conflict[side], part, t)}
            </span>
          </chakra.label>
        ))}
      </Grid>
    </chakra.fieldset>
  );
}

/** Finds the form's part for the conflict's field; null if the conflict is about an endpoint that one side removed. */
function partOf(conflict: EditConflict): FieldPart | null {
  if (conflict.of === 'monitor') return MONITOR_PARTS[conflict.field];
  return conflict.field && ENDPOINT_PARTS[conflict.field];
}

function valueText(value: unknown, part: FieldPart | null, t: TFunction): string {
  if (part) return (part.valueText?.(value, t) ?? String(value)) || t('form.merge.empty');
  return value === null ? t('form.merge.removed') : t('form.merge.keepUrl', { url: readableUrl(String(value)) });
}
