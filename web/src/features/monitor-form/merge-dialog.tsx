import { Button, Flex, Text } from '@chakra-ui/react';
import type { EditConflict, EditSide } from '@farwatch/core/monitors/merge-edits';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AppDialog } from '../../components/overlay/app-dialog.tsx';
import { ConflictField } from './conflict-field.tsx';

type Choices = ReadonlyMap<string, EditSide>;
type Props = {
  conflicts: readonly EditConflict[];
  onAnswer: (choices: Choices) => void;
  onDismiss: () => void;
};

/** What two tabs changed otherwise: one of each pair is chosen, or the form is gone back to as it is. */
export function MergeDialog({ conflicts, onAnswer, onDismiss }: Props) {
  const { t } = useTranslation();
  const formId = useId();
  const [choices, setChoices] = useState<Choices>(new Map());
  const open = conflicts.filter(({ key }) => !choices.has(key)).length;
  const all = (side: EditSide) => setChoices(new Map(conflicts.map(({ key }) => [key, side])));
  return (
    <AppDialog
      open
      onClose={onDismiss}
      title={t('form.merge.title')}
      size="lg"
      footer={
        <Flex align="center" justify="flex-end" gap="2" flex="1" minW="0" wrap="wrap">
          <Text role="status" textStyle="sm" color="text.muted" me="auto">
            {t('form.merge.left', { count: open })}
          </Text>
          <Button variant="outline" borderColor="edge" onClick={onDismiss}>
            {t('form.merge.back')}
          </Button>
          <Button type="submit" form={formId} colorPalette="accent" disabled={open > 0}>
            {t('form.merge.save')}
          </Button>
        </Flex>
      }
    >
      <form
        id={formId}
        onSubmit={(event) => {
          event.preventDefault();
          // The monitor's own form is around this one for React, though not in the page.
          event.stopPropagation();
          onAnswer(choices);
        }}
      >
        <Flex direction="column" gap="5">
          <Text color="text.muted">{t('form.merge.explain')}</Text>
          {conflicts.length > 1 && (
            <Flex gap="2" wrap="wrap">
              <Button size="sm" variant="outline" borderColor="edge" onClick={() => all('mine')}>
                {t('form.merge.allMine')}
              </Button>
              <Button size="sm" variant="outline" borderColor="edge" onClick={() => all('theirs')}>
                {t('form.merge.allTheirs')}
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
