import { Button, Flex } from '@chakra-ui/react';
import type { PageAnswer } from '@farwatch/core/contracts/api/pages';
import { type PublicationAnswer, publicationCalls } from '@farwatch/core/contracts/api/publications';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callApi } from '../../lib/api/client.ts';
import { useRun } from '../../lib/api/use-run.ts';
import { FailureNotice } from '../feedback/failure-notice.tsx';
import { Notice } from '../feedback/notice.tsx';
import { BusyButton } from '../form/busy-button.tsx';
import { AppDialog } from '../overlay/app-dialog.tsx';
import { isTitleBad, type Subject, SubjectFields } from './subject-fields.tsx';
import { UpdateFields, useUpdateDraft } from './update-fields.tsx';

type Props = {
  page: Pick<PageAnswer, 'slug' | 'title' | 'state' | 'language' | 'groups' | 'takesSubscribers'>;
  /** Those with confirmed addresses. */
  subscribers: number;
  subject: Subject;
  /** The detected incident that it is about. */
  incidentId: string | null;
  /** Above the fields. */
  children?: ReactNode;
  onPosted: (incident: PublicationAnswer) => void;
  onClose: () => void;
};

/** Posts an incident on a status page, in people's words. */
export function PostDialog({ page, subscribers, incidentId, children, onPosted, onClose, ...initial }: Props) {
  const { t } = useTranslation();
  const mailed = page.takesSubscribers ? subscribers : 0;
  const [subject, setSubject] = useState(initial.subject);
  const [isRefused, setRefused] = useState(false);
  const update = useUpdateDraft('investigating', page.language, mailed);
  const { isBusy, failure, run } = useRun();
  const notify = update.notify && mailed > 0;

  async function post() {
    setRefused(true);
    if (isTitleBad(subject) || update.isBad) return;
    const { state, text } = update;
    await run(async () => {
      const body = { ...subject, components: [...subject.components], state, text, incidentId, notify };
      onPosted(await callApi(publicationCalls.create, { params: { slug: page.slug }, body }));
    });
  }

  return (
    <AppDialog
      open
      size="lg"
      title={t('pages.post.title')}
      onClose={() => !isBusy && onClose()}
      footer={
        <>
          <Button variant="outline" borderColor="edge" disabled={isBusy} onClick={onClose}>
            {t('cancel')}
          </Button>
          <BusyButton colorPalette="accent" loading={isBusy} onClick={() => void post()}>
            {notify ? t('pages.post.confirmAndMail', { count: mailed }) : t('pages.post.confirm')}
          </BusyButton>
        </>
      }
    >
      <Flex direction="column" gap="5">
        {failure !== null && <FailureNotice title={t('pages.post.failed')} failure={failure} />}
        {page.state !== 'published' && <Notice kind="info">{t('pages.post.notPublished')}</Notice>}
        {children}
        <SubjectFields subject={subject} groups={page.groups} isRefused={isRefused} onChange={setSubject} />
        <UpdateFields update={update} subscribers={mailed} isRefused={isRefused} />
      </Flex>
    </AppDialog>
  );
}
