import { Button, chakra, Field, Flex, Text } from '@chakra-ui/react';
import { endpointCalls } from '@farwatch/core/contracts/api/endpoints';
import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callApi } from '../../../lib/api/client.ts';
import { useSaving } from '../../../lib/api/use-saving.ts';
import { useMonitors } from '../../../lib/live/account.ts';
import { PATHS } from '../../../lib/navigation/paths.ts';
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx';
import { BusyButton } from '../../../ui/form/busy-button.tsx';
import { Choice } from '../../../ui/form/choice.tsx';
import { TextLink } from '../../../ui/navigation/links.tsx';
import { AppDialog } from '../../../ui/overlay/app-dialog.tsx';

type Props = { monitorId: string; endpointIds: readonly string[]; onClose: () => void; onMoved: () => void };

/** Moves endpoints to another monitor. */
export default function MoveDialog({ monitorId, endpointIds, onClose, onMoved }: Props) {
  const { t } = useTranslation();
  const formId = useId();
  const choiceId = useId();
  const others = (useMonitors().data?.items ?? []).filter(({ id }) => id !== monitorId);
  const [chosen, choose] = useState<string | null>(null);
  const { isBusy, failure, save } = useSaving();
  const targetId = chosen ?? others[0]?.id;

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (targetId === undefined) return;
    const input = { params: { id: monitorId }, body: { endpointIds: [...endpointIds], targetId } };
    if (!(await save(() => callApi(endpointCalls.moveSeveral, input)))) return;
    onMoved();
    onClose();
  }

  return (
    <AppDialog
      open
      onClose={() => !isBusy && onClose()}
      title={t('form.move.title', { count: endpointIds.length })}
      footer={
        <>
          <Button variant="outline" disabled={isBusy} onClick={onClose}>
            {t('cancel')}
          </Button>
          <BusyButton type="submit" form={formId} colorPalette="accent" disabled={!targetId} loading={isBusy}>
            {t('form.move.confirm')}
          </BusyButton>
        </>
      }
    >
      <chakra.form id={formId} onSubmit={(event) => void submit(event)} noValidate>
        <Flex direction="column" gap="4">
          {failure !== null && <FailureNotice title={t('form.move.failed')} failure={failure} />}
          {targetId === undefined ? (
            <Text>
              {t('form.move.none')} <TextLink to={PATHS.newMonitor}>{t('monitors.create')}</TextLink>
            </Text>
          ) : (
            <>
              <Field.Root alignItems="flex-start">
                <Field.Label htmlFor={choiceId}>{t('form.move.to')}</Field.Label>
                <Choice
                  id={choiceId}
                  value={targetId}
                  options={others.map(({ id, name }) => ({ value: id, label: name }))}
                  onChoose={choose}
                />
              </Field.Root>
              <Text color="text.muted">{t('form.move.effects')}</Text>
            </>
          )}
        </Flex>
      </chakra.form>
    </AppDialog>
  );
}
