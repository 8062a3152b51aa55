import type { PageAnswer } from '@farwatch/core/contracts/api/pages';
import { pageCalls } from '@farwatch/core/contracts/api/pages';
import { slugOf } from '@farwatch/core/values/status-page/slug';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { EmptyState } from '../../../components/feedback/empty-state.tsx';
import { FailureNotice } from '../../../components/feedback/failure-notice.tsx';
import { Loading } from '../../../components/feedback/loading.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { BackLink } from '../../../components/navigation/links.tsx';
import { ApiFailure } from '../../../lib/api/failure.ts';
import { useApi } from '../../../lib/api/use-api.ts';
import { useLanguage } from '../../../lib/i18n/i18n.ts';
import { useQuery } from '../../../lib/list/use-query.ts';
import { useMonitors } from '../../../lib/live/account.ts';
import { PATHS, SAMPLE_QUERY } from '../../../lib/navigation/paths.ts';
import { useTitle } from '../../../lib/navigation/window-title.ts';
import { type Draft, draftOf, newDraft } from './draft.ts';
import { PageEditor } from './page-editor.tsx';
import { sampleGroups, sharedName } from './sample.ts';

/** /pages/new, also with a group of all monitors, and /pages/{slug}. */
export default function EditorPage() {
  const { t } = useTranslation();
  const { slug } = useParams();
  useTitle(slug ? t('pages.title') : t('pages.create'));
  return (
    <>
      <BackLink to={PATHS.pages} text={t('pages.title')} />
      {slug ? <Stored key={slug} slug={slug} /> : <New />}
    </>
  );
}

/** A page as stored when it was opened: the form must not change during editing. */
function Stored({ slug }: { slug: string }) {
  const { t } = useTranslation();
  const { data, error, isValidating, mutate } = useApi(pageCalls.get, { params: { slug } });
  const [opened, setOpened] = useState<(PageAnswer & { subscribers: number }) | null>(null);
  if (!opened && data && !isValidating && !error) setOpened(data);
  if (opened) {
    return (
      <PageEditor stored={opened} subscribers={data?.subscribers ?? opened.subscribers} initial={draftOf(opened)} />
    );
  }
  if (error instanceof ApiFailure && error.code === 'not_found') {
    return (
      <Panel>
        <EmptyState isPage title={t('pages.gone')} />
      </Panel>
    );
  }
  if (!error) return <Loading />;
  return (
    <FailureNotice
      title={t('pages.loadOneFailed')}
      failure={error}
      onRetry={() => void mutate()}
      isRetrying={isValidating}
    />
  );
}

function New() {
  const { t } = useTranslation();
  const language = useLanguage();
  const [query] = useQuery();
  const live = useMonitors();
  const [initial, setInitial] = useState<Draft | null>(null);
  const monitors = live.data?.items;
  if (!initial && (monitors || live.error)) setInitial(firstDraft());
  return initial ? <PageEditor stored={null} subscribers={0} initial={initial} /> : <Loading />;

  function firstDraft(): Draft {
    const empty = newDraft(language, Intl.DateTimeFormat().resolvedOptions().timeZone);
    if (!query.has(SAMPLE_QUERY) || !monitors) return empty;
    const name = sharedName(monitors);
    const title = name === '' ? t('pages.sample.title') : t('pages.sample.titleOf', { name });
    return { ...empty, title, slug: slugOf(title), groups: sampleGroups(monitors) };
  }
}
