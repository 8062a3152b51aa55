import { Box, Flex } from '@chakra-ui/react';
import type { Incident } from '@farwatch/core/documents/incident';
import { SECOND_MS } from '@farwatch/core/values/time';
import { BellOff, Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { personText } from '../../lib/format/person-text.ts';
import { useNow } from '../../lib/time/now.ts';
import { TextWithParts } from '../../ui/text/text-with-parts.tsx';
import { ExactTime } from '../../ui/text/time.tsx';

type Handled = Pick<Incident, 'status' | 'acknowledgement' | 'snoozedUntil'>;

/** Whether it is snoozed now. A resolved incident is not. */
export function isSnoozed({ status, snoozedUntil }: Handled, nowMs: number): boolean {
  return status === 'active' && snoozedUntil !== null && snoozedUntil > nowMs;
}

/** Who has acknowledged it and when, and until when it is snoozed; announced by screen readers when that changes. */
export function HandlingState({ incident }: { incident: Handled }) {
  const { t } = useTranslation();
  const nowMs = useNow(5 * SECOND_MS);
  const { acknowledgement, snoozedUntil } = incident;
  const snoozed = isSnoozed(incident, nowMs);
  return (
    <Flex role="status" direction="column" gap="1" mt="2" textStyle="sm" _empty={{ display: 'none' }}>
      {acknowledgement && (
        <Flex gap="2">
          <Box as={Check} boxSize="4" mt="0.5" flexShrink="0" color="accent" aria-hidden="true" />
          <Box minW="0" overflowWrap="anywhere">
            {t('incidents.act.acknowledgedBy', { who: personText(acknowledgement.by, t) })}
            <Box as="span" color="text.muted">
              {' · '}
              <ExactTime atMs={acknowledgement.at} />
            </Box>
          </Box>
        </Flex>
      )}
      {snoozed && snoozedUntil !== null && (
        <Flex gap="2">
          <Box as={BellOff} boxSize="4" mt="0.5" flexShrink="0" color="accent" aria-hidden="true" />
          <Box minW="0">
            <TextWithParts text={t('incidents.events.snoozed')} parts={{ time: <ExactTime atMs={snoozedUntil} /> }} />
          </Box>
        </Flex>
      )}
    </Flex>
  );
}
