import { chakra, Flex, SimpleGrid, Text } from '@chakra-ui/react';
import type { Monitor } from '@farwatch/core/documents/monitor';
import type { LocationCode } from '@farwatch/core/values/locations';
import { severitySchema } from '@farwatch/core/values/severity';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { CheckSet } from '../../../components/form/check-set.tsx';
import { Choice } from '../../../components/form/choice.tsx';
import { TextField } from '../../../components/form/text-field.tsx';
import type { WithId } from '../../../lib/live/read-document.ts';
import { SettingsRow } from '../layout.tsx';
import { MinutesField } from '../timing/minutes-field.tsx';
import { browserZone, zoneName } from '../timing/timing-parts.ts';
import { expectedSeverity, GOES_ON, type PreviewDraft, type PreviewErrors } from './preview-draft.ts';

const LENGTHS_MIN = [1, 5, 10, 30, 60, 240];
const EXPECTED = 'expected';

type Props = {
  draft: PreviewDraft;
  monitors: readonly WithId<Monitor>[];
  /** All of the chosen monitor. */
  locations: readonly LocationCode[];
  errors: PreviewErrors | null;
  onChange: (changes: Partial<PreviewDraft>) => void;
};

/** The outage that is assumed: of which monitor, from where, how severe, from when, and how long. */
export function PreviewFields({ draft, monitors, locations, errors, onChange }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const expected = t(`incidents.severity.${expectedSeverity(draft.locations, locations)}`);
  return (
    <Flex direction="column" gap="3">
      <SettingsRow label={t('escalation.preview.monitor')} htmlFor={`${id}monitor`}>
        <Choice
          id={`${id}monitor`}
          value={draft.monitorId}
          options={monitors.map((monitor) => ({ value: monitor.id, label: monitor.name }))}
          onChoose={(monitorId) => onChange({ monitorId, locations: null })}
        />
      </SettingsRow>
      <Locations
        all={locations}
        failing={draft.locations ?? locations}
        isBad={errors?.locations ?? false}
        onChange={(failing) => onChange({ locations: failing })}
      />
      <SettingsRow label={t('escalation.preview.severity')} htmlFor={`${id}severity`}>
        <Choice
          id={`${id}severity`}
          value={draft.severity ?? EXPECTED}
          options={[
            { value: EXPECTED, label: t('escalation.preview.expected', { severity: expected }) },
            ...severitySchema.options.map((value) => ({ value, label: t(`incidents.severity.${value}`) })),
          ]}
          onChoose={(value) => onChange({ severity: value === EXPECTED ? null : value })}
        />
      </SettingsRow>
      <MinutesField
        label={t('escalation.preview.lasts')}
        error={errors?.lasts ? t('escalation.preview.lastsBad') : undefined}
        value={draft.lasts}
        options={[
          { value: GOES_ON, label: t('escalation.preview.goesOn') },
          ...LENGTHS_MIN.map((count) => ({ value: String(count), label: t('escalation.preview.minutes', { count }) })),
        ]}
        otherStart="20"
        onChange={(lasts) => onChange({ lasts })}
      />
      <SimpleGrid columns={{ base: 1, sm: 2 }}>
        <TextField
          type="datetime-local"
          label={t('escalation.preview.start', { zone: zoneName(browserZone()) })}
          error={errors?.start ? t('timing.timeBad') : undefined}
          value={draft.start}
          onChange={(event) => onChange({ start: event.currentTarget.value })}
        />
      </SimpleGrid>
    </Flex>
  );
}

type LocationsProps = {
  all: readonly LocationCode[];
  failing: readonly LocationCode[];
  isBad: boolean;
  onChange: (failing: LocationCode[]) => void;
};

function Locations({ all, failing, isBad, onChange }: LocationsProps) {
  const { t } = useTranslation();
  return (
    <chakra.fieldset minW="0">
      <chakra.legend fontWeight="medium">{t('escalation.preview.locations')}</chakra.legend>
      <Flex wrap="wrap" columnGap="4">
        <CheckSet
          options={all.map((code) => ({ value: code, label: t(`locations.${code}`) }))}
          chosen={failing}
          onChange={onChange}
        />
      </Flex>
      {isBad && (
        <Text role="alert" color="danger" textStyle="sm">
          {t('escalation.preview.locationsBad')}
        </Text>
      )}
    </chakra.fieldset>
  );
}
