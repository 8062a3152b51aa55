import { Box, Button, Flex, Grid, IconButton } from '@chakra-ui/react';
import { isMask } from '@farwatch/core/values/channels/secret';
import { CHECK_METHODS, canHaveBody, HTTP_CHECK_LIMITS } from '@farwatch/core/values/http-check/http-check';
import { Plus, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { CheckField } from '../../../../ui/form/check-field.tsx';
import { TextField } from '../../../../ui/form/text-field.tsx';
import { type HeaderDraft, nextKey } from '../check-draft.ts';
import type { CheckFields } from '../check-fields.ts';
import { LabeledChoice } from './labeled-choice.tsx';
import { SecretField } from './secret-field.tsx';

const METHODS = CHECK_METHODS.map((value) => ({ value, label: value }));
const AUTH_TYPES = ['none', 'basic', 'bearer'] as const;

/** The fields of the request: method, sign-in, headers and body. */
export function RequestFields(fields: CheckFields) {
  const { t } = useTranslation();
  const { draft, change, error } = fields;
  const authTypes = AUTH_TYPES.map((value) => ({ value, label: t(`check.auth.${value}`) }));
  return (
    <>
      <Grid templateColumns={{ base: '1fr', sm: '1fr 1fr' }} gap="4">
        <LabeledChoice
          label={t('check.method')}
          hint={t('check.methodHint')}
          value={draft.method}
          options={METHODS}
          onChoose={(method) => change({ method })}
        />
        <LabeledChoice
          label={t('check.auth.label')}
          value={draft.authType}
          options={authTypes}
          onChoose={(authType) => change({ authType })}
        />
      </Grid>
      <AuthFields {...fields} />
      <HeaderFields headers={draft.headers} onChange={(headers) => change({ headers })} error={error} />
      {canHaveBody(draft.method) && (
        <SecretField
          isText
          label={t('check.body')}
          hint={t('check.bodyHint')}
          value={draft.body}
          error={error('body')}
          onChange={(body) => change({ body })}
        />
      )}
    </>
  );
}

function AuthFields({ draft, change, error }: CheckFields) {
  const { t } = useTranslation();
  if (draft.authType === 'none') return null;
  if (draft.authType === 'bearer') {
    return (
      <SecretField
        label={t('check.auth.token')}
        hint={t('check.auth.tokenHint')}
        value={draft.token}
        error={error('token')}
        onChange={(token) => change({ token })}
      />
    );
  }
  return (
    <Grid templateColumns={{ base: '1fr', sm: '1fr 1fr' }} gap="4">
      <TextField
        label={t('check.auth.username')}
        autoComplete="off"
        value={draft.username}
        error={error('username')}
        onChange={(event) => change({ username: event.currentTarget.value })}
      />
      <SecretField
        label={t('check.auth.password')}
        value={draft.password}
        error={error('password')}
        onChange={(password) => change({ password })}
      />
    </Grid>
  );
}

type HeadersProps = Pick<CheckFields, 'error'> & {
  headers: HeaderDraft[];
  onChange: (headers: HeaderDraft[]) => void;
};

/** The rows of a check's headers. */
export function HeaderFields({ headers, onChange, error }: HeadersProps) {
  const { t } = useTranslation();
  const edit = (key: number, changed: Partial<HeaderDraft>) =>
    onChange(headers.map((each) => (each.key === key ? { ...each, ...changed } : each)));
  return (
    <Flex direction="column" gap="3" role="group" aria-label={t('check.headers')}>
      {headers.map((header, index) => (
        <HeaderRow
          key={header.key}
          header={header}
          position={index + 1}
          error={error}
          onChange={(changed) => edit(header.key, changed)}
          onRemove={() => onChange(headers.filter(({ key }) => key !== header.key))}
        />
      ))}
      <Button
        alignSelf="flex-start"
        variant="outline"
        disabled={headers.length >= HTTP_CHECK_LIMITS.headers}
        onClick={() => onChange([...headers, { key: nextKey(headers), name: '', value: '', secret: false }])}
      >
        <Plus aria-hidden="true" />
        {t('check.addHeader')}
      </Button>
    </Flex>
  );
}

type RowProps = Pick<CheckFields, 'error'> & {
  header: HeaderDraft;
  /** Counted from 1. */
  position: number;
  onChange: (change: Partial<HeaderDraft>) => void;
  onRemove: () => void;
};

function HeaderRow({ header, position, error, onChange, onRemove }: RowProps) {
  const { t } = useTranslation();
  const { key, name, value, secret } = header;
  const isStored = isMask(value) && secret;
  const common = {
    label: t('check.headerValue'),
    value,
    error: error(`headers.${key}.value`),
  };
  return (
    <Flex align="flex-start" gap="2" role="group" aria-label={t('check.headerAt', { position })}>
      <Grid flex="1" minW="0" templateColumns={{ base: '1fr', sm: '2fr 3fr' }} columnGap="3" rowGap="2">
        <TextField
          label={t('check.headerName')}
          placeholder="X-Api-Key"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={name}
          // A stored secret is known by its header's name.
          readOnly={isStored}
          error={error(`headers.${key}.name`)}
          onChange={(event) => onChange({ name: event.currentTarget.value })}
        />
        {secret ? (
          <SecretField {...common} onChange={(text) => onChange({ value: text })} />
        ) : (
          <TextField
            {...common}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => onChange({ value: event.currentTarget.value })}
          />
        )}
        <Box gridColumn="1 / -1">
          <CheckField
            checked={secret}
            onChange={(isSecret) => onChange({ secret: isSecret, ...(isMask(value) && { value: '' }) })}
          >
            {t('check.headerSecret')}
          </CheckField>
        </Box>
      </Grid>
      <IconButton
        variant="ghost"
        color="text.muted"
        mt="6"
        aria-label={t('check.removeHeader', { position })}
        onClick={onRemove}
      >
        <X aria-hidden="true" />
      </IconButton>
    </Flex>
  );
}
