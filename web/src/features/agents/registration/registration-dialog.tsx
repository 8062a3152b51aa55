import { Box, Button, Flex, Text } from '@chakra-ui/react';
import type { AgentCreated, AgentEntry } from '@farwatch/core/contracts/api/agents';
import type { RegistrationStage } from '@farwatch/core/decisions/agents/registration-stage';
import type { LocationCode } from '@farwatch/core/values/locations';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FailureNotice } from '../../../components/feedback/failure-notice.tsx';
import { Loading } from '../../../components/feedback/loading.tsx';
import { Notice } from '../../../components/feedback/notice.tsx';
import { Flag } from '../../../components/flags/flag.tsx';
import { BusyButton } from '../../../components/form/busy-button.tsx';
import { CopyField } from '../../../components/form/copy.tsx';
import { AppDialog } from '../../../components/overlay/app-dialog.tsx';
import { StatusLabel } from '../../../components/status/status.tsx';
import { Invitation } from './invitation.tsx';
import { JoinedDevice } from './joined-device.tsx';
import { useRegistration } from './use-registration.ts';

type Props = {
  agentId: string;
  registration: AgentCreated | AgentEntry | null;
  mode: 'created' | 'manage' | 'reset';
  onClose: () => void;
  /** What is focused when it closes: the dialog that came before it may be gone. */
  returnTo: () => HTMLElement | null;
};

type View = 'loading' | 'failed' | 'gone' | 'ask' | RegistrationStage;

/** How a device joins as an agent: its code to scan or copy, then what has joined, and a new code for another device. */
export default function RegistrationDialog({ agentId, registration, mode, onClose, returnTo }: Props) {
  const { t } = useTranslation();
  const { live, subject, code, stage, listFailure, nowMs, renewal } = useRegistration(agentId, registration);
  const [asks, setAsks] = useState(mode === 'reset');
  const mayAsk = asks && (stage === 'registered' || stage === 'waiting');
  const missing = subject === null ? 'gone' : live.error ? 'failed' : 'loading';
  const view: View = mayAsk ? 'ask' : (stage ?? missing);
  const body = useFocusKept(view);

  function ask(asked: boolean) {
    renewal.forget();
    setAsks(asked);
  }

  function leave() {
    if (renewal.busy) return;
    if (view === 'ask' && mode !== 'reset') ask(false);
    else onClose();
  }

  async function renew() {
    if (await renewal.renew()) setAsks(false);
  }

  const renewButton = (
    <BusyButton colorPalette={view === 'ask' ? 'danger' : 'accent'} loading={renewal.busy} onClick={() => void renew()}>
      {t(view === 'ask' ? 'agents.registration.reset' : 'agents.registration.newCode')}
    </BusyButton>
  );
  const footers: Partial<Record<View, ReactNode>> = {
    ask: (
      <>
        <Button variant="outline" borderColor="edge" disabled={renewal.busy} onClick={leave}>
          {t('cancel')}
        </Button>
        {renewButton}
      </>
    ),
    registered: (
      <>
        <Button variant="outline" borderColor="edge" onClick={() => ask(true)}>
          {t('agents.registration.reset')}
        </Button>
        <Done onClose={onClose} />
      </>
    ),
    waiting: <Done onClose={onClose} />,
    expired: renewButton,
    'without-code': renewButton,
  };

  return (
    <AppDialog
      open
      onClose={leave}
      title={t(view === 'ask' ? 'agents.registration.resetTitle' : 'agents.registration.title')}
      size={view === 'ask' ? 'sm' : 'lg'}
      alert={view === 'ask'}
      returnTo={returnTo}
      footer={footers[view]}
    >
      <Flex ref={body} tabIndex={-1} data-autofocus outline="none" direction="column" gap="5" pb="2">
        {renewal.failure !== null && (
          <FailureNotice title={t('agents.registration.newCodeFailed')} failure={renewal.failure} />
        )}
        {subject && view !== 'ask' && <Subject {...subject} view={view} />}
        {subject && view === 'ask' && (
          <ResetQuestion
            name={subject.name}
            device={stage === 'registered' ? (live.data?.device?.deviceName ?? null) : null}
          />
        )}
        {subject && view === 'waiting' && code && <Invitation {...subject} code={code} nowMs={nowMs} />}
        {live.data && view === 'registered' && <JoinedDevice agent={live.data} nowMs={nowMs} />}
        {view === 'without-code' && listFailure !== undefined && <FailureNotice failure={listFailure} />}
        {(view === 'expired' || view === 'without-code') && <WithoutCode expired={view === 'expired'} />}
        {view === 'gone' && <Notice kind="info">{t('agents.registration.gone')}</Notice>}
        {view === 'failed' && <FailureNotice title={t('agents.registration.loadFailed')} failure={live.error} />}
        {view === 'loading' && <Loading />}
        {live.error && subject && <Notice kind="info">{t('live.interrupted')}</Notice>}
      </Flex>
    </AppDialog>
  );
}

/** The agent's name, and whether its device has joined, live. */
function Subject({ name, location, view }: { name: string; location: LocationCode; view: View }) {
  const { t } = useTranslation();
  return (
    <Flex align="center" columnGap="3" rowGap="1" wrap="wrap">
      <Text textStyle="lg" fontWeight="semibold" overflowWrap="anywhere" minW="0">
        {name}
      </Text>
      <Flex as="span" align="center" gap="1.5" color="text.muted">
        <Flag code={location} />
        {t(`locations.${location}`)}
      </Flex>
      <Box role="status" ms={{ sm: 'auto' }}>
        {view === 'waiting' && <StatusLabel look="pending" text={t('agents.registration.waiting')} />}
        {view === 'registered' && <StatusLabel look="up" text={t('agents.registration.connected')} />}
      </Box>
    </Flex>
  );
}

function Done({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Button colorPalette="accent" onClick={onClose}>
      {t('agents.registration.done')}
    </Button>
  );
}

/** `device`: the one that would stop; null if none has joined. */
function ResetQuestion({ name, device }: { name: string; device: string | null }) {
  const { t } = useTranslation();
  return (
    <>
      <Text textStyle="lg" fontWeight="semibold" overflowWrap="anywhere">
        {t('agents.registration.resetAsk', { name })}
      </Text>
      <Text overflowWrap="anywhere">
        {device === null ? t('agents.registration.resetUnjoined') : t('agents.registration.resetJoined', { device })}
      </Text>
    </>
  );
}

/** A view that goes takes the focus along, which then belongs to the one that comes. */
function useFocusKept(view: View) {
  const body = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the view is what takes the focus along
  useEffect(() => {
    if (document.activeElement === document.body) body.current?.focus();
  }, [view]);
  return body;
}

/** No code to join by: none is known, or it has expired. */
export function WithoutCode({ expired }: { expired: boolean }) {
  const { t } = useTranslation();
  return (
    <>
      <Notice kind={expired ? 'error' : 'info'}>
        <Text fontWeight="medium">{t(`agents.registration.${expired ? 'expired' : 'withoutCode'}`)}</Text>
        <Text textStyle="sm">{t(`agents.registration.${expired ? 'expiredHint' : 'withoutCodeHint'}`)}</Text>
      </Notice>
      <CopyField
        label={t('agents.registration.code')}
        text={null}
        placeholder={t(`agents.registration.${expired ? 'codeExpired' : 'codeMissing'}`)}
        copyLabel={t('agents.registration.copyCode')}
      />
    </>
  );
}
