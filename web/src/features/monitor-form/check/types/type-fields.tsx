import { Box, Text } from '@chakra-ui/react';
import type { TFunction } from 'i18next';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { CheckField } from '../../../../ui/form/check-field.tsx';
import { TextField } from '../../../../ui/form/text-field.tsx';
import { LabeledChoice } from '../request/labeled-choice.tsx';
import { LinesField } from '../request/lines-field.tsx';
import { HeaderFields } from '../request/request-fields.tsx';
import { SecretField } from '../request/secret-field.tsx';
import { PROTOCOLS } from './protocols.ts';
import type { TypeDraft } from './type-draft.ts';
import { FIELD_KINDS, type FieldKind, type PlainType, type TextFieldName, TYPE_PARTS } from './type-parts.ts';

type Props = {
  type: PlainType;
  draft: TypeDraft;
  change: (change: TypeDraft) => void;
  error: (field: string) => string | undefined;
};

/** The options of a check type, each with its help. */
export function TypeFields({ type, draft, change, error }: Props) {
  return TYPE_PARTS[type].map((name) =>
    name === 'headers' ? (
      <RequestHeaders
        key={name}
        headers={draft.headers ?? []}
        onChange={(headers) => change({ headers })}
        error={error}
      />
    ) : (
      <TypeField
        key={name}
        name={name}
        value={draft[name] ?? ''}
        error={error(name)}
        onChange={(value) => change({ [name]: value })}
      />
    ),
  );
}

function RequestHeaders(props: ComponentProps<typeof HeaderFields>) {
  const { t } = useTranslation();
  return (
    <Box>
      <Text textStyle="sm" fontWeight="medium">
        {t('check.options.headers')}
      </Text>
      <Text textStyle="sm" color="text.muted" mb="2">
        {t('check.options.headersHint')}
      </Text>
      <HeaderFields {...props} />
      {props.error('headers') && (
        <Text color="danger" textStyle="sm">
          {props.error('headers')}
        </Text>
      )}
    </Box>
  );
}

type FieldProps = { name: TextFieldName; value: string; error: string | undefined; onChange: (value: string) => void };

/** The field of one option, with its help. */
export function TypeField({ name, value, error, onChange }: FieldProps) {
  const { t } = useTranslation();
  const field: FieldKind = FIELD_KINDS[name];
  const shared = { label: t(`check.options.${name}`), hint: t(`check.options.${name}Hint`) };
  if (field.kind === 'choice') {
    const options = field.options.map((option) => ({ value: option, label: optionText(name, option, t) }));
    return <LabeledChoice {...shared} value={value} options={options} onChoose={onChange} />;
  }
  if (field.kind === 'flag') {
    return (
      <Box>
        <CheckField checked={value === 'true'} onChange={(isOn) => onChange(isOn ? 'true' : '')}>
          {shared.label}
        </CheckField>
        <Text textStyle="sm" color="text.muted">
          {shared.hint}
        </Text>
      </Box>
    );
  }
  if (field.kind === 'secret')
    return <SecretField isText {...shared} value={value} error={error} onChange={onChange} />;
  if (field.kind === 'lines') return <LinesField {...shared} value={value} error={error} onChange={onChange} />;
  return (
    <TextField
      {...shared}
      inputMode={field.kind === 'text' || field.kind === 'duration' ? 'text' : 'decimal'}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

/** Returns the label of a choice's option; names of protocols are the same in every language. */
function optionText(name: TextFieldName, option: string, t: TFunction): string {
  if (name === 'ipVersion')
    return t(option === '4' ? 'check.ipVersion.4' : option === '6' ? 'check.ipVersion.6' : 'check.ipVersion.any');
  if (name === 'match') return t(option === 'all' ? 'check.options.matchAll' : 'check.options.matchAny');
  if (name === 'startTls') return option === '' ? t('check.options.startTlsNone') : (PROTOCOLS[option] ?? option);
  if (name === 'maxLost') return t('check.options.lostOfFour', { count: Number(option) });
  return option;
}
