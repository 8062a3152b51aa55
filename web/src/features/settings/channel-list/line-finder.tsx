import { Box, chakra, Flex, Spinner, Text } from '@chakra-ui/react';
import { lineCalls, lineSecretSchema } from '@farwatch/core/contracts/api/line';
import type { LineSender } from '@farwatch/core/values/channels/line';
import { isMask } from '@farwatch/core/values/channels/secret';
import { SECOND_MS } from '@farwatch/core/values/time';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../../lib/api/use-api.ts';
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx';
import { BusyButton } from '../../../ui/form/busy-button.tsx';
import { CopyField } from '../../../ui/form/copy.tsx';
import { RadioField } from '../../../ui/form/radio-field.tsx';
import { PasswordField } from '../../../ui/form/text-field.tsx';

const POLLED_EVERY_MS = 3 * SECOND_MS;

/** Enough characters to distinguish two ids; the field shows the chosen one. */
const SHOWN_CHARACTERS = 9;

type Props = { accessToken: string; to: string; onChoose: (id: string) => void };

/** Finds the ids of the people and groups that write to a LINE account, and offers them. */
export default function LineFinder({ accessToken, to, onChoose }: Props) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const [secret, setSecret] = useState<string | null>(null);
  const [isBad, setBad] = useState(false);
  const label = t('lineFinder.secret.label');

  function search() {
    const { data, success } = lineSecretSchema.safeParse(typed);
    setBad(!success);
    setSecret(data ?? null);
  }
  return (
    <Flex direction="column" gap="3" borderWidth="1px" borderRadius="l2" p="4">
      <PasswordField
        label={label}
        hint={t('lineFinder.secret.hint')}
        error={isBad ? t('lineFinder.secret.bad') : undefined}
        autoComplete="new-password"
        spellCheck={false}
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setBad(false);
          setSecret(null);
        }}
        toggle={{ show: t('channels.form.show', { label }), hide: t('channels.form.hide', { label }) }}
      />
      {secret === null ? (
        <Flex align="center" columnGap="4" rowGap="2" wrap="wrap">
          <BusyButton variant="outline" disabled={typed.trim() === ''} onClick={search}>
            {t('lineFinder.button')}
          </BusyButton>
          <Text color="text.muted">{t('lineFinder.hint')}</Text>
        </Flex>
      ) : (
        <Search secret={secret} accessToken={accessToken} to={to} onChoose={onChoose} />
      )}
    </Flex>
  );
}

/** Polls while it is shown. The mask of a stored token cannot read names. */
function Search({ secret, accessToken, to, onChoose }: Props & { secret: string }) {
  const { t } = useTranslation();
  const token = accessToken.trim();
  const body = { channelSecret: secret, accessToken: token === '' || isMask(token) ? null : token };
  const { data, error, isLoading } = useApi(lineCalls.findSenders, { body }, POLLED_EVERY_MS);
  if (error && !data) return <FailureNotice title={t('lineFinder.failed')} failure={error} />;
  return (
    <>
      <Text color="text.muted">{t('lineFinder.steps')}</Text>
      <CopyField
        label={t('lineFinder.url')}
        text={data?.webhookUrl ?? null}
        placeholder={isLoading ? '…' : ''}
        copyLabel={t('lineFinder.copy')}
      />
      <Box role="status">
        {(data?.senders.length ?? 0) === 0 && (
          <Flex align="center" gap="3" color="text.muted">
            <Spinner size="sm" />
            {t('lineFinder.waiting')}
          </Flex>
        )}
        {data && data.senders.length > 0 && <Choice senders={data.senders} to={to} onChoose={onChoose} />}
      </Box>
    </>
  );
}

type ChoiceProps = Pick<Props, 'to' | 'onChoose'> & { senders: readonly LineSender[] };

function Choice({ senders, to, onChoose }: ChoiceProps) {
  const { t } = useTranslation();
  const name = useId();
  return (
    <chakra.fieldset minW="0">
      <chakra.legend fontWeight="medium" mb="1">
        {t('lineFinder.found')}
      </chakra.legend>
      {senders.map(({ id, name: title }) => (
        <RadioField key={id} name={name} checked={id === to} isTall onChoose={() => onChoose(id)}>
          <Flex flex="1" minW="0" columnGap="3" wrap="wrap">
            {title !== null && <chakra.bdi overflowWrap="anywhere">{title}</chakra.bdi>}
            <Text color="text.muted" title={id}>
              {t(`lineFinder.kinds.${kindOf(id)}`)} · {id.slice(0, SHOWN_CHARACTERS)}…
            </Text>
          </Flex>
        </RadioField>
      ))}
    </chakra.fieldset>
  );
}

function kindOf(id: string): 'U' | 'C' | 'R' {
  return id.startsWith('C') ? 'C' : id.startsWith('R') ? 'R' : 'U';
}
