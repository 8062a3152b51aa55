import { Button, Flex } from '@chakra-ui/react';
import type { PageAnswer } from '@farwatch/core/contracts/api/pages';
import { type PublicationAnswer, publicationCalls } from '@farwatch/core/contracts/api/publications';
import type { PublicationState } from '@farwatch/core/values/status-page/component-status';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FailureNotice } from '../../../components/feedback/failure-notice.tsx';
import { BusyButton } from '../../../components/form/busy-button.tsx';
import { AppDialog } from '../../../components/overlay/app-dialog.tsx';
import { AskDialog } from '../../../components/overlay/ask-dialog.tsx';
import { isTitleBad, type Subject, SubjectFields } from '../../../components/status-page/subject-fields.tsx';
import { UpdateFields, useUpdateDraft } from '../../../components/status-page/update-fields.tsx';
import { callApi } from '../../../lib/api/client.ts';
import { useRun } from '../../../lib/api/use-run.ts';

type Props = { page: PageAnswer; incident: PublicationAnswer; onDone: () => void; onClose: () => void };

/** Posts an update of an incident; `resolved` ends it. */
export function UpdateIncident(props: Props & { subscribers: number; state: PublicationState }) {
  const { page, subscribers, incident, state, onDone, onClose } = props;
  const { t } = useTranslation();
  const [isRefused, setRefused] = useState(false);
  const update = useUpdateDraft(state, page.language, subscribers);
  const saving = useRun();
  const notify = update.notify && subscribers > 0;

  async function post() {
    setRefused(true);
    if (update.isBad) return;
    const body = { state: update.state, text: update.text, notify };
    const params = { slug: page.slug, id: incident.id };
    if (await saving.run(() => callApi(publicationCalls.update, { params, body }))) onDone();
  }

  return (
    <FormDialog
      title={t('pages.update.dialog', { title: incident.title })}
      confirm={notify ? t('pages.post.confirmAndMail', { count: subscribers }) : t('pages.update.confirm')}
      saving={saving}
      onConfirm={() => void post()}
      onClose={onClose}
    >
      <UpdateFields update={update} subscribers={subscribers} isRefused={isRefused} />
    </FormDialog>
  );
}

/** Changes what an incident is called and which components it affects. */
export function EditIncident({ page, incident, onDone, onClose }: Props) {
  const { t } = useTranslation();
  const [subject, setSubject] = useState<Subject>(incident);
  const [isRefused, setRefused] = useState(false);
  const saving = useRun();

  async function save() {
    setRefused(true);
    if (isTitleBad(subject)) return;
    const body = { title: subject.title, components: [...subject.components] };
    const params = { slug: page.slug, id: incident.id };
    if (await saving.run(() => callApi(publicationCalls.change, { params, body }))) onDone();
  }

  return (
    <FormDialog
      title={t('pages.update.editDialog')}
      confirm={t('pages.save.save')}
      saving={saving}
      onConfirm={() => void save()}
      onClose={onClose}
    >
      <SubjectFields subject={subject} groups={page.groups} isRefused={isRefused} onChange={setSubject} />
    </FormDialog>
  );
}

type FormDialogProps = {
  title: string;
  confirm: string;
  saving: ReturnType<typeof useRun>;
  onConfirm: () => void;
  onClose: () => void;
  children: ReactNode;
};

function FormDialog({ title, confirm, saving: { isBusy, failure }, onConfirm, onClose, children }: FormDialogProps) {
  const { t } = useTranslation();
  return (
    <AppDialog
      open
      size="lg"
      title={title}
      onClose={() => !isBusy && onClose()}
      footer={
        <>
          <Button variant="outline" borderColor="edge" disabled={isBusy} onClick={onClose}>
            {t('cancel')}
          </Button>
          <BusyButton colorPalette="accent" loading={isBusy} onClick={onConfirm}>
            {confirm}
          </BusyButton>
        </>
      }
    >
      <Flex direction="column" gap="5">
        {failure !== null && <FailureNotice title={t('pages.save.failed')} failure={failure} />}
        {children}
      </Flex>
    </AppDialog>
  );
}

type DeleteProps = Omit<Props, 'page'> & { slug: string };

/** Asks before a posted incident is deleted, and deletes it. */
export function DeleteIncident({ slug, incident: { id, title, updates }, onDone, onClose }: DeleteProps) {
  const { t } = useTranslation();
  const { isBusy, failure, run } = useRun();
  const remove = async () => {
    if (await run(() => callApi(publicationCalls.remove, { params: { slug, id } }))) onDone();
  };
  return (
    <AskDialog
      open
      danger
      title={t('pages.post.deleteTitle')}
      confirm={t('pages.delete.confirm')}
      onConfirm={() => void remove()}
      busy={isBusy}
      dismiss={{ text: t('cancel'), onDismiss: onClose }}
    >
      <Flex direction="column" gap="3">
        {t('pages.post.deleteText', { title, count: updates.length })}
        {failure !== null && <FailureNotice title={t('pages.delete.failed')} failure={failure} />}
      </Flex>
    </AskDialog>
  );
}
