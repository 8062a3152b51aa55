import { Button, Flex, Text } from '@chakra-ui/react';
import { isMask } from '@farwatch/core/values/channels/secret';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PasswordField } from '../../../../ui/form/text-field.tsx';
import { LinesField } from './lines-field.tsx';

type Props = {
  label: string;
  value: string;
  onChange: (value: string) => void;
  error: string | undefined;
  hint?: string;
  /** Whether it has several lines, which are readable while they are typed. */
  isText?: boolean;
};

/** A secret: shown while it is typed, and only by its mask once it is stored, to be replaced or removed. */
export function SecretField({ label, value, onChange, error, hint, isText = false }: Props) {
  const { t } = useTranslation();
  const [stored, setStored] = useState(() => (isMask(value) ? value : null));
  const [isReplaced, setReplaced] = useState(false);
  if (isMask(value)) {
    return (
      <StoredSecret label={label} mask={value} error={error}>
        <Button size="sm" variant="outline" onClick={() => replace(true)}>
          {t('check.secret.replace')}
        </Button>
        <Button size="sm" variant="outline" onClick={remove}>
          {t('check.secret.remove')}
        </Button>
      </StoredSecret>
    );
  }

  function replace(isOn: boolean) {
    setReplaced(isOn);
    onChange(isOn ? '' : (stored ?? ''));
  }

  function remove() {
    setStored(null);
    onChange('');
  }

  return (
    <Flex direction="column" gap="1" align="stretch" width="full">
      {isText ? (
        <LinesField label={label} value={value} error={error} hint={hint} autoFocus={isReplaced} onChange={onChange} />
      ) : (
        <PasswordField
          label={label}
          toggle={{ show: t('check.secret.show', { label }), hide: t('check.secret.hide', { label }) }}
          value={value}
          error={error}
          {...(hint && { hint })}
          autoComplete="new-password"
          autoFocus={isReplaced}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
      {isReplaced && stored !== null && (
        <Button alignSelf="flex-start" variant="plain" size="sm" px="0" color="accent" onClick={() => replace(false)}>
          {t('check.secret.keep')}
        </Button>
      )}
    </Flex>
  );
}

type StoredProps = { label: string; mask: string; error: string | undefined; children: ReactNode };

function StoredSecret({ label, mask, error, children }: StoredProps) {
  const { t } = useTranslation();
  return (
    <Flex direction="column" gap="1" width="full" role="group" aria-label={label}>
      <Text textStyle="sm" fontWeight="medium">
        {label}
      </Text>
      <Flex align="center" gap="2" wrap="wrap">
        <Text fontFamily="mono" flex="1 1 120px" title={t('check.secret.stored')}>
          {mask}
        </Text>
        {children}
      </Flex>
      {error && (
        // Focused like a field that is invalid.
        <Text color="danger" textStyle="sm" tabIndex={-1} aria-invalid>
          {error}
        </Text>
      )}
    </Flex>
  );
}
