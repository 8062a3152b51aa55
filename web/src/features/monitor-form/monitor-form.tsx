import { Button, chakra, Field, Flex, Textarea } from '@chakra-ui/react';
import { monitorInputSchema } from '@farwatch/core/api/monitors';
import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { TextField } from '../../components/form/text-field.tsx';
import { UnsavedDialog } from '../../components/overlay/unsaved-dialog.tsx';
import { Panel } from '../../components/panel.tsx';
import { ApiFailure } from '../../lib/api/failure.ts';
import { type Draft, endpointsAfter, type Saved } from './draft.ts';
import { fieldTexts } from './field-errors.ts';
import { LimitDialog } from './limit-dialog.tsx';
import { LocationsField } from './locations-field.tsx';
import { UrlsField } from './urls-field.tsx';

type Props = {
  initial: Draft;
  editing: boolean;
  limits: { current: number; max: number };
  /** Saves, then leaves. Throws ApiFailure. */
  onSave: (values: Saved) => Promise<void>;
  onCancel: () => void;
};

/** Name, description, locations and URLs of a monitor (spec 2), for making one and for editing one. */
export function MonitorForm({ initial, editing, limits, onSave, onCancel }: Props) {
  const { t } = useTranslation();
  const [limitShown, setLimitShown] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const form = useForm<Draft, unknown, Saved>({ defaultValues: initial, resolver: zodResolver(monitorInputSchema) });
  const { isSubmitting, isDirty, isSubmitSuccessful, errors } = form.formState;
  const draft = form.watch();
  const texts = fieldTexts(errors, draft, t);
  const current = endpointsAfter(limits.current, initial.endpoints.length, draft.endpoints.length);
  const available = { current, max: limits.max };

  const submit = form.handleSubmit(async (values) => {
    setFailure(null);
    try {
      await onSave(values);
    } catch (thrown) {
      form.setError('root', { type: 'save' });
      if (thrown instanceof ApiFailure && thrown.code === 'limit_reached') setLimitShown(true);
      else setFailure(thrown);
    }
  });

  return (
    <chakra.form noValidate display="flex" flexDirection="column" gap="4" onSubmit={(event) => void submit(event)}>
      {failure !== null && (
        <FailureNotice failure={failure} fallback={editing ? 'form.errors.updateFailed' : 'form.errors.createFailed'} />
      )}
      <Panel p={{ base: '4', sm: '6' }} display="flex" flexDirection="column" gap="5">
        <TextField
          label={t('form.name')}
          placeholder={t('form.namePlaceholder')}
          error={texts.name}
          {...form.register('name')}
        />
        <Field.Root invalid={Boolean(texts.description)}>
          <Field.Label>{t('form.description')}</Field.Label>
          <Textarea rows={2} autoresize {...form.register('description')} />
          <Field.ErrorText>{texts.description}</Field.ErrorText>
        </Field.Root>
        <Controller
          control={form.control}
          name="locations"
          render={({ field }) => (
            <LocationsField
              value={field.value.map((each) => (typeof each === 'string' ? each : each.code))}
              onChange={field.onChange}
              error={texts.locations}
            />
          )}
        />
      </Panel>
      <Panel p={{ base: '4', sm: '6' }}>
        <Controller
          control={form.control}
          name="endpoints"
          render={({ field }) => (
            <UrlsField
              value={field.value}
              onChange={field.onChange}
              room={limits.max - current}
              onLimit={() => setLimitShown(true)}
              available={available}
              error={texts.endpoints}
            />
          )}
        />
      </Panel>
      <Flex justify="flex-end" gap="2">
        <Button variant="outline" borderColor="edge" onClick={onCancel}>
          {t('cancel')}
        </Button>
        <Button type="submit" colorPalette="accent" loading={isSubmitting}>
          {editing ? t('form.update') : t('form.create')}
        </Button>
      </Flex>
      <LimitDialog open={limitShown} available={available} onClose={() => setLimitShown(false)} />
      <UnsavedDialog unsaved={isDirty && !isSubmitting && !isSubmitSuccessful} />
    </chakra.form>
  );
}
