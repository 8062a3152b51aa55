import { Button, chakra, Flex } from '@chakra-ui/react';
import { monitorInputSchema } from '@farwatch/core/api/monitors';
import { zodResolver } from '@hookform/resolvers/zod';
import { type ReactNode, useState } from 'react';
import { Controller, useForm, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { FailedAction } from '../../components/failed-action.tsx';
import { UnsavedDialog } from '../../components/overlay/unsaved-dialog.tsx';
import { Panel } from '../../components/panel.tsx';
import { ApiFailure } from '../../lib/api/failure.ts';
import { DetailsFields } from './details-fields.tsx';
import { type Draft, endpointsAfter, NEW_DRAFT, type Saved } from './draft.ts';
import { fieldTexts } from './field-errors.ts';
import { LimitDialog } from './limit-dialog.tsx';
import { saveFailureKey } from './save-failure.ts';
import { UrlsField } from './urls-field.tsx';
import type { Limits } from './use-form-limits.ts';

type Props = {
  /** The monitor as it is stored; null for a new one. */
  stored: Draft | null;
  limits: Limits | null;
  /** Throws ApiFailure. */
  onSave: (values: Saved) => Promise<void>;
  onCancel: () => void;
  /** Nothing can be lost any more: all is saved, or the monitor is gone. */
  settled: boolean;
  /** Stands below the buttons. */
  children?: ReactNode;
};

type Failed = { failure: unknown; values: Saved };

/** Name, description, locations and URLs of a monitor (spec 2), for making one and for editing one. */
export function MonitorForm({ stored, limits, onSave, onCancel, settled, children }: Props) {
  const { t } = useTranslation();
  const [limitShown, setLimitShown] = useState(false);
  const [typed, setTyped] = useState(false);
  const [failed, setFailed] = useState<Failed | null>(null);
  const initial = stored ?? NEW_DRAFT;
  const form = useForm<Draft, unknown, Saved>({ defaultValues: initial, resolver: zodResolver(monitorInputSchema) });
  const { isSubmitting, isDirty, errors } = form.formState;
  const drafted = useWatch({ control: form.control, name: 'endpoints' }).length;
  const texts = fieldTexts(errors, t);
  const available = limits && { ...limits, current: endpointsAfter(limits.current, initial.endpoints.length, drafted) };

  const submit = form.handleSubmit(async (values) => {
    setFailed(null);
    try {
      await onSave(values);
    } catch (failure) {
      form.setError('root', { type: 'save' });
      if (failure instanceof ApiFailure && failure.code === 'limit_reached') setLimitShown(true);
      else setFailed({ failure, values });
    }
  });

  return (
    <chakra.form noValidate display="flex" flexDirection="column" gap="4" onSubmit={(event) => void submit(event)}>
      <DetailsFields form={form} texts={texts} />
      <Panel p={{ base: '4', sm: '6' }}>
        <Controller
          control={form.control}
          name="endpoints"
          render={({ field }) => (
            <UrlsField
              value={field.value}
              onChange={field.onChange}
              available={available}
              onLimit={() => setLimitShown(true)}
              onTyped={setTyped}
              error={texts.endpoints}
              focusRef={field.ref}
            />
          )}
        />
      </Panel>
      {failed && <FailedAction failure={failed.failure}>{t(saveFailureKey(stored, failed.values))}</FailedAction>}
      <Flex {...BUTTONS}>
        <Button variant="outline" borderColor="edge" onClick={onCancel}>
          {t('cancel')}
        </Button>
        <Button type="submit" colorPalette="accent" loading={isSubmitting} disabled={settled}>
          {stored ? t('form.update') : t('form.create')}
        </Button>
      </Flex>
      {children}
      <LimitDialog open={limitShown} available={available} onClose={() => setLimitShown(false)} />
      <UnsavedDialog unsaved={(isDirty || typed) && !settled} />
    </chakra.form>
  );
}

/** On phones they stay in reach at the window's foot, over the page's own padding. */
const BUTTONS = {
  justify: 'flex-end',
  gap: '2',
  position: { base: 'sticky', sm: 'static' },
  bottom: '0',
  zIndex: 'docked',
  bg: 'surface',
  mx: { base: '-4', sm: '0' },
  px: { base: '4', sm: '0' },
  py: { base: '3', sm: '0' },
  borderTopWidth: { base: '1px', sm: '0' },
} as const;
