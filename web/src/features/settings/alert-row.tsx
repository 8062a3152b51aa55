import { Box, chakra, Flex, Text } from '@chakra-ui/react';
import type { DeliveryFailure } from '@farwatch/core/decisions/alerts/delivery';
import type { Alert } from '@farwatch/core/documents/alert';
import { CHANNEL_FAILURES } from '@farwatch/core/values/channels/channels';
import { SECOND_MS } from '@farwatch/core/values/time';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useHighlight } from '../../components/data-table/highlight.ts';
import { TextLink } from '../../components/navigation/links.tsx';
import { StatusLabel } from '../../components/status/status.tsx';
import { ClockTime } from '../../components/text/time.tsx';
import { channelTexts } from '../../lib/api/failure-text.ts';
import { pastDate } from '../../lib/format/dates.ts';
import { useLanguage } from '../../lib/i18n/i18n.ts';
import { endpointPath } from '../../lib/navigation/paths.ts';
import { useNow } from '../../lib/time/now.ts';
import { type Delivery, deliveryOf, type Told } from './alert-delivery.ts';

const EVERY_MS = 5 * SECOND_MS;

/** One alert: the state of its delivery with the reason, its subject and its time. */
export function AlertRow({ alert }: { alert: Alert }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const nowMs = useNow(EVERY_MS);
  const delivery = deliveryOf(alert, nowMs);
  const highlight = useHighlight(alert.state);
  const about = aboutText(alert, t);
  const { monitor, names } = alert.values;
  const told = delivery.told && toldText(delivery.told, t, (atMs) => pastDate(atMs, nowMs, language));
  return (
    <chakra.li
      display="flex"
      flexDirection={{ base: 'column', md: 'row' }}
      columnGap="4"
      rowGap="1"
      px={{ base: '4', sm: '6' }}
      py="3"
      borderTopWidth="1px"
      style={highlight}
    >
      <Box w={{ md: '132px' }} flexShrink="0">
        <StatusLabel look={delivery.look} text={t(`notifications.alerts.state.${alert.state}`)} />
      </Box>
      <Box flex="1" minW="0">
        <Flex justify="space-between" columnGap="4" wrap="wrap">
          {alert.endpointId === null ? (
            <Text fontWeight="medium" overflowWrap="anywhere">
              {about}
            </Text>
          ) : (
            <TextLink to={endpointPath(alert.endpointId)} fontWeight="medium" overflowWrap="anywhere">
              {about}
            </TextLink>
          )}
          <Box color="text.muted" textStyle="sm" textAlign={{ sm: 'end' }}>
            <ClockTime atMs={alert.createdAt} />
          </Box>
        </Flex>
        <Text color="text.muted" textStyle="sm" overflowWrap="anywhere">
          {[t(`incidents.severity.${alert.severity}`), monitor || names.join(', ')].filter(Boolean).join(' · ')}
        </Text>
        <Text textStyle="sm" overflowWrap="anywhere">
          {[...whyTexts(alert.state === 'dead', delivery, t), told].filter(Boolean).join(' ')}
        </Text>
      </Box>
    </chakra.li>
  );
}

function aboutText({ kind, values }: Alert, t: TFunction): string {
  const { endpoint, agent, count: number, locations } = values;
  const places = locations.map((code) => t(`locations.${code}`)).join(', ');
  return t(`notifications.alerts.${kind}`, { endpoint, agent, number, places });
}

function toldText(told: Told, t: TFunction, timeOf: (atMs: number) => string): string {
  const at = 'atMs' in told ? timeOf(told.atMs) : '';
  if (told.text === 'retryAt') return t('notifications.alerts.retryAt', { count: told.count, at });
  return t(`notifications.alerts.${told.text}`, { at });
}

/** Why it was not delivered; and what to do, once it is given up and the problem will not pass by itself. */
function whyTexts(dead: boolean, { failure, told }: Delivery, t: TFunction): string[] {
  if (failure === null) return [];
  const { reason, advice } = failureTexts(failure, t);
  const sentence = t('notifications.alerts.why', { why: reason });
  return dead && told === null ? [sentence, advice] : [sentence];
}

/** The failure's texts in the user's language if there are any, otherwise the channel's own. */
function failureTexts(failure: DeliveryFailure, t: TFunction): { reason: string; advice: string } {
  if (failure === 'off') return { reason: t('notifications.alerts.off'), advice: t('notifications.alerts.offAdvice') };
  const { text: reason, advice } = CHANNEL_FAILURES[failure];
  return channelTexts(failure) ?? { reason, advice };
}
