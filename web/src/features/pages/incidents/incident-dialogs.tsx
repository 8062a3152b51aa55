import { Flex } from '@chakra-ui/react';
import type { PageAnswer } from '@farwatch/core/contracts/api/pages';
import { type PublicationAnswer, publicationCalls } from '@farwatch/core/contracts/api/publications';
import type { PublicationState } from '@farwatch/core/values/status-page/component-status';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FailureNotice } from '../../../components/feedback/failure-notice.tsx';
import { AskDialog } from '../../../components/overlay/ask-dialog.tsx';
import { FormDialog } from '../../../components/status-page/form-dialog.tsx';
import { isTitleBad, type Subject, SubjectFields } from '../../../components/status-page/subject-fields.tsx';
import { UpdateFields, useUpdateDraft } from '../../../components/status-page/update-fields.tsx';
import { callApi } from '../../../lib/api/client.ts';
import { useRun } from '../../../lib/api/use-run.ts';

type Props = { page: PageAnswer; incident: PublicationAnswer; onDone: () => void; onClose: () => void };

/** Posts an update of an incident; `resolved` ends it. */
export function UpdateIncident(props: Props & { subscribers: number; state: PublicationState }) {
  const { page, subscribers, incident, state, onDone, onClose } = props;
  const { t } = useTranslation();
  const [refusals, setRefusals] = useState(0);
  const update = useUpdateDraft(state, page.language, subscribers);
  const saving = useRun();
  const notify = update.notify && subscribers > 0;

  async function post() {
    if (update.isBad) return setRefusals(refusals + 1);
    const body = { state: update.state, text: update.text, notify };
    const params = { slug: page.slug, id: incident.id };
    if (await saving.run(() => callApi(publicationCalls.update, { params, body }))) onDone();
  }

  return (
    <FormDialog
      title={t('pages.update.dialog', { title: incident.title })}
      confirm={notify ? t('pages.post.confirmAndMail', { count: subscribers }) : t('pages.update.confirm')}
      failed={t('pages.save.failed')}
      saving={saving}
      isDirty={update.isOwnText}
      refusals={refusals}
      onConfirm={() => void post()}
      onClose={onClose}
    >
      <UpdateFields update={update} subscribers={subscribers} isRefused={refusals > 0} />
    </FormDialog>
  );
}

/** Changes what an incident is called and which components it affects. */
export function EditIncident({ page, incident, onDone, onClose }: Props) {
  const { t } = useTranslation();
  const [first] = useState<Subject>(incident);
  const [subject, setSubject] = useState(first);
  const [refusals, setRefusals] = useState(0);
  const saving = useRun();

  async function save() {
    if (isTitleBad(subject)) return setRefusals(refusals + 1);
    const body = { title: subject.title, components: [...subject.components] };
    const params = { slug: page.slug, id: incident.id };
    if (await saving.run(() => callApi(publicationCalls.change, { params, body }))) onDone();
  }

  return (
    <FormDialog
      title={t('pages.update.editDialog')}
      confirm={t('pages.save.save')}
      failed={t('pages.save.failed')}
      saving={saving}
      isDirty={subject !== first}
      refusals={refusals}
      onConfirm={() => void save()}
      onClose={onClose}
    >
      <SubjectFields subject={subject} groups={page.groups} isRefused={refusals > 0} onChange={setSubject} />
    </FormDialog>
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
