import { Box, Flex, Text } from '@chakra-ui/react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Choice } from '../../../ui/form/choice.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { SettingsRow } from '../layout.tsx';

type Option = { value: string; label: string };
type Props = {
  label: string;
  hint?: string;
  /** The error's text, if the minutes that were entered are wrong. */
  error: string | undefined;
  value: string;
  options: readonly Option[];
  /** The minutes that the field starts with once 'Other' is chosen. */
  otherStart: string;
  onChange: (value: string) => void;
};

const OTHER = 'other';

/** A choice of minutes, with a field for others. */
export function MinutesField({ label, hint, error, value, options, otherStart, onChange }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const isListed = options.some((option) => option.value === value);
  const [isOther, setOther] = useState(!isListed);
  const isEntered = isOther || !isListed;

  function choose(chosen: string) {
    setOther(chosen === OTHER);
    if (chosen !== OTHER) onChange(chosen);
    else if (!(Number(value) > 0)) onChange(otherStart);
  }

  return (
    <Box>
      <SettingsRow label={label} htmlFor={id}>
        <Choice
          id={id}
          value={isEntered ? OTHER : value}
          options={[...options, { value: OTHER, label: t('timing.other') }]}
          onChoose={choose}
        />
      </SettingsRow>
      {isEntered && (
        <Flex justify="flex-end">
          <Box w="180px">
            <TextField
              label={t('timing.otherMinutes')}
              inputMode="numeric"
              autoComplete="off"
              maxLength={6}
              error={error}
              value={value}
              onChange={(event) => onChange(event.currentTarget.value)}
            />
          </Box>
        </Flex>
      )}
      {hint && (
        <Text color="text.muted" textStyle="sm">
          {hint}
        </Text>
      )}
    </Box>
  );
}
