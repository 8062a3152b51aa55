import { Box, chakra, Flex, Text } from '@chakra-ui/react';
import { pushCalls } from '@farwatch/core/contracts/api/push';
import { useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { FailureNotice } from '../../../components/feedback/failure-notice.tsx';
import { Notice } from '../../../components/feedback/notice.tsx';
import { BusyButton } from '../../../components/form/busy-button.tsx';
import { callApi } from '../../../lib/api/client.ts';
import { ApiFailure } from '../../../lib/api/failure.ts';
import { deviceOf } from './device-name.ts';
import { type PushSettings, pushSupport, subscribePush } from './subscribe.ts';

type Props = {
  /** Called with the settings of this browser, and a name for it, as 'Chrome on Windows'. */
  onReady: (settings: PushSettings, suggestedName: string) => void;
};

/** Subscribes this browser, or says what to do first. */
export default function PushSetup({ onReady }: Props) {
  const { t } = useTranslation();
  const [support] = useState(pushSupport);
  if (support === 'installFirst') return <InstallFirst />;
  if (support === 'unsupported') return <Notice kind="warning">{t('pushSetup.unsupported')}</Notice>;
  return <Subscribe onReady={onReady} />;
}

const INSTALL_STEPS = ['share', 'add', 'open'] as const;

function InstallFirst() {
  const { t } = useTranslation();
  return (
    <Notice kind="info">
      <Text fontWeight="medium">{t('pushSetup.installFirst.title')}</Text>
      <Text textStyle="sm">{t('pushSetup.installFirst.text')}</Text>
      <chakra.ol textStyle="sm" ps="5" mt="1" listStyleType="decimal">
        {INSTALL_STEPS.map((step) => (
          <li key={step}>{t(`pushSetup.installFirst.${step}`)}</li>
        ))}
      </chakra.ol>
    </Notice>
  );
}

/** What the last press of the button led to. */
type Outcome = { kind: 'none' | 'busy' | 'dismissed' | 'ready' } | { kind: 'failed'; failure: unknown };

function Subscribe({ onReady }: Props) {
  const { t } = useTranslation();
  const permission = usePermission();
  const name = useDeviceName();
  const [outcome, setOutcome] = useState<Outcome>({ kind: 'none' });

  async function subscribe() {
    setOutcome({ kind: 'busy' });
    try {
      // First, since Safari asks only as the direct result of a press.
      if ((await Notification.requestPermission()) !== 'granted') return setOutcome({ kind: 'dismissed' });
      const { publicKey } = await callApi(pushCalls.key, {});
      onReady(await subscribePush(publicKey), name);
      setOutcome({ kind: 'ready' });
    } catch (failure) {
      setOutcome({ kind: 'failed', failure });
    }
  }

  if (permission === 'denied') return <Notice kind="warning">{t('pushSetup.denied')}</Notice>;
  if (outcome.kind === 'ready') return <Notice kind="success">{t('pushSetup.ready', { name })}</Notice>;
  return (
    <Flex direction="column" gap="3" align="flex-start">
      <Text color="text.muted">{t('pushSetup.text')}</Text>
      <BusyButton
        variant="outline"
        borderColor="edge"
        minH="11"
        loading={outcome.kind === 'busy'}
        loadingText={t('pushSetup.waiting')}
        onClick={() => void subscribe()}
      >
        {t('pushSetup.allow')}
      </BusyButton>
      <Box w="full" _empty={{ display: 'none' }}>
        {outcome.kind === 'dismissed' && <Notice kind="warning">{t('pushSetup.dismissed')}</Notice>}
        {outcome.kind === 'failed' && <SubscribeFailure failure={outcome.failure} />}
      </Box>
    </Flex>
  );
}

/** Either our API failed, which has its own texts, or the browser. */
function SubscribeFailure({ failure }: { failure: unknown }) {
  const { t } = useTranslation();
  if (failure instanceof ApiFailure) return <FailureNotice title={t('pushSetup.failed')} failure={failure} />;
  return (
    <Notice kind="error">
      <Text fontWeight="medium">{t('pushSetup.failed')}</Text>
      <Text textStyle="sm">{t('pushSetup.failedHint')}</Text>
    </Notice>
  );
}

/** The user changes it in the browser's own settings, and then returns to this window. */
function usePermission(): NotificationPermission {
  return useSyncExternalStore(subscribeToFocus, () => Notification.permission);
}

function subscribeToFocus(listener: () => void): () => void {
  window.addEventListener('focus', listener);
  return () => window.removeEventListener('focus', listener);
}

function useDeviceName(): string {
  const { t } = useTranslation();
  const { browser, system } = deviceOf(navigator.userAgent);
  return t('pushSetup.device', {
    browser: browser ?? t('pushSetup.browser'),
    system: system ?? t('pushSetup.systemUnknown'),
  });
}
