import { chakra, Flex, Text } from '@chakra-ui/react';
import { type LoginAnswer, loginCalls } from '@farwatch/core/contracts/api/logins';
import { API_KEY_SCOPES, type ApiKeyScope } from '@farwatch/core/values/api-key';
import { loginCodeSchema, shownLoginCode } from '@farwatch/core/values/login-code';
import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { callApi } from '../../lib/api/client.ts';
import { ApiFailure } from '../../lib/api/failure.ts';
import { useApiOnce } from '../../lib/api/use-api.ts';
import { useSaving } from '../../lib/api/use-saving.ts';
import { ALERTS_PATH } from '../../lib/navigation/paths.ts';
import { FailureNotice } from '../../ui/feedback/failure-notice.tsx';
import { Loading } from '../../ui/feedback/loading.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { BusyButton } from '../../ui/form/busy-button.tsx';
import { RadioField } from '../../ui/form/radio-field.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { DetailItem, DetailList } from '../../ui/layout/detail-list.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { ButtonLink } from '../../ui/navigation/links.tsx';
import { TimeAgo } from '../../ui/text/time.tsx';

/**
 * /connect?code=BCDF-GHJK: a program that waits for an API key. The address alone changes nothing: the person who opens it
 * sees what waits, and decides.
 */
export default function ConnectPage() {
  const { t } = useTranslation();
  const [query, setQuery] = useSearchParams();
  const code = loginCodeSchema.safeParse(query.get('code')).data ?? null;
  const enter = (entered: string) => setQuery({ code: shownLoginCode(entered) }, { replace: true });
  return (
    <>
      <PageHeader title={t('connect.title')} subtitle={t('connect.subtitle')} />
      <Panel as="section" p={{ base: '4', sm: '6' }} maxW="640px" aria-label={t('connect.title')}>
        {code === null ? <CodeForm onCode={enter} /> : <Waiting key={code} code={code} onOther={() => setQuery({})} />}
      </Panel>
    </>
  );
}

/** Asks for the code that the program shows. */
function CodeForm({ onCode }: { onCode: (code: string) => void }) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const [isWrong, setWrong] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const code = loginCodeSchema.safeParse(text).data;
    setWrong(code === undefined);
    if (code !== undefined) onCode(code);
  };
  return (
    <chakra.form display="flex" flexDirection="column" alignItems="flex-start" gap="4" noValidate onSubmit={submit}>
      <TextField
        label={t('connect.code')}
        hint={t('connect.codeHint')}
        value={text}
        fontFamily="mono"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={40}
        error={isWrong ? t('connect.codeWrong') : undefined}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <BusyButton type="submit" colorPalette="accent">
        {t('connect.show')}
      </BusyButton>
    </chakra.form>
  );
}

type WaitingProps = { code: string; onOther: () => void };

/** What waits with this code; or why nothing does. */
function Waiting({ code, onOther }: WaitingProps) {
  const { t } = useTranslation();
  const { data, error, isValidating, mutate } = useApiOnce(loginCalls.read, { query: { code } });
  if (data) return <Question code={code} login={data} />;
  if (!error) return <Loading />;
  if (!(error instanceof ApiFailure && error.code === 'not_found')) {
    return (
      <FailureNotice
        title={t('connect.loadFailed')}
        failure={error}
        isRetrying={isValidating}
        onRetry={() => void mutate()}
      />
    );
  }
  return (
    <Flex direction="column" align="flex-start" gap="4">
      <Notice kind="error">{t('connect.unknown', { code: shownLoginCode(code) })}</Notice>
      <BusyButton variant="outline" onClick={onOther}>
        {t('connect.other')}
      </BusyButton>
    </Flex>
  );
}

/** Asks whether the program gets a key, and of which scope. */
function Question({ code, login }: { code: string; login: LoginAnswer }) {
  const { t } = useTranslation();
  const id = useId();
  const deciding = useSaving<'confirmed' | 'refused'>();
  const [scope, setScope] = useState<ApiKeyScope>(login.scope);
  const decide = (isConfirmed: boolean) =>
    deciding.save(async () => {
      await callApi(loginCalls.decide, { body: { code, isConfirmed, scope } });
      return isConfirmed ? 'confirmed' : 'refused';
    });
  if (deciding.done) return <Decided outcome={deciding.done} host={login.host} />;
  return (
    <Flex direction="column" gap="5">
      <DetailList>
        <DetailItem name={t('connect.host')}>
          <chakra.bdi fontWeight="medium">{login.host}</chakra.bdi>
        </DetailItem>
        <DetailItem name={t('connect.asked')}>
          <TimeAgo atMs={Date.parse(login.createdAt)} />
        </DetailItem>
        <DetailItem name={t('connect.compare')}>
          <chakra.code fontFamily="mono" textStyle="2xl" fontWeight="semibold" translate="no">
            {shownLoginCode(code)}
          </chakra.code>
        </DetailItem>
      </DetailList>
      <Notice kind="warning">{t('connect.warning')}</Notice>
      <chakra.fieldset minW="0">
        <chakra.legend fontWeight="medium" mb="1">
          {t('apiKeys.scope')}
        </chakra.legend>
        {API_KEY_SCOPES.map((each) => (
          <RadioField key={each} name={id} checked={each === scope} onChoose={() => setScope(each)}>
            <chakra.span py="1">
              {t(`apiKeys.scopes.${each}.name`)}
              <chakra.span display="block" color="text.muted" textStyle="sm">
                {t(`apiKeys.scopes.${each}.hint`)}
              </chakra.span>
            </chakra.span>
          </RadioField>
        ))}
      </chakra.fieldset>
      {deciding.failure !== null && <FailureNotice title={t('connect.failed')} failure={deciding.failure} />}
      <Flex gap="3" wrap="wrap">
        <BusyButton colorPalette="accent" loading={deciding.isBusy} onClick={() => void decide(true)}>
          {t('connect.confirm')}
        </BusyButton>
        <BusyButton variant="outline" disabled={deciding.isBusy} onClick={() => void decide(false)}>
          {t('connect.refuse')}
        </BusyButton>
      </Flex>
    </Flex>
  );
}

function Decided({ outcome, host }: { outcome: 'confirmed' | 'refused'; host: string }) {
  const { t } = useTranslation();
  return (
    <Flex direction="column" align="flex-start" gap="4">
      <Notice kind={outcome === 'confirmed' ? 'success' : 'info'}>
        <Text fontWeight="medium">{t(`connect.${outcome}`)}</Text>
        <Text textStyle="sm">{t(`connect.${outcome}Text`, { name: `farwatch on ${host}` })}</Text>
      </Notice>
      <ButtonLink to={ALERTS_PATH} variant="outline">
        {t('apiKeys.title')}
      </ButtonLink>
    </Flex>
  );
}
