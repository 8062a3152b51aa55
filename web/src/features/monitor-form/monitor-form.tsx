import { Button, chakra, Flex, Text } from '@chakra-ui/react';
import type {
  EndpointContent,
  MonitorContent,
  MonitorInput,
  MonitorVersion,
} from '@farwatch/core/contracts/api/monitors';
import {
  accountPlan,
  budgetOf,
  type CheckBudget,
  type PlannedEndpoints,
  plannedChecks,
} from '@farwatch/core/decisions/monitors/check-budget';
import { type EditConflict, type EditSide, mergeEdits } from '@farwatch/core/decisions/monitors/merge-edits';
import { rebaseEdit } from '@farwatch/core/decisions/monitors/rebase-edit';
import type { Monitor } from '@farwatch/core/documents/monitor';
import type { LocationCode } from '@farwatch/core/values/locations';
import { fieldNames } from '@farwatch/core/values/monitor-fields/field';
import { MONITOR_FIELDS } from '@farwatch/core/values/monitor-fields/table';
import { isEndpointPaused } from '@farwatch/core/values/pause';
import { SECOND_MS } from '@farwatch/core/values/time';
import { isRunByServer } from '@farwatch/core/values/url';
import { zodResolver } from '@hookform/resolvers/zod';
import type { TFunction } from 'i18next';
import { type ReactNode, useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { Controller, useForm, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { ApiFailure } from '../../lib/api/failure.ts';
import { issuesByField } from '../../lib/api/mark-issues.ts';
import { formatDuration } from '../../lib/format/durations.ts';
import { useMonitors, useProfile } from '../../lib/live/account.ts';
import { useReportSaving } from '../../lib/navigation/unsaved.ts';
import { FailureNotice } from '../../ui/feedback/failure-notice.tsx';
import { BusyButton } from '../../ui/form/busy-button.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { AskDialog } from '../../ui/overlay/ask-dialog.tsx';
import { UnsavedDialog } from '../../ui/overlay/unsaved-dialog.tsx';
import { type StoredOrigins, storedOrigins } from './check/known-secrets.ts';
import { type DraftForm, draftOf, draftSchema, editOf, endpointsAfter, NEW_DRAFT, valuesToSend } from './draft.ts';
import { MergeDialog } from './merge-dialog.tsx';
import { MonitorFields } from './monitor-fields.tsx';
import { saveFailureKey } from './save-failure.ts';
import { entryProblems, type Refusals, refusalsOf } from './urls/entry-problems.ts';
import { type Limits, UrlsField, useFormLimits } from './urls/urls-field.tsx';

type Props = {
  /** The stored monitor and its id; null for a new one. */
  monitorId: string | null;
  stored: MonitorVersion | null;
  /** The initial values of a new monitor. */
  initial?: MonitorContent;
  /**
   * Saves the values. `version` is that of the monitor they are based on, 0 for a new one. `includesOthers` is true if
   * they include changes that were saved elsewhere since. Throws ApiFailure.
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

  const [refusals, setRefusals] = useState<Refusals>(new Map());

  const submit = form.handleSubmit(async (parsed) => {
    const values = valuesToSend(parsed);
    setFailed(null);
    setRefusals(new Map());
    if (entryProblems(entries, origins).size > 0) return form.setError('endpoints', { type: 'secrets' });
    if (budget?.isExceeded) return form.setFocus('intervalSec');
    try {
      await onSave(values, base?.version ?? 0, includesOthers);
    } catch (failure) {
      form.setError('root', { type: 'save' });
      markFields(form, failure);
      setRefusals(refusalsOf(failure, entries, t));
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
              refusals={refusals}
              locations={locations}
              error={errors.endpoints && endpointsError(entries, origins, t)}
              focusRef={field.ref}
            />
          )}
        />
      </Panel>
      {failed && <FailureNotice title={t(saveFailureKey(base, failed.values))} failure={failed.failure} />}
      <Flex data-foot-bar="" {...BUTTONS}>
        <Button variant="outline" onClick={onCancel}>
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

/** Parts of these have no place of their own to be marked. */
const OWN_FIELDS = Object.fromEntries(fieldNames(MONITOR_FIELDS).map((field) => [field, { field }]));

/** Marks the monitor's own fields that the server does not accept. */
function markFields(form: DraftForm, failure: unknown): void {
  const issues = failure instanceof ApiFailure ? failure.issues : [];
  const fields = issuesByField(issues, form.getValues(), OWN_FIELDS);
  for (const name of fieldNames(MONITOR_FIELDS)) if (fields.has(name)) form.setError(name, { type: 'server' });
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
          {` · ${t('form.availableLeft', { used: available.current, count: Math.max(0, available.max - available.current) })}`}
        </Text>
      )}
    </AskDialog>
  );
}

