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
import { RegisteredDevice } from './registered-device.tsx';
import { useRegistration } from './use-registration.ts';

type Props = {
  agentId: string;
  registration: AgentCreated | AgentEntry | null;
  mode: 'created' | 'manage' | 'reset';
  onClose: () => void;
  /** The element to focus when it closes, because the dialog that opened it may no longer exist. */
  returnTo: () => HTMLElement | null;
};

type View = 'loading' | 'failed' | 'deleted' | 'confirm' | RegistrationStage;

/** Registers an agent: shows its code to scan or copy, then the registered device, and resets it for another device. */
export default function RegistrationDialog({ agentId, registration, mode, onClose, returnTo }: Props) {
  const { t } = useTranslation();
  const { live, subject, code, stage, listFailure, nowMs, renewal } = useRegistration(agentId, registration);
  const [isConfirming, setConfirming] = useState(mode === 'reset');
  const canReset = stage === 'registered' || stage === 'waiting';
  const missing = subject === null ? 'deleted' : live.error ? 'failed' : 'loading';
  const view: View = isConfirming && canReset ? 'confirm' : (stage ?? missing);
  const body = useFocusOnNewView(view);

  function confirmReset(isOpen: boolean) {
    renewal.forget();
    setConfirming(isOpen);
  }

  function leave() {
    if (renewal.busy) return;
    if (view === 'confirm' && mode !== 'reset') confirmReset(false);
    else onClose();
  }

  async function renew() {
    if (await renewal.renew()) setConfirming(false);
  }

  const renewButton = (
    <BusyButton
      colorPalette={view === 'confirm' ? 'danger' : 'accent'}
      loading={renewal.busy}
      onClick={() => void renew()}
    >
      {t(view === 'confirm' ? 'agents.registration.reset' : 'agents.registration.newCode')}
    </BusyButton>
  );
  const footers: Partial<Record<View, ReactNode>> = {
    confirm: (
      <>
        <Button variant="outline" borderColor="edge" disabled={renewal.busy} onClick={leave}>
          {t('cancel')}
        </Button>
        {renewButton}
      </>
    ),
    registered: (
      <>
        <Button variant="outline" borderColor="edge" onClick={() => confirmReset(true)}>
          {t('agents.registration.reset')}
        </Button>
        <Done onClose={onClose} />
      </>
    ),
    waiting: <Done onClose={onClose} />,
    expired: renewButton,
    'no-code': renewButton,
  };

  return (
    <AppDialog
      open
      onClose={leave}
      title={t(view === 'confirm' ? 'agents.registration.resetTitle' : 'agents.registration.title')}
      size={view === 'confirm' ? 'sm' : 'lg'}
      alert={view === 'confirm'}
      returnTo={returnTo}
      footer={footers[view]}
    >
      <Flex ref={body} tabIndex={-1} data-autofocus outline="none" direction="column" gap="5" pb="2">
        {renewal.failure !== null && (
          <FailureNotice title={t('agents.registration.newCodeFailed')} failure={renewal.failure} />
        )}
        {subject && view !== 'confirm' && <Subject {...subject} view={view} />}
        {subject && view === 'confirm' && (
          <ResetQuestion
            name={subject.name}
            device={stage === 'registered' ? (live.data?.device?.deviceName ?? null) : null}
          />
        )}
        {subject && view === 'waiting' && code && <Invitation {...subject} code={code} nowMs={nowMs} />}
        {live.data && view === 'registered' && <RegisteredDevice agent={live.data} nowMs={nowMs} />}
        {view === 'no-code' && listFailure !== undefined && <FailureNotice failure={listFailure} />}
        {(view === 'expired' || view === 'no-code') && <NoCode expired={view === 'expired'} />}
        {view === 'deleted' && <Notice kind="info">{t('agents.registration.gone')}</Notice>}
        {view === 'failed' && <FailureNotice title={t('agents.registration.loadFailed')} failure={live.error} />}
        {view === 'loading' && <Loading />}
        {live.error && subject && <Notice kind="info">{t('live.interrupted')}</Notice>}
      </Flex>
    </AppDialog>
  );
}

/** The agent's name and location, and whether a device is registered, live. */
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

/** `device`: the registered one, which would stop; null if there is none. */
function ResetQuestion({ name, device }: { name: string; device: string | null }) {
  const { t } = useTranslation();
  return (
    <>
      <Text textStyle="lg" fontWeight="semibold" overflowWrap="anywhere">
        {t('agents.registration.resetQuestion', { name })}
      </Text>
      <Text overflowWrap="anywhere">
        {device === null
          ? t('agents.registration.resetUnregistered')
          : t('agents.registration.resetRegistered', { device })}
      </Text>
    </>
  );
}

/** Focuses the new view if the focus was lost with the previous one. */
function useFocusOnNewView(view: View) {
  const body = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the view can lose the focus
  useEffect(() => {
    if (document.activeElement === document.body) body.current?.focus();
  }, [view]);
  return body;
}

/** Shown if there is no valid code. */
function NoCode({ expired }: { expired: boolean }) {
  const { t } = useTranslation();
  return (
    <>
      <Notice kind={expired ? 'error' : 'info'}>
        <Text fontWeight="medium">{t(`agents.registration.${expired ? 'expired' : 'noCode'}`)}</Text>
        <Text textStyle="sm">{t(`agents.registration.${expired ? 'expiredHint' : 'noCodeHint'}`)}</Text>
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
