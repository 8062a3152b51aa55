import { Box, chakra, Text } from '@chakra-ui/react';
import type { Monitor } from '@farwatch/core/documents/monitor';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { CheckField } from '../../../components/form/check-field.tsx';
import type { WithId } from '../../../lib/live/read-document.ts';

type Props = {
  monitors: readonly WithId<Monitor>[];
  /** Null for all, also those that are created later. */
  chosen: readonly string[] | null;
  error: string | undefined;
  onChange: (chosen: readonly string[] | null) => void;
};

/** All monitors, or some of them. */
export function MonitorsField({ monitors, chosen, error, onChange }: Props) {
  const { t } = useTranslation();
  const name = useId();
  return (
    <chakra.fieldset minW="0">
      <chakra.legend mb="1" textStyle="sm" fontWeight="medium">
        {t('maintenance.form.monitors')}
      </chakra.legend>
      <Radio name={name} label={t('maintenance.form.all')} checked={chosen === null} onChoose={() => onChange(null)} />
      <Radio
        name={name}
        label={t('maintenance.form.some')}
        checked={chosen !== null}
        isInvalid={error !== undefined}
        onChoose={() => onChange(chosen ?? [])}
      />
      {chosen !== null && (
        <Box maxH="216px" overflowY="auto" ps="7" py="1">
          {monitors.length === 0 && <Text color="text.muted">{t('maintenance.form.noMonitors')}</Text>}
          {monitors.map(({ id, name: monitor }) => (
            <Box key={id}>
              <CheckField
                checked={chosen.includes(id)}
                onChange={(isOn) => onChange(isOn ? [...chosen, id] : chosen.filter((each) => each !== id))}
              >
                <chakra.bdi overflowWrap="anywhere">{monitor}</chakra.bdi>
              </CheckField>
            </Box>
          ))}
        </Box>
      )}
      {error && (
        <Text role="alert" color="danger" textStyle="sm">
          {error}
        </Text>
      )}
    </chakra.fieldset>
  );
}

type RadioProps = { name: string; label: string; checked: boolean; isInvalid?: boolean; onChoose: () => void };

function Radio({ name, label, checked, isInvalid, onChoose }: RadioProps) {
  return (
    <chakra.label display="flex" alignItems="center" gap="3" minH={{ base: '11', sm: '8' }} cursor="pointer">
      <chakra.input
        type="radio"
        name={name}
        boxSize="4"
        flexShrink="0"
        accentColor="accent.solid"
        checked={checked}
        aria-invalid={isInvalid}
        onChange={onChoose}
      />
      {label}
    </chakra.label>
  );
}
