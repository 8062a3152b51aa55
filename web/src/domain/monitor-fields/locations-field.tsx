import { chakra, Flex, Text } from '@chakra-ui/react';
import { agentCalls } from '@farwatch/core/contracts/api/agents';
import { LOCATION_CODES, type LocationCode } from '@farwatch/core/values/locations';
import { type RefCallback, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../lib/api/use-api.ts';
import { Notice } from '../../ui/feedback/notice.tsx';
import { CheckField } from '../../ui/form/check-field.tsx';
import { Flag } from '../flags/flag.tsx';

type Props = {
  value: readonly LocationCode[];
  onChange: (codes: LocationCode[]) => void;
  /** Receives the element to focus if no location is chosen. */
  focusRef?: RefCallback<HTMLElement>;
  error?: string | undefined;
};

/** Selects the locations to check from, each with its number of active agents. */
export function LocationsField({ value, onChange, focusRef, error }: Props) {
  const { t } = useTranslation();
  const hintId = useId();
  const { data } = useApi(agentCalls.locations, {});
  const agentsAt = (code: LocationCode) => data?.find((each) => each.countryCode === code)?.agentCount ?? 0;
  return (
    <chakra.fieldset
      ref={(element: HTMLFieldSetElement | null) => focusRef?.(element?.querySelector('input') ?? null)}
      aria-describedby={hintId}
      display="flex"
      flexDirection="column"
      gap="2"
      minW="0"
    >
      <chakra.legend textStyle="sm" fontWeight="medium" mb="1">
        {t('form.locations')}
      </chakra.legend>
      {data?.every((each) => each.agentCount === 0) && (
        <Notice kind="warning">
          <Text fontWeight="medium">{t('form.noAgentsAnywhere')}</Text>
          <Text>{t('form.noAgentsAnywhereHint')}</Text>
        </Notice>
      )}
      {LOCATION_CODES.map((code) => (
        <Flex key={code} align="center" columnGap="3" wrap="wrap">
          <CheckField
            checked={value.includes(code)}
            onChange={(checked) => onChange(checked ? [...value, code] : value.filter((each) => each !== code))}
          >
            <Flex as="span" align="center" gap="2">
              <Flag code={code} />
              {t(`locations.${code}`)}
            </Flex>
          </CheckField>
          {data && (
            <Text textStyle="sm" color="text.muted">
              {agentsAt(code) > 0 ? t('form.agents', { count: agentsAt(code) }) : t('form.noAgents')}
            </Text>
          )}
        </Flex>
      ))}
      <Text id={hintId} textStyle="sm" color={error ? 'danger' : 'text.muted'} role={error ? 'alert' : undefined}>
        {error ?? t('form.locationsHint')}
      </Text>
    </chakra.fieldset>
  );
}
