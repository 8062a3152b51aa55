import { Button } from '@chakra-ui/react';
import type { PageAnswer } from '@farwatch/core/contracts/api/pages';
import { type PublicationAnswer, publicationCalls } from '@farwatch/core/contracts/api/publications';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callApi } from '../../lib/api/client.ts';
import { ApiFailure } from '../../lib/api/failure.ts';
import { useSaving } from '../../lib/api/use-saving.ts';
import { statusPagePath } from '../../lib/navigation/paths.ts';
import { Notice } from '../../ui/feedback/notice.tsx';
import { FormDialog } from '../../ui/overlay/form-dialog.tsx';
import { isTitleBad, type Subject, SubjectFields } from './subject-fields.tsx';
import { UpdateFields, useUpdateDraft } from './update-fields.tsx';

type Props = {
  page: Pick<PageAnswer, 'slug' | 'title' | 'state' | 'language' | 'groups' | 'takesSubscribers'>;
  /** The number of subscribers with confirmed addresses. */
  subscribers: number;
  subject: Subject;
  /** The detected incident that it is about. */
  incidentId: string | null;
  /** Shown above the fields. */
  children?: ReactNode;
  /** `mailed`: how many subscribers get an email, as far as is known; null if none does. */
  onPosted: (incident: PublicationAnswer, mailed: number | null) => void;
  onClose: () => void;
};

/** Posts an incident on a status page, with a text that people write. */
export function PostDialog({ page, subscribers, incidentId, children, onPosted, onClose, ...initial }: Props) {
  const { t } = useTranslation();
  const mailed = page.takesSubscribers ? subscribers : null;
  const [first] = useState(initial.subject);
  const [subject, setSubject] = useState(first);
  const [refusals, setRefusals] = useState(0);
  const update = useUpdateDraft('investigating', page);
  const saving = useSaving();
  const isRefused = refusals > 0;
  const isPosted = saving.failure instanceof ApiFailure && saving.failure.code === 'already_posted';
  const { notify } = update;

  async function post() {
    if (isTitleBad(subject) || update.isBad) return setRefusals(refusals + 1);
    const { state, text } = update;
    await saving.save(async () => {
      const body = { ...subject, components: [...subject.components], state, text, incidentId, notify };
      const posted = await callApi(publicationCalls.create, { params: { slug: page.slug }, body });
      onPosted(posted, notify ? mailed : null);
    });
  }

  return (
    <FormDialog
      title={t('pages.post.title')}
      confirm={notify && mailed ? t('pages.post.confirmAndMail', { count: mailed }) : t('pages.post.confirm')}
      failed={t('pages.post.failed')}
      saving={saving}
      isDirty={subject !== first || update.isOwnText}
      attempts={refusals}
      onConfirm={() => void post()}
      onClose={onClose}
    >
      {isPosted && (
        <Button variant="outline" alignSelf="flex-start" asChild>
          <a href={`${statusPagePath(page.slug)}?tab=incidents`} target="_blank" rel="noreferrer">
            {t('pages.post.update')}
          </a>
        </Button>
      )}
      {page.state !== 'published' && <Notice kind="info">{t('pages.post.notPublished')}</Notice>}
      {children}
      <SubjectFields
        subject={subject}
        groups={page.groups}
        isRefused={isRefused}
        saving={saving}
        onChange={setSubject}
      />
      <UpdateFields update={update} subscribers={mailed} isRefused={isRefused} saving={saving} />
    </FormDialog>
  );
}
