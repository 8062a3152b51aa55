import { Box, chakra, Flex, Text } from '@chakra-ui/react';
import { pushCalls } from '@farwatch/core/contracts/api/push';
import type { ChannelSettingsOf } from '@farwatch/core/values/channels/channel-types';
import { pushType } from '@farwatch/core/values/channels/push';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callApi } from '../../../lib/api/client.ts';
import { ApiFailure } from '../../../lib/api/failure.ts';
import { useSaving } from '../../../lib/api/use-saving.ts';
import { requestPermission, useNotificationPermission } from '../../../lib/browser/browser-alerts.ts';
import { hasServiceWorker, registerWorker } from '../../../lib/browser/service-worker.ts';
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { BusyButton } from '../../../ui/form/busy-button.tsx';
import { deviceOf } from './device-name.ts';

type PushSettings = ChannelSettingsOf<'push'>;

type Props = {
  /** Called with the settings of this browser, and a name for it, as 'Chrome on Windows'. */
  onReady: (settings: PushSettings, suggestedName: string) => void;
};

/** Subscribes this browser, or explains what to do first. */
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

function Subscribe({ onReady }: Props) {
  const { t } = useTranslation();
  const permission = useNotificationPermission();
  const name = useDeviceName();
  const { isBusy, done, failure, save } = useSaving<'dismissed' | 'ready'>({ isChange: false });

  const subscribe = () =>
    save(async () => {
      // This comes first, because Safari shows its prompt only as the direct result of a press.
      if (!(await requestPermission())) return 'dismissed';
      const { publicKey } = await callApi(pushCalls.key, {});
      onReady(await subscribePush(publicKey), name);
      return 'ready';
    });

  if (permission === 'denied') return <Notice kind="warning">{t('pushSetup.denied')}</Notice>;
  if (done === 'ready') return <Notice kind="success">{t('pushSetup.ready', { name })}</Notice>;
  return (
    <Flex direction="column" gap="3" align="flex-start">
      <Text color="text.muted">{t('pushSetup.text')}</Text>
      <BusyButton
        variant="outline"
        minH="11"
        loading={isBusy}
        loadingText={t('pushSetup.waiting')}
        onClick={() => void subscribe()}
      >
        {t('pushSetup.allow')}
      </BusyButton>
      <Box w="full" _empty={{ display: 'none' }}>
        {done === 'dismissed' && <Notice kind="warning">{t('pushSetup.dismissed')}</Notice>}
        {failure !== null && <SubscribeFailure failure={failure} />}
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

function useDeviceName(): string {
  const { t } = useTranslation();
  const { browser, system } = deviceOf(navigator.userAgent);
  return t('pushSetup.device', {
    browser: browser ?? t('pushSetup.browser'),
    system: system ?? t('pushSetup.systemUnknown'),
  });
}

/**
 * Whether this browser can receive messages while the app is closed. `installFirst` means once the app is on the home
 * screen, as on iPhones.
 */
type PushSupport = 'supported' | 'installFirst' | 'unsupported';

function pushSupport(): PushSupport {
  const canPush = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
  if (hasServiceWorker && canPush) return 'supported';
  return isAppleMobile(navigator) ? 'installFirst' : 'unsupported';
}

/** iPads call themselves Macs, which have no touch screens. */
function isAppleMobile({ userAgent, maxTouchPoints }: Navigator): boolean {
  return /iPhone|iPad/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
}

/**
 * Subscribes this browser to messages by the installation's key (base64url), or returns its subscription. Throws if the
 * browser's push service refuses, and without permission for notifications.
 */
async function subscribePush(publicKey: string): Promise<PushSettings> {
  await registerWorker(navigator.serviceWorker);
  const { pushManager } = await navigator.serviceWorker.ready;
  const known = await pushManager.getSubscription();
  if (known && keyOf(known) !== publicKey) await known.unsubscribe();
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
  const { endpoint, keys } = subscription.toJSON();
  return pushType.settings.parse({ endpoint, p256dh: keys?.p256dh, auth: keys?.auth });
}

/** The key that a subscription is for, base64url; a browser has at most one subscription. */
function keyOf({ options }: PushSubscription): string | null {
  const bytes = options.applicationServerKey;
  if (!bytes) return null;
  const text = btoa(String.fromCharCode(...new Uint8Array(bytes)));
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
