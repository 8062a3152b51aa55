import { Box, Button, Flex, Grid, Heading, Text } from '@chakra-ui/react';
import { type AgentCreated, type AgentEntry, agentCalls, registrationLink } from '@farwatch/core/contracts/api/agents';
import { agentBadge, healthReasons } from '@farwatch/core/decisions/agents/health';
import {
  type RegistrationCode,
  type RegistrationStage,
  registrationStage,
} from '@farwatch/core/decisions/agents/registration-stage';
import type { Agent } from '@farwatch/core/documents/agent';
import type { LocationCode } from '@farwatch/core/values/locations';
import { SECOND_MS } from '@farwatch/core/values/time';
import { Download } from 'lucide-react';
import { QRCodeCanvas, QRCodeSVG } from 'qrcode.react';
import { memo, type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSWRConfig } from 'swr';
import { Flag } from '../../../domain/flags/flag.tsx';
import { AgentBadge } from '../../../domain/status/agent-badge.tsx';
import { StatusLabel } from '../../../domain/status/status.tsx';
import { apiKey } from '../../../lib/api/api-key.ts';
import { callApi } from '../../../lib/api/client.ts';
import { POLL_MS, useApi } from '../../../lib/api/use-api.ts';
import { useSaving } from '../../../lib/api/use-saving.ts';
import { useAgent } from '../../../lib/live/agents.ts';
import { useAccountId } from '../../../lib/session/session.ts';
import { useNow } from '../../../lib/time/now.ts';
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx';
import { Loading } from '../../../ui/feedback/loading.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { BusyButton } from '../../../ui/form/busy-button.tsx';
import { CopyField } from '../../../ui/form/copy.tsx';
import { DetailItem, DetailList } from '../../../ui/layout/detail-list.tsx';
import { AppDialog } from '../../../ui/overlay/app-dialog.tsx';
import { LengthOfTime, TimeAgo } from '../../../ui/text/time.tsx';
import { latestCode } from './latest-code.ts';
import { qrFileName, savePicture } from './qr-picture.ts';
import { RegistrationGuide } from './registration-guide.tsx';

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
        <Button variant="outline" disabled={renewal.busy} onClick={leave}>
          {t('cancel')}
        </Button>
        {renewButton}
      </>
    ),
    registered: (
      <>
        <Button variant="outline" onClick={() => confirmReset(true)}>
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

/** Confirms a reset. `device` is the registered one, which would stop; null if none is registered. */
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

/**
 * The state of an agent's registration, live. Browsers cannot read the document with the code: it is in the response
 * that created it, and in the list of agents.
 */
function useRegistration(agentId: string, known: AgentCreated | AgentEntry | null) {
  const nowMs = useNow(SECOND_MS);
  const live = useAgent(agentId);
  const isWaiting = live.data?.registered === false;
  const list = useApi(agentCalls.list, isWaiting ? {} : null, POLL_MS);
  const renewal = useRenewal(agentId);
  const listed = list.data?.find(({ id }) => id === agentId) ?? null;
  const code = latestCode([known, renewal.created, listed]);
  const isCodeLoaded = code !== null || !isWaiting || list.data !== undefined || list.error !== undefined;
  const subject = live.data === undefined ? unregisteredAgent(known) : live.data;
  const stage = subject && isCodeLoaded ? registrationStage(subject, code, nowMs) : null;
  return { live, subject, code, stage, listFailure: list.error as unknown, nowMs, renewal };
}

/** The agent in a response; undefined if a device is registered, because the response may be outdated. */
function unregisteredAgent(known: AgentCreated | AgentEntry | null) {
  if (known === null || known.registered) return undefined;
  return { name: known.name, location: known.countryCode, registered: false, lastReportAt: null };
}

/** Creates a new code, which invalidates the current one and stops the registered device. */
function useRenewal(agentId: string) {
  const accountId = useAccountId();
  const { mutate } = useSWRConfig();
  const [created, setCreated] = useState<AgentCreated | null>(null);
  const { isBusy, failure, save, forget } = useSaving();
  const renew = () =>
    save(async () => {
      setCreated(await callApi(agentCalls.reset, { params: { id: agentId } }));
      if (accountId !== null) void mutate(apiKey(accountId, agentCalls.list, {}));
    });
  return { created, busy: isBusy, failure, renew, forget };
}

const QR_PX = 200;
/** The download is larger, and has the quiet zone of four modules that padding provides on the page. */
const SAVED = { size: 640, marginSize: 4 } as const;

/** Dark on white in any theme, because many scanners require that. */
const QrCode = memo(function QrCode({ link, name }: { link: string; name: string }) {
  const { t } = useTranslation();
  const canvas = useRef<HTMLCanvasElement>(null);
  const [failed, setFailed] = useState(false);
  async function save() {
    setFailed(canvas.current === null || !(await savePicture(canvas.current, qrFileName(name))));
  }
  return (
    <Flex direction="column" gap="3" align="center">
      <Box bg="white" p="4" borderRadius="l2" borderWidth="1px" lineHeight="0">
        <QRCodeSVG value={link} size={QR_PX} level="H" title={t('agents.registration.qr', { name })} />
        <QRCodeCanvas ref={canvas} value={link} level="H" {...SAVED} hidden />
      </Box>
      <Button variant="outline" onClick={() => void save()}>
        <Download aria-hidden="true" />
        {t('agents.registration.download')}
      </Button>
      {failed && <Notice kind="error">{t('agents.registration.downloadFailed')}</Notice>}
    </Flex>
  );
});

type InvitationProps = Pick<Agent, 'name' | 'location'> & { code: RegistrationCode; nowMs: number };

/** A registration code: to scan, to copy, and as a command. */
function Invitation({ name, location, code, nowMs }: InvitationProps) {
  const { t } = useTranslation();
  const { origin } = window.location;
  const entry = { registrationCode: code.code, name, countryCode: location };
  return (
    <>
      <Grid templateColumns={{ base: '1fr', sm: 'auto 1fr' }} gap="6" alignItems="start">
        <QrCode link={registrationLink(origin, entry)} name={name} />
        <Flex direction="column" gap="5" minW="0">
          <Text>{t('agents.registration.scan', { product: t('product') })}</Text>
          <Box>
            <CopyField
              label={t('agents.registration.code')}
              text={code.code}
              placeholder=""
              copyLabel={t('agents.registration.copyCode')}
            />
            <Text mt="2" textStyle="sm" color="text.muted">
              {t('agents.registration.validFor')} <LengthOfTime fromMs={nowMs} toMs={code.expiresAtMs} />
            </Text>
          </Box>
        </Flex>
      </Grid>
      <Box as="section">
        <Heading as="h3" textStyle="lg" fontWeight="semibold" mb="2">
          {t('agents.registration.howTo')}
        </Heading>
        <RegistrationGuide target={{ origin, code: code.code }} system="computer" />
      </Box>
    </>
  );
}

function RegisteredDevice({ agent, nowMs }: { agent: Agent; nowMs: number }) {
  const { t } = useTranslation();
  const { device, lastReportAt, endpointCount } = agent;
  return (
    <>
      <DetailList>
        <DetailItem name={t('agents.registration.device')}>
          {device?.deviceName ?? t('agents.registration.noDevice')}
        </DetailItem>
        <DetailItem name={t('agents.registration.system')}>
          {device ? `${device.osName} ${device.osVersion}` : t('agents.notReported')}
        </DetailItem>
        <DetailItem name={t('agents.registration.version')} short>
          {device?.appVersion ?? t('agents.notReported')}
        </DetailItem>
        <DetailItem name={t('agents.registration.status')} short>
          {lastReportAt === null ? (
            t('agents.registration.waitingForReport')
          ) : (
            <Flex as="span" columnGap="2" wrap="wrap" align="center">
              <AgentBadge badge={agentBadge(agent, nowMs)} reasons={healthReasons(agent, nowMs)} />
              <Box as="span" color="text.muted">
                <TimeAgo atMs={lastReportAt} />
              </Box>
            </Flex>
          )}
        </DetailItem>
        <DetailItem name={t('agents.registration.endpoints')} short>
          {endpointCount}
        </DetailItem>
      </DetailList>
      <CopyField
        label={t('agents.registration.code')}
        text={null}
        placeholder={t('agents.registration.codeUsed')}
        copyLabel={t('agents.registration.copyCode')}
      />
    </>
  );
}
