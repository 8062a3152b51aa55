import { chakra, Field, Flex, Textarea } from '@chakra-ui/react';
import type { Language } from '@farwatch/core/values/languages';
import { type PublicationState, publicationStateSchema } from '@farwatch/core/values/status-page/component-status';
import { STATUS_PAGE } from '@farwatch/core/values/status-page/limits';
import { publicationUpdateSchema } from '@farwatch/core/values/status-page/publication';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { refusedFields } from '../../lib/api/mark-issues.ts';
import type { Saving } from '../../lib/api/use-saving.ts';
import { CheckField } from '../../ui/form/check-field.tsx';
import { Choice } from '../../ui/form/choice.tsx';
import { useTemplates } from './use-templates.ts';

/** An update as its form edits it. */
export type UpdateDraft = {
  state: PublicationState;
  /** Null as long as it is the state's template. */
  text: string | null;
  notify: boolean;
};

/** The state of an update's form. `text` is the update's text, or the template in the page's language. */
export function useUpdateDraft(
  state: PublicationState,
  { language, takesSubscribers }: { language: Language; takesSubscribers: boolean },
) {
  const templates = useTemplates(language);
  const [draft, setDraft] = useState<UpdateDraft>({ state, text: null, notify: takesSubscribers });
  const text = draft.text ?? templates?.texts[draft.state] ?? '';
  return {
    ...draft,
    text,
    isOwnText: draft.text !== null,
    isBad: !publicationUpdateSchema.shape.text.safeParse(text).success,
    change: (changes: Partial<UpdateDraft>) => setDraft({ ...draft, ...changes }),
  };
}

type Props = {
  update: ReturnType<typeof useUpdateDraft>;
  /** How many there were when the form was opened: the server mails those of the time of posting. Null without any form to subscribe. */
  subscribers: number | null;
  isRefused: boolean;
  /** The save, whose failure may name fields that the server does not accept. */
  saving: Pick<Saving, 'failure'>;
};

/** State, text, and whether subscribers are mailed. */
export function UpdateFields({ update, subscribers, isRefused, saving }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const { state, text, notify, isBad, change } = update;
  return (
    <>
      <Flex direction="column" gap="1.5" align="flex-start">
        <chakra.label htmlFor={id} textStyle="sm" fontWeight="medium">
          {t('pages.update.state')}
        </chakra.label>
        <Choice
          id={id}
          value={state}
          options={publicationStateSchema.options.map((value) => ({
            value,
            label: t(`pages.incidentStates.${value}`),
          }))}
          onChoose={(value) => change({ state: value, ...(text.trim() === '' && { text: null }) })}
        />
      </Flex>
      <Field.Root invalid={(isRefused && isBad) || refusedFields(saving.failure, { text }).has('text')}>
        <Field.Label>{t('pages.update.text')}</Field.Label>
        <Textarea
          rows={4}
          autoresize
          maxLength={STATUS_PAGE.updateLength}
          value={text}
          onChange={(event) => change({ text: event.currentTarget.value })}
        />
        <Field.HelperText>{t('pages.update.textHint')}</Field.HelperText>
        <Field.ErrorText>{t('pages.errors.updateText', { max: STATUS_PAGE.updateLength })}</Field.ErrorText>
      </Field.Root>
      {subscribers !== null && (
        <CheckField checked={notify} onChange={(isOn) => change({ notify: isOn })}>
          {subscribers > 0 ? t('pages.update.notify', { count: subscribers }) : t('pages.update.notifyAny')}
        </CheckField>
      )}
    </>
  );
}
