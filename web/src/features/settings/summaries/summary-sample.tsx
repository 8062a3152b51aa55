import { Box, chakra, Flex, Text } from '@chakra-ui/react';
import { type SummaryPreview, summaryCalls } from '@farwatch/core/contracts/api/summaries';
import { SUMMARY_KINDS, type SummaryKind } from '@farwatch/core/values/summary/summary-plan';
import { Eye, Send } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BusyButton } from '../../../components/form/busy-button.tsx';
import { Choice } from '../../../components/form/choice.tsx';
import { AppDialog } from '../../../components/overlay/app-dialog.tsx';
import { callApi } from '../../../lib/api/client.ts';
import { OutcomeNotice, useSave } from '../saving.tsx';

/** The history of many monitors takes some seconds. */
const SUMMARY_MS = 30_000;

/** Shows the summary of the last week or month, or sends it to the account's own address. */
export function SummarySample() {
  const { t } = useTranslation();
  const [kind, setKind] = useState<SummaryKind>('weekly');
  const [shown, setShown] = useState<SummaryPreview | null>(null);
  const load = useSave('summaries.previewFailed');
  const send = useSave('summaries.sendFailed');
  const isBusy = load.busy || send.busy;
  const preview = () =>
    void load.run(async () => {
      send.forget();
      setShown(await callApi(summaryCalls.preview, { body: { kind } }, SUMMARY_MS));
      return null;
    });
  const sendToSelf = () =>
    void send.run(async () => {
      load.forget();
      const { isSent } = await callApi(summaryCalls.test, { body: { kind } }, SUMMARY_MS);
      return { done: isSent ? 'summaries.sent' : 'summaries.notSent' };
    });
  const outcome = load.outcome ?? send.outcome;
  return (
    <Flex direction="column" gap="3">
      <Flex gap="2" wrap="wrap" align="center">
        <Choice
          label={t('summaries.about')}
          value={kind}
          options={SUMMARY_KINDS.map((value) => ({ value, label: t(`summaries.periods.${value}`) }))}
          onChoose={setKind}
        />
        <BusyButton variant="outline" borderColor="edge" loading={load.busy} disabled={isBusy} onClick={preview}>
          <Eye aria-hidden="true" />
          {t('summaries.preview')}
        </BusyButton>
        <BusyButton variant="outline" borderColor="edge" loading={send.busy} disabled={isBusy} onClick={sendToSelf}>
          <Send aria-hidden="true" />
          {t('summaries.send')}
        </BusyButton>
      </Flex>
      {outcome && <OutcomeNotice outcome={outcome} />}
      {shown && <PreviewDialog kind={kind} mail={shown.mail} onClose={() => setShown(null)} />}
    </Flex>
  );
}

type DialogProps = { kind: SummaryKind; mail: SummaryPreview['mail']; onClose: () => void };

/** The mail in a frame without scripts, forms and links that work. */
function PreviewDialog({ kind, mail, onClose }: DialogProps) {
  const { t } = useTranslation();
  const period = t(`summaries.periods.${kind}`);
  return (
    <AppDialog open size="lg" title={t('summaries.previewTitle', { period })} onClose={onClose}>
      {mail ? (
        <Box>
          <Text fontWeight="medium" mb="2">
            {mail.subject}
          </Text>
          <chakra.iframe
            title={t('summaries.frame')}
            sandbox=""
            srcDoc={mail.html}
            w="full"
            h="60vh"
            borderWidth="1px"
            borderRadius="l2"
          />
        </Box>
      ) : (
        <Text>{t('summaries.nothing', { period })}</Text>
      )}
    </AppDialog>
  );
}
