import { Box, chakra, Flex, Text } from '@chakra-ui/react';
import type { Monitor } from '@farwatch/core/documents/monitor';
import { LANGUAGE_CODES, languageName } from '@farwatch/core/values/languages';
import { severityFilterSchema } from '@farwatch/core/values/severity-filter';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { CheckField } from '../../../components/form/check-field.tsx';
import { Choice } from '../../../components/form/choice.tsx';
import { useMonitors } from '../../../lib/live/account.ts';
import type { WithId } from '../../../lib/live/read-document.ts';
import { SettingsRow } from '../layout.tsx';
import type { Draft, DraftErrors } from './draft.ts';

type Props = { draft: Draft; errors: DraftErrors | null; onChange: (changes: Partial<Draft>) => void };

const OWN = 'account';
const LANGUAGE_OPTIONS = LANGUAGE_CODES.map((code) => ({ value: code, label: languageName(code) }));

/** What the channel gets: monitors, severity and language. */
export function OptionsFields({ draft: { monitors, severity, language }, errors, onChange }: Props) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <Flex as="section" direction="column" gap="3" aria-label={t('channels.form.options')}>
      <chakra.h3 fontWeight="medium">{t('channels.form.options')}</chakra.h3>
      <MonitorChoice
        chosen={monitors}
        isBad={errors?.monitors ?? false}
        onChange={(chosen) => onChange({ monitors: chosen })}
      />
      <SettingsRow label={t('channels.form.severity')} htmlFor={`${id}severity`}>
        <Choice
          id={`${id}severity`}
          value={severity ?? OWN}
          options={[
            { value: OWN, label: t('channels.form.severityOwn') },
            ...severityFilterSchema.options.map((each) => ({
              value: each,
              label: t(`notifications.severities.${each}`),
            })),
          ]}
          onChoose={(value) => onChange({ severity: value === OWN ? null : value })}
        />
      </SettingsRow>
      <SettingsRow label={t('channels.form.language')} htmlFor={`${id}language`}>
        <Choice
          id={`${id}language`}
          value={language ?? OWN}
          options={[{ value: OWN, label: t('channels.form.languageOwn') }, ...LANGUAGE_OPTIONS]}
          onChoose={(value) => onChange({ language: value === OWN ? null : value })}
        />
      </SettingsRow>
    </Flex>
  );
}

type MonitorChoiceProps = {
  chosen: Draft['monitors'];
  isBad: boolean;
  onChange: (chosen: Draft['monitors']) => void;
};

/** All monitors, or some of them. */
function MonitorChoice({ chosen, isBad, onChange }: MonitorChoiceProps) {
  const { t } = useTranslation();
  const name = useId();
  const { data } = useMonitors();
  const monitors = data?.items ?? [];
  return (
    <chakra.fieldset minW="0">
      <chakra.legend mb="1">{t('channels.form.scope')}</chakra.legend>
      <ScopeRadio
        name={name}
        label={t('channels.form.scopeAll')}
        checked={chosen === null}
        onChoose={() => onChange(null)}
      />
      <ScopeRadio
        name={name}
        label={t('channels.form.scopeSome')}
        checked={chosen !== null}
        onChoose={() => onChange(chosen ?? [])}
      />
      {chosen !== null && <MonitorList monitors={monitors} chosen={chosen} onChange={onChange} />}
      {chosen !== null && (
        <Text color="text.muted" textStyle="sm">
          {t('channels.form.scopeHint')}
        </Text>
      )}
      {isBad && (
        <Text role="alert" color="danger" textStyle="sm">
          {t('channels.form.scopeBad')}
        </Text>
      )}
    </chakra.fieldset>
  );
}

type MonitorListProps = {
  monitors: readonly WithId<Monitor>[];
  chosen: readonly string[];
  onChange: (chosen: readonly string[]) => void;
};

function MonitorList({ monitors, chosen, onChange }: MonitorListProps) {
  const { t } = useTranslation();
  if (monitors.length === 0) return <Text color="text.muted">{t('channels.form.scopeNone')}</Text>;
  return (
    <Box maxH="216px" overflowY="auto" ps="7" py="1">
      {monitors.map(({ id, name }) => (
        <Box key={id}>
          <CheckField
            checked={chosen.includes(id)}
            onChange={(isOn) => onChange(isOn ? [...chosen, id] : chosen.filter((each) => each !== id))}
          >
            <chakra.bdi overflowWrap="anywhere">{name}</chakra.bdi>
          </CheckField>
        </Box>
      ))}
    </Box>
  );
}

type ScopeRadioProps = { name: string; label: string; checked: boolean; onChoose: () => void };

function ScopeRadio({ name, label, checked, onChoose }: ScopeRadioProps) {
  return (
    <chakra.label display="flex" alignItems="center" gap="3" minH={{ base: '11', sm: '8' }} cursor="pointer">
      <chakra.input
        type="radio"
        name={name}
        boxSize="4"
        flexShrink="0"
        accentColor="accent.solid"
        checked={checked}
        onChange={onChoose}
      />
      {label}
    </chakra.label>
  );
}
