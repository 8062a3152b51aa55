import { Button, chakra, createListCollection, Select } from '@chakra-ui/react';
import { selectSlotRecipe } from '@chakra-ui/react/theme';
import { type AgentCreated, agentCalls } from '@farwatch/core/contracts/api/agents';
import type { CallInput } from '@farwatch/core/contracts/api/call';
import { LIMITS } from '@farwatch/core/values/limits';
import { LOCATION_CODES, type LocationCode, locationCodeSchema } from '@farwatch/core/values/locations';
import { zodResolver } from '@hookform/resolvers/zod';
import { useId, useMemo } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { LocationNames } from '../../domain/flags/locations.tsx';
import { callApi } from '../../lib/api/client.ts';
import { useMarkedIssues } from '../../lib/api/mark-issues.ts';
import { useSaving } from '../../lib/api/use-saving.ts';
import { FailureNotice } from '../../ui/feedback/failure-notice.tsx';
import { BusyButton } from '../../ui/form/busy-button.tsx';
import { TextAreaField } from '../../ui/form/text-area-field.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { AppDialog } from '../../ui/overlay/app-dialog.tsx';

type Props = { open: boolean; onClose: () => void; onCreated: (agent: AgentCreated) => void };

/** Creates an agent from a name, a location and a description. */
export function CreateDialog({ open, onClose, onCreated }: Props) {
  const { t } = useTranslation();
  const formId = useId();
  const { isBusy, failure, save, forget } = useSaving();
  function close() {
    forget();
    onClose();
  }
  return (
    <AppDialog
      open={open}
      onClose={() => !isBusy && close()}
      title={t('agents.create.title')}
      footer={
        <>
          <Button variant="outline" disabled={isBusy} onClick={close}>
            {t('cancel')}
          </Button>
          <BusyButton type="submit" form={formId} colorPalette="accent" loading={isBusy}>
            {t('agents.create.submit')}
          </BusyButton>
        </>
      }
    >
      <Fields
        formId={formId}
        failure={failure}
        onSubmit={(body) => save(async () => onCreated(await callApi(agentCalls.create, { body })))}
      />
    </AppDialog>
  );
}

type FieldsProps = {
  formId: string;
  failure: unknown;
  onSubmit: (body: CallInput<typeof agentCalls.create>['body']) => Promise<unknown>;
};

function Fields({ formId, failure, onSubmit }: FieldsProps) {
  const { t } = useTranslation();
  const form = useForm({
    resolver: zodResolver(agentCalls.create.body),
    defaultValues: { name: '', countryCode: 'tw' as const, description: '' },
  });
  useMarkedIssues(form, failure);
  const { name, description } = form.formState.errors;
  const location = form.watch('countryCode') ?? 'tw';

  return (
    <chakra.form
      id={formId}
      noValidate
      display="flex"
      flexDirection="column"
      gap="5"
      onSubmit={form.handleSubmit(onSubmit)}
    >
      {failure !== null && <FailureNotice title={t('agents.create.failed')} failure={failure} />}
      <TextField
        label={t('agents.create.name')}
        placeholder={t('agents.create.namePlaceholder')}
        autoComplete="off"
        error={
          name &&
          t(name.type === 'too_small' ? 'agents.create.nameMissing' : 'agents.create.nameLong', {
            max: LIMITS.nameLength,
          })
        }
        {...form.register('name')}
      />
      <LocationField value={location} onChange={(code) => form.setValue('countryCode', code)} />
      <TextAreaField
        label={t('agents.create.description')}
        optional={t('agents.create.optional')}
        error={description && t('agents.create.descriptionLong', { max: LIMITS.descriptionLength })}
        {...form.register('description')}
      />
    </chakra.form>
  );
}

type LocationFieldProps = { value: LocationCode; onChange: (code: LocationCode) => void };

/** Selects a location, by flag and name. */
function LocationField({ value, onChange }: LocationFieldProps) {
  const { t } = useTranslation();
  const collection = useMemo(
    () =>
      createListCollection({ items: LOCATION_CODES.map((code) => ({ value: code, label: t(`locations.${code}`) })) }),
    [t],
  );
  return (
    <Select.Root
      recipe={selectSlotRecipe}
      collection={collection}
      value={[value]}
      positioning={{ strategy: 'fixed', sameWidth: true }}
      onValueChange={({ value: [chosen] }) => onChange(locationCodeSchema.parse(chosen))}
    >
      <Select.HiddenSelect />
      <Select.Label>{t('agents.create.country')}</Select.Label>
      <Select.Control>
        <Select.Trigger borderColor="edge" bg="surface.raised" minH={{ base: '11', sm: '10' }}>
          <LocationNames codes={[value]} />
        </Select.Trigger>
        <Select.IndicatorGroup>
          <Select.Indicator />
        </Select.IndicatorGroup>
      </Select.Control>
      <Select.Positioner>
        <Select.Content boxShadow="none" borderWidth="1px" borderColor="edge">
          {collection.items.map((item) => (
            <Select.Item key={item.value} item={item} minH={{ base: '11', sm: '9' }}>
              <LocationNames codes={[item.value]} />
              <Select.ItemIndicator />
            </Select.Item>
          ))}
        </Select.Content>
      </Select.Positioner>
    </Select.Root>
  );
}
