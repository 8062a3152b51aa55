import { Flex } from '@chakra-ui/react';
import { getChannelType } from '@farwatch/core/values/channels/channel-types';
import { isMask } from '@farwatch/core/values/channels/secret';
import { useTranslation } from 'react-i18next';
import { PasswordField, TextField } from '../../../components/form/text-field.tsx';
import type { Draft, DraftErrors } from './draft.ts';
import type { ChannelTypeForm, FieldSpec } from './types/channel-type-form.ts';

type Props = {
  draft: Draft;
  form: ChannelTypeForm;
  errors: DraftErrors | null;
  onChange: (settings: Draft['settings'], suggestedName?: string) => void;
};

/** The fields of a type's settings. */
export function SettingsFields({
  draft: { type, settings },
  form: { fields, Fields, Below },
  errors,
  onChange,
}: Props) {
  const custom = { settings, isInvalid: Object.keys(errors?.settings ?? {}).length > 0, onChange };
  if (Fields) return <Fields {...custom} />;
  const { secrets } = getChannelType(type);
  return (
    <Flex direction="column" gap="4">
      {fields.map((field) => (
        <SettingField
          key={field.name}
          field={field}
          isSecret={secrets.includes(field.name)}
          value={settings[field.name] ?? ''}
          problem={errors?.settings[field.name]}
          onChange={(value) => onChange({ ...settings, [field.name]: value })}
        />
      ))}
      {Below && <Below {...custom} />}
    </Flex>
  );
}

type FieldProps = {
  field: FieldSpec;
  isSecret: boolean;
  value: string;
  problem: DraftErrors['settings'][string] | undefined;
  onChange: (value: string) => void;
};

/** A setting. The mask of a stored secret is selected on focus, so that typing replaces it. */
function SettingField({ field: { texts, inputMode }, isSecret, value, problem, onChange }: FieldProps) {
  const { t } = useTranslation();
  const label = t(`${texts}.label`);
  const isStored = isSecret && isMask(value);
  const shared = {
    label,
    hint: isStored ? t('channels.form.stored', { mask: value }) : t(`${texts}.hint`),
    error: problem && (problem === 'bad' ? t(`${texts}.bad`) : t('channels.form.reenter')),
    value,
    spellCheck: false,
    onFocus: (event: { currentTarget: HTMLInputElement }) => isStored && event.currentTarget.select(),
    onChange: (event: { currentTarget: HTMLInputElement }) => onChange(withoutMask(event.currentTarget.value)),
  };
  if (!isSecret) return <TextField {...shared} autoComplete="off" {...(inputMode && { inputMode })} />;
  return (
    <PasswordField
      {...shared}
      // With any other value browsers fill in a saved password.
      autoComplete="new-password"
      toggle={{ show: t('channels.form.show', { label }), hide: t('channels.form.hide', { label }) }}
    />
  );
}

/** A mask cannot be edited: what is typed into it starts a new value. */
function withoutMask(input: string): string {
  return input.includes('•') ? input.replace(/^.*•.{0,4}/u, '') : input;
}