type Draft = Pick<MonitorContent, 'intervalSec' | 'paused' | 'locations' | 'endpoints'>;

/**
 * The checks that the account would plan with the draft saved as the monitor `id`, null for a new one, at the location
 * with most; null while loading.
 */
function useCheckBudget(draft: Draft, id: string | null): CheckBudget | null {
  const monitors = useMonitors().data;
  const profile = useProfile().data;
  if (!monitors || !profile) return null;
  const account = accountPlan(profile);
  const others = monitors.items.filter((monitor) => monitor.id !== id);
  const budgets = draft.locations.map((code) => {
    const before = plannedChecks(plannedAt(code, monitors.items), account.intervalSec);
    return budgetOf(plannedAt(code, others), plannedBy(draft, draft.endpoints), account, before);
  });
  const none = budgetOf([], plannedBy(draft, draft.endpoints), account);
  return (
    budgets.reduce<CheckBudget | null>((most, each) => (most && most.used >= each.used ? most : each), null) ?? none
  );
}

function plannedAt(code: LocationCode, monitors: readonly Monitor[]): PlannedEndpoints[] {
  const here = monitors.filter(({ locations }) => locations.includes(code));
  return here.map((monitor) => plannedBy(monitor, Object.values(monitor.endpoints)));
}

function plannedBy(
  monitor: Pick<Draft, 'intervalSec' | 'paused'>,
  endpoints: readonly { url: string; paused: boolean }[],
): PlannedEndpoints {
  const count = endpoints.filter((each) => !isRunByServer(each.url) && !isEndpointPaused(monitor, each)).length;
  return { count, intervalSec: monitor.intervalSec };
}

/** Shows what the draft uses of the account's budget of checks and what is left, as an error if that is too much. */
function BudgetLine({ budget }: { budget: CheckBudget | null }) {
  const { t } = useTranslation();
  const isOver = budget?.isExceeded ?? false;
  return (
    // The line's space is reserved while loading.
    <Text
      textStyle="sm"
      minH="5"
      color={isOver ? 'danger' : 'text.muted'}
      role={isOver ? 'alert' : undefined}
      fontVariantNumeric="tabular-nums"
    >
      {budget &&
        (isOver
          ? t('form.budgetOver', {
              used: budget.used.toLocaleString('en'),
              max: budget.max.toLocaleString('en'),
              interval: formatDuration(budget.leastSec * SECOND_MS, t),
              count: budget.mostUrls,
            })
          : t('form.budget', {
              left: (budget.max - budget.used).toLocaleString('en'),
              max: budget.max.toLocaleString('en'),
              count: budget.own,
            }))}
    </Text>
  );
}

/** The version saved elsewhere, and the conflicts with it that the user must resolve. */
type PendingMerge = { current: MonitorVersion; conflicts: EditConflict[] };

/**
 * Merges the edits with changes saved elsewhere. `base` is the version the form is based on, null for a new one.
 * `includesOthers` is true once the form has merged such changes. After an edit conflict, `handleFailure` merges and
 * submits again, or sets `pending`; it returns false for any other failure.
 */
function useMergedSave(form: DraftForm, stored: MonitorVersion | null, submit: () => void, onMerged: () => void) {
  const [base, setBase] = useState(stored);
  const [pending, setPending] = useState<PendingMerge | null>(null);
  const [round, setRound] = useState(0);
  const [includesOthers, setIncludesOthers] = useState(false);
  // The failed saves based on `base`: one may have been stored although its response was lost.
  const failedSaves = useRef<MonitorInput[]>([]);
  const submitAgain = useEffectEvent(submit);
  // Runs once the form has rendered the merged values.
  useEffect(() => {
    if (round > 0) submitAgain();
  }, [round]);

  function merge(current: MonitorVersion, choices?: ReadonlyMap<string, EditSide>) {
    const rebased = rebaseEdit(base, editOf(form.getValues()), failedSaves.current, current);
    const { merged, conflicts } = mergeEdits(rebased.base, rebased.local, current, choices);
    if (conflicts.length > 0) return setPending({ current, conflicts });
    setPending(null);
    setIncludesOthers((before) => before || rebased.byOthers);
    failedSaves.current = [];
    setBase(current);
    onMerged();
    form.reset(draftOf(current));
    form.reset(draftOf(merged), { keepDefaultValues: true });
    setRound((before) => before + 1);
  }

  return {
    base,
    pending,
    includesOthers,
    handleFailure(failure: unknown, values: MonitorInput): boolean {
      if (!(failure instanceof ApiFailure) || !failure.current) {
        failedSaves.current.push(values);
        return false;
      }
      merge(failure.current);
      return true;
    },
    answer: (choices: ReadonlyMap<string, EditSide>) => pending && merge(pending.current, choices),
    dismiss: () => setPending(null),
  };
}
