import { chakra, Flex, Text } from '@chakra-ui/react';
import { LANGUAGE_CODES, languageName } from '@farwatch/core/values/languages';
import { severityFilterSchema } from '@farwatch/core/values/severity-filter';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Choice } from '../../../components/form/choice.tsx';
import { MonitorScope } from '../../../components/form/monitor-scope.tsx';
import { useMonitors } from '../../../lib/live/account.ts';
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
  const { data } = useMonitors();
  return (
    <chakra.fieldset minW="0">
      <chakra.legend mb="1">{t('channels.form.scope')}</chakra.legend>
      <MonitorScope
        monitors={data?.items ?? []}
        chosen={chosen}
        texts={{
          all: t('channels.form.scopeAll'),
          some: t('channels.form.scopeSome'),
          none: t('channels.form.scopeNone'),
        }}
        isInvalid={isBad}
        onChange={onChange}
      />
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
