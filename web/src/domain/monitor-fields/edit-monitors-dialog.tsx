import { Button, chakra, Field, Flex, Text } from '@chakra-ui/react';
import { type MonitorChange, monitorCalls } from '@farwatch/core/contracts/api/monitors';
import { SHORT_INTERVALS_SEC } from '@farwatch/core/values/limits';
import type { LocationCode } from '@farwatch/core/values/locations';
import { type FormEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callApi } from '../../lib/api/client.ts';
import { refusedFields } from '../../lib/api/mark-issues.ts';
import { unlessDeleted, useSaving } from '../../lib/api/use-saving.ts';
import { tagCounts } from '../../lib/list/tag-counts.ts';
import { FailureNotice } from '../../ui/feedback/failure-notice.tsx';
import { BusyButton } from '../../ui/form/busy-button.tsx';
import { CheckField } from '../../ui/form/check-field.tsx';
import { CheckSet } from '../../ui/form/check-set.tsx';
import { Choice } from '../../ui/form/choice.tsx';
import { AppDialog } from '../../ui/overlay/app-dialog.tsx';
import { Tag } from '../../ui/text/tag.tsx';
import { useIntervalText } from './interval-field.tsx';
import { LocationsField } from './locations-field.tsx';
import { type ManyDraft, manyChange, NO_CHANGE } from './many-draft.ts';
import { TagsField } from './tags-field.tsx';

type Row = { id: string; tags: readonly string[]; locations: readonly LocationCode[] };
type Props = { rows: readonly Row[]; onClose: () => void; onChanged: () => void };

/** Changes the interval, locations and tags of several monitors, each of which keeps the rest. */
export default function EditMonitorsDialog({ rows, onClose, onChanged }: Props) {
  const { t } = useTranslation();
  const formId = useId();
  const [draft, setDraft] = useState<ManyDraft>(NO_CHANGE);
  const [isBad, setBad] = useState(false);
  const { isBusy, progress: done, failure, saveEach } = useSaving();
  const locationBox = useRef<HTMLElement>(null);
  const total = rows.length;
  const refused = refusedFields(failure, draft);
  const edit = (change: Partial<ManyDraft>) => setDraft((current) => ({ ...current, ...change }));

  async function submit(event: FormEvent) {
    event.preventDefault();
    const change = manyChange(draft);
    setBad(change === 'no-location');
    if (change === 'no-location') return locationBox.current?.focus();
    if (change !== null && !(await changeAll(change))) return;
    onChanged();
    onClose();
  }

  const changeAll = (body: MonitorChange) =>
    saveEach(rows, ({ id }) => unlessDeleted(callApi(monitorCalls.change, { params: { id }, body })));

  return (
    <AppDialog
      open
      onClose={() => !isBusy && onClose()}
      title={t('form.many.title', { count: total })}
      footer={
        <>
          <Button variant="outline" disabled={isBusy} onClick={onClose}>
            {t('cancel')}
          </Button>
          <BusyButton
            type="submit"
            form={formId}
            colorPalette="accent"
            loading={isBusy}
            loadingText={t('form.many.progress', { done, total })}
          >
            {t('form.many.save')}
          </BusyButton>
        </>
      }
    >
      <chakra.form id={formId} onSubmit={(event) => void submit(event)} noValidate>
        <Flex direction="column" gap="5">
          <Text color="text.muted">{t('form.many.hint')}</Text>
          {failure !== null && (
            <FailureNotice title={t('form.many.failed', { done, count: total })} failure={failure} />
          )}
          <IntervalChoice
            value={draft.intervalSec}
            isInvalid={refused.has('intervalSec')}
            onChoose={(intervalSec) => edit({ intervalSec })}
          />
          <LocationsChoice
            value={draft.locations}
            onChange={(locations) => edit({ locations })}
            common={rows[0]?.locations ?? []}
            focusRef={(element) => {
              locationBox.current = element;
            }}
            isBad={isBad}
            isRefused={refused.has('locations')}
          />
          <TagsField
            label={t('form.many.addTags')}
            value={draft.addTags}
            onChange={(addTags) => edit({ addTags })}
            focusRef={() => undefined}
            error={refused.has('addTags') ? t('form.many.refused') : undefined}
          />
          <TagsToRemove rows={rows} chosen={draft.removeTags} onChange={(removeTags) => edit({ removeTags })} />
        </Flex>
      </chakra.form>
    </AppDialog>
  );
}

function IntervalChoice(props: {
  isInvalid: boolean;
  value: ManyDraft['intervalSec'];
  onChoose: (value: ManyDraft['intervalSec']) => void;
}) {
  const { t } = useTranslation();
  const id = useId();
  const textOf = useIntervalText();
  const choices = ['keep', null, ...SHORT_INTERVALS_SEC] as const;
  const labelOf = (each: ManyDraft['intervalSec']) => (each === 'keep' ? t('form.many.keep') : textOf(each));
  return (
    <Field.Root alignItems="flex-start">
      <Field.Label htmlFor={id}>{t('form.interval')}</Field.Label>
      <Choice
        id={id}
        value={String(props.value)}
        aria-invalid={props.isInvalid}
        options={choices.map((each) => ({ value: String(each), label: labelOf(each) }))}
        onChoose={(text) => props.onChoose(choices.find((each) => String(each) === text) ?? null)}
      />
    </Field.Root>
  );
}

type LocationsProps = {
  value: ManyDraft['locations'];
  onChange: (value: ManyDraft['locations']) => void;
  /** Chosen at first. */
  common: readonly LocationCode[];
  focusRef: (element: HTMLElement | null) => void;
  isBad: boolean;
  isRefused: boolean;
};

function LocationsChoice({ value, onChange, common, focusRef, isBad, isRefused }: LocationsProps) {
  const { t } = useTranslation();
  const error = isBad && value.length === 0 ? t('form.errors.locations') : undefined;
  return (
    <Flex direction="column" gap="2">
      <CheckField checked={value !== 'keep'} onChange={(isOn) => onChange(isOn ? common : 'keep')}>
        {t('form.many.changeLocations')}
      </CheckField>
      {value !== 'keep' && (
        <LocationsField
          value={value}
          onChange={onChange}
          focusRef={focusRef}
          error={isRefused ? t('form.many.refused') : error}
        />
      )}
    </Flex>
  );
}

type RemoveProps = { rows: readonly Row[]; chosen: readonly string[]; onChange: (tags: string[]) => void };

/** The tags that the monitors have; nothing if they have none. */
function TagsToRemove({ rows, chosen, onChange }: RemoveProps) {
  const { t } = useTranslation();
  const known = tagCounts(rows).map(({ tag }) => tag);
  if (known.length === 0) return null;
  return (
    <chakra.fieldset minW="0">
      <chakra.legend textStyle="sm" fontWeight="medium" mb="1">
        {t('form.many.removeTags')}
      </chakra.legend>
      <Flex wrap="wrap" columnGap="5">
        <CheckSet
          options={known.map((tag) => ({ value: tag, label: <Tag name={tag} /> }))}
          chosen={chosen}
          onChange={onChange}
        />
      </Flex>
    </chakra.fieldset>
  );
}
