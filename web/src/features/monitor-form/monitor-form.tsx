import { Button, chakra, Flex, Text } from '@chakra-ui/react';
import type {
  EndpointContent,
  MonitorContent,
  MonitorInput,
  MonitorVersion,
} from '@farwatch/core/contracts/api/monitors';
import { zodResolver } from '@hookform/resolvers/zod';
import type { TFunction } from 'i18next';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { Controller, useForm, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { FailureNotice } from '../../components/feedback/failure-notice.tsx';
import { BusyButton } from '../../components/form/busy-button.tsx';
import { Panel } from '../../components/layout/panel.tsx';
import { AskDialog } from '../../components/overlay/ask-dialog.tsx';
import { UnsavedDialog } from '../../components/overlay/unsaved-dialog.tsx';
import { ApiFailure } from '../../lib/api/failure.ts';
import { useReportSaving } from '../../lib/navigation/unsaved.ts';
import { BudgetLine, useCheckBudget } from './budget-line.tsx';
import { type StoredOrigins, storedOrigins } from './check/known-secrets.ts';
import { draftOf, draftSchema, endpointsAfter, NEW_DRAFT, valuesToSend } from './draft.ts';
import { entryProblems } from './entry-problems.ts';
import { MergeDialog } from './merge-dialog.tsx';
import { MonitorFields } from './monitor-fields.tsx';
import { saveFailureKey } from './save-failure.ts';
import { type Limits, UrlsField, useFormLimits } from './urls-field.tsx';
import { useMergedSave } from './use-merged-save.ts';

type Props = {
  /** The stored monitor and its id; null for a new one. */
  monitorId: string | null;
  stored: MonitorVersion | null;
  /** What a new monitor starts with. */
  initial?: MonitorContent;
  /**
   * `version`: that of the monitor the values are based on, 0 for a new one. `includesOthers`: they include changes
   * that were saved elsewhere since. Throws ApiFailure.
   */
  onSave: (values: MonitorInput, version: number, includesOthers: boolean) => Promise<void>;
  onCancel: () => void;
  /** Everything is saved, or the monitor is deleted, so leaving loses nothing. */
  isFinished: boolean;
  /** Shown below the buttons. */
  children?: ReactNode;
};

type Failed = { failure: unknown; values: MonitorInput };

/** The form for creating or editing a monitor: its fields and its endpoints. */
export function MonitorForm({ monitorId, stored, initial = NEW_DRAFT, onSave, onCancel, isFinished, children }: Props) {
  const { t } = useTranslation();
  const [isLimitShown, setLimitShown] = useState(false);
  const [hasUnsavedUrls, setUnsavedUrls] = useState(false);
  const [failed, setFailed] = useState<Failed | null>(null);
  const form = useForm<MonitorContent, unknown, MonitorInput>({
    defaultValues: stored ? draftOf(stored) : initial,
    resolver: zodResolver(draftSchema),
  });
  const { isSubmitting, isSubmitted, isDirty, errors } = form.formState;
  useReportSaving(isSubmitting);
  const entries = useWatch({ control: form.control, name: 'endpoints' });
  const [intervalSec, paused, locations] = useWatch({
    control: form.control,
    name: ['intervalSec', 'paused', 'locations'],
  });
  const budget = useCheckBudget({ intervalSec, paused, locations, endpoints: entries }, monitorId);
  const { getValues, setValue } = form;
  const editEntries = useCallback(
    (edit: (before: readonly EndpointContent[]) => EndpointContent[]) =>
      setValue('endpoints', edit(getValues('endpoints')), { shouldDirty: true, shouldValidate: isSubmitted }),
    [getValues, setValue, isSubmitted],
  );
  const { limits, refresh } = useFormLimits();
  const merging = useMergedSave(form, stored, () => void submit(), refresh);
  const { base, pending, includesOthers } = merging;
  const origins = useMemo(() => storedOrigins(base?.endpoints ?? []), [base]);
  const storedCount = base?.endpoints.length ?? 0;
  const available = limits && { ...limits, current: endpointsAfter(limits.current, storedCount, entries.length) };

  const submit = form.handleSubmit(async (parsed) => {
    const values = valuesToSend(parsed);
    setFailed(null);
    if (entryProblems(entries, origins).size > 0) return form.setError('endpoints', { type: 'secrets' });
    if (budget?.isExceeded) return form.setFocus('intervalSec');
    try {
      await onSave(values, base?.version ?? 0, includesOthers);
    } catch (failure) {
      form.setError('root', { type: 'save' });
      if (failure instanceof ApiFailure && failure.code === 'limit_reached') setLimitShown(true);
      else if (!merging.handleFailure(failure, values)) setFailed({ failure, values });
    }
  });

  return (
    <chakra.form noValidate display="flex" flexDirection="column" gap="4" onSubmit={(event) => void submit(event)}>
      <MonitorFields form={form} budget={<BudgetLine budget={budget} />} isOverBudget={budget?.isExceeded ?? false} />
      <Panel p={{ base: '4', sm: '6' }}>
        <Controller
          control={form.control}
          name="endpoints"
          render={({ field }) => (
            <UrlsField
              value={field.value}
              onEdit={editEntries}
              available={available}
              onLimit={() => setLimitShown(true)}
              onUnsaved={setUnsavedUrls}
              stored={origins}
              locations={locations}
              error={errors.endpoints && endpointsError(entries, origins, t)}
              focusRef={field.ref}
            />
          )}
        />
      </Panel>
      {failed && <FailureNotice title={t(saveFailureKey(base, failed.values))} failure={failed.failure} />}
      <Flex data-foot-bar="" {...BUTTONS}>
        <Button variant="outline" borderColor="edge" onClick={onCancel}>
          {t('cancel')}
        </Button>
        <BusyButton type="submit" colorPalette="accent" loading={isSubmitting} disabled={isFinished}>
          {stored ? t('form.update') : t('form.create')}
        </BusyButton>
      </Flex>
      {children}
      {pending && <MergeDialog conflicts={pending.conflicts} onAnswer={merging.answer} onDismiss={merging.dismiss} />}
      <LimitDialog open={isLimitShown} available={available} onClose={() => setLimitShown(false)} />
      <UnsavedDialog unsaved={(isDirty || hasUnsavedUrls) && !isFinished} />
    </chakra.form>
  );
}

function endpointsError(entries: readonly EndpointContent[], origins: StoredOrigins, t: TFunction): string {
  return entries.length === 0
    ? t('form.errors.urls')
    : t('form.errors.urlRows', { count: entryProblems(entries, origins).size });
}

/** On phones the buttons stay at the bottom of the window, over the page's padding. */
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

type LimitDialogProps = { open: boolean; available: Limits | null; onClose: () => void };

/** Explains that the account has reached its limit of endpoints. */
function LimitDialog({ open, available, onClose }: LimitDialogProps) {
  const { t } = useTranslation();
  return (
    <AskDialog open={open} title={t('form.limitTitle')} confirm={t('confirm')} onConfirm={onClose}>
      <Text>{t('form.limitText')}</Text>
      <Text>{t('form.limitHint')}</Text>
      {available && (
        <Text color="text.muted" mt="3">
          {t('form.available', available)}
          {` · ${t('form.availableLeft', { count: Math.max(0, available.max - available.current) })}`}
        </Text>
      )}
    </AskDialog>
  );
}
