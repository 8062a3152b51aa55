import { Button, chakra, Flex, Text } from '@chakra-ui/react';
import type { PageAnswer } from '@farwatch/core/contracts/api/pages';
import { type PublicationAnswer, publicationCalls } from '@farwatch/core/contracts/api/publications';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../components/feedback/empty-state.tsx';
import { FailureNotice } from '../../../components/feedback/failure-notice.tsx';
import { Loading } from '../../../components/feedback/loading.tsx';
import { Notice } from '../../../components/feedback/notice.tsx';
import { BusyButton } from '../../../components/form/busy-button.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { PostDialog } from '../../../components/status-page/post-dialog.tsx';
import { callApi } from '../../../lib/api/client.ts';
import { POLL_MS, useApi } from '../../../lib/api/use-api.ts';
import { useRun } from '../../../lib/api/use-run.ts';
import { DeleteIncident, EditIncident, UpdateIncident } from './incident-dialogs.tsx';
import { type IncidentAction, IncidentItem } from './incident-item.tsx';

type Open = { what: 'post' } | { what: IncidentAction; incident: PublicationAnswer } | null;
type Done = 'posted' | 'updated' | 'edited' | 'deleted';
type Props = { page: PageAnswer; subscribers: number };

/** The incidents that were posted on a page, open ones first, and what posts, updates and deletes them. */
export default function IncidentsTab({ page, subscribers }: Props) {
  const { t } = useTranslation();
  const { incidents, error, isValidating, next, more, refresh } = usePosted(page.slug);
  const [open, setOpen] = useState<Open>(null);
  const [done, setDone] = useState<Done | null>(null);

  function show(dialog: Open) {
    setDone(null);
    setOpen(dialog);
  }
  function finish(what: Done) {
    setOpen(null);
    setDone(what);
    refresh();
  }

  const post = (
    <Button colorPalette="accent" alignSelf="flex-start" onClick={() => show({ what: 'post' })}>
      <Plus aria-hidden="true" />
      {t('pages.post.title')}
    </Button>
  );
  return (
    <Flex direction="column" gap="4">
      {done !== null && <Notice kind="success">{t(`pages.post.${done}`)}</Notice>}
      {!incidents && error && (
        <FailureNotice title={t('pages.post.loadFailed')} failure={error} onRetry={refresh} isRetrying={isValidating} />
      )}
      {!incidents && !error && <Loading />}
      {incidents?.length === 0 && (
        <Panel>
          <EmptyState title={t('pages.post.empty')} hint={t('pages.post.emptyHint')} action={post} />
        </Panel>
      )}
      {incidents && incidents.length > 0 && (
        <>
          {post}
          <Panel overflow="clip">
            <chakra.ul listStyleType="none" aria-label={t('pages.tabs.incidents')}>
              {incidents.map((incident) => (
                <IncidentItem
                  key={incident.id}
                  incident={incident}
                  groups={page.groups}
                  onAction={(what) => show({ what, incident })}
                />
              ))}
            </chakra.ul>
          </Panel>
          {next !== null && <More {...more} />}
        </>
      )}
      {open?.what === 'post' && (
        <PostDialog
          page={page}
          subscribers={subscribers}
          subject={{ title: '', components: [] }}
          incidentId={null}
          onPosted={() => finish('posted')}
          onClose={() => setOpen(null)}
        />
      )}
      {(open?.what === 'update' || open?.what === 'resolve') && (
        <UpdateIncident
          page={page}
          subscribers={page.takesSubscribers ? subscribers : 0}
          incident={open.incident}
          state={open.what === 'resolve' ? 'resolved' : open.incident.resolvedAt ? 'investigating' : 'monitoring'}
          onDone={() => finish('updated')}
          onClose={() => setOpen(null)}
        />
      )}
      {open?.what === 'edit' && (
        <EditIncident
          page={page}
          incident={open.incident}
          onDone={() => finish('edited')}
          onClose={() => setOpen(null)}
        />
      )}
      {open?.what === 'delete' && (
        <DeleteIncident
          slug={page.slug}
          incident={open.incident}
          onDone={() => finish('deleted')}
          onClose={() => setOpen(null)}
        />
      )}
    </Flex>
  );
}

/** The posted incidents as far as they were loaded. `next`: null if these are all. */
function usePosted(slug: string) {
  const { data, error, isValidating, mutate } = useApi(publicationCalls.list, { params: { slug } }, POLL_MS);
  const [older, setOlder] = useState<{ incidents: PublicationAnswer[]; next: string | null } | null>(null);
  const { isBusy, failure, run } = useRun();
  const next = older ? older.next : (data?.next ?? null);
  const known = new Set(data?.incidents.map(({ id }) => id));
  const all = data && [...data.incidents, ...(older?.incidents.filter(({ id }) => !known.has(id)) ?? [])];

  async function load() {
    if (next === null) return;
    const answer = await callApi(publicationCalls.list, { params: { slug }, query: { before: next } });
    setOlder({ incidents: [...(older?.incidents ?? []), ...answer.incidents], next: answer.next });
  }

  return {
    incidents: all && [...all.filter((each) => !each.resolvedAt), ...all.filter((each) => each.resolvedAt)],
    error,
    isValidating,
    next,
    more: { isBusy, failure, load: () => void run(load) },
    refresh: () => {
      // What was changed may be among them.
      setOlder(null);
      void mutate();
    },
  };
}

function More({ isBusy, failure, load }: ReturnType<typeof usePosted>['more']) {
  const { t } = useTranslation();
  return (
    <Flex direction="column" gap="2" align="center">
      {failure !== null && <FailureNotice title={t('pages.post.loadFailed')} failure={failure} />}
      <BusyButton variant="outline" borderColor="edge" loading={isBusy} onClick={load}>
        <Text as="span">{t('pages.post.more')}</Text>
      </BusyButton>
    </Flex>
  );
}
