import { Field, Text, Textarea } from '@chakra-ui/react';
import { Controller, type UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { TextField } from '../../components/form/text-field.tsx';
import { Panel } from '../../components/layout/panel.tsx';
import type { Draft, Saved } from './draft.ts';
import type { FieldTexts } from './field-errors.ts';
import { LocationsField } from './locations-field.tsx';

/** The monitor's name and locations. */
export function DetailsFields({ form, texts }: { form: UseFormReturn<Draft, unknown, Saved>; texts: FieldTexts }) {
  const { t } = useTranslation();
  return (
    <Panel p={{ base: '4', sm: '6' }} display="flex" flexDirection="column" gap="5">
      <TextField
        label={t('form.name')}
        placeholder={t('form.namePlaceholder')}
        autoComplete="off"
        error={texts.name}
        {...form.register('name')}
      />
      <Field.Root invalid={Boolean(texts.description)}>
        <Field.Label>
          {t('form.description')}
          <Field.RequiredIndicator
            fallback={
              <Text as="span" color="text.muted" fontWeight="normal">
                {t('form.optional')}
              </Text>
            }
          />
        </Field.Label>
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
            focusRef={field.ref}
            error={texts.locations}
          />
        )}
      />
    </Panel>
  );
}
