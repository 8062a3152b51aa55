import { Box, Button, Text } from '@chakra-ui/react';
import type { Incident } from '@farwatch/core/documents/incident';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { withTexts } from '../../lib/i18n/i18n.ts';
import type { WithId } from '../../lib/live/read-document.ts';
import { lazyPart } from '../../ui/feedback/lazy-part.tsx';
import { Loading } from '../../ui/feedback/loading.tsx';
import { useDisclosure } from '../../ui/layout/disclosure.ts';
import { useReceivedText } from '../check/received.ts';

const AnswersPanel = lazyPart(withTexts('evidence', () => import('./answers-panel.tsx')));

/** Summarizes what each location received; the answers themselves are loaded once they are opened. */
export function IncidentAnswers({ incident }: { incident: WithId<Incident> }) {
  const { t } = useTranslation();
  const { isOpen, button, panel } = useDisclosure();
  return (
    <>
      <ReceivedLine incident={incident} />
      <Button size="sm" variant="outline" minH={{ base: '11', sm: '9' }} {...button}>
        {t(isOpen ? 'incidents.details.hideAnswers' : 'incidents.details.showAnswers')}
      </Button>
      <Box mt="4" {...panel}>
        {isOpen && (
          <Suspense fallback={<Loading />}>
            <AnswersPanel incident={incident} />
          </Suspense>
        )}
      </Box>
    </>
  );
}

/** The difference between the locations in one line, if there is any. */
export function ReceivedLine({ incident }: { incident: Pick<Incident, 'failures' | 'upStatuses'> }) {
  const text = useReceivedText()(incident);
  return (
    text && (
      <Text mb="3" overflowWrap="anywhere">
        {text}
      </Text>
    )
  );
}
