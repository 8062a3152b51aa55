import { Button } from '@chakra-ui/react';
import { type PageAnswer, pageCalls } from '@farwatch/core/contracts/api/pages';
import { STATUS_PAGE } from '@farwatch/core/values/status-page/limits';
import { Plus } from 'lucide-react';
import { Suspense, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { DataTable } from '../../components/data-table/data-table.tsx';
import { useSorted } from '../../components/data-table/use-sorted.ts';
import { FailureNotice } from '../../components/feedback/failure-notice.tsx';
import { lazyPart } from '../../components/feedback/lazy-part.tsx';
import { Loading } from '../../components/feedback/loading.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { Panel } from '../../components/layout/panel.tsx';
import { useApi } from '../../lib/api/use-api.ts';
import { useMonitors } from '../../lib/live/account.ts';
import { PATHS, statusPagePath } from '../../lib/navigation/paths.ts';
import { useTitle } from '../../lib/navigation/window-title.ts';
import { DeleteDialog } from './delete-dialog.tsx';
import { pageColumns } from './page-columns.tsx';

const EmptyPages = lazyPart(() => import('./empty-pages.tsx'));

/** /pages: the account's status pages. */
export default function PagesPage() {
  const { t } = useTranslation();
  useTitle(t('pages.title'));
  const { data, error, isValidating, mutate } = useApi(pageCalls.list, {});
  const monitors = useMonitors().data?.items;
  const [deleting, setDeleting] = useState<PageAnswer | null>(null);
  const [deleted, setDeleted] = useState<string | null>(null);
  const create = useRef<HTMLAnchorElement>(null);
  const pages = data?.pages;
  const isFull = (pages?.length ?? 0) >= STATUS_PAGE.perOwner;
  const isEmpty = pages?.length === 0;

  function ask(page: PageAnswer) {
    setDeleted(null);
    setDeleting(page);
  }

  return (
    <>
      <PageHeader
        title={t('pages.title')}
        subtitle={t('pages.subtitle')}
        actions={
          !isFull && (
            <Button colorPalette="accent" variant={isEmpty ? 'outline' : 'solid'} asChild>
              <Link ref={create} to={PATHS.newPage}>
                <Plus aria-hidden="true" />
                {t('pages.create')}
              </Link>
            </Button>
          )
        }
      />
      {deleted !== null && <Notice kind="success">{t('pages.delete.done', { title: deleted })}</Notice>}
      {isFull && <Notice kind="info">{t('pages.full', { count: STATUS_PAGE.perOwner })}</Notice>}
      {error && !pages && (
        <FailureNotice
          title={t('pages.loadFailed')}
          failure={error}
          onRetry={() => void mutate()}
          isRetrying={isValidating}
        />
      )}
      {(!pages && !error) || (isEmpty && !monitors) ? <Loading /> : null}
      {isEmpty && monitors && (
        <Suspense fallback={<Loading />}>
          <EmptyPages monitors={monitors} />
        </Suspense>
      )}
      {pages && pages.length > 0 && <PagesTable pages={pages} onDelete={ask} />}
      {deleting && (
        <DeleteDialog
          page={deleting}
          returnTo={() => create.current}
          onDeleted={() => {
            setDeleted(deleting.title);
            setDeleting(null);
            void mutate();
          }}
          onClose={() => setDeleting(null)}
        />
      )}
    </>
  );
}

function PagesTable({ pages, onDelete }: { pages: readonly PageAnswer[]; onDelete: (page: PageAnswer) => void }) {
  const { t } = useTranslation();
  const columns = useMemo(() => pageColumns(t, onDelete), [t, onDelete]);
  const { rows, sort, onSort } = useSorted(pages, columns, { column: 'title', direction: 'asc' }, '');
  return (
    <Panel overflow="clip">
      <DataTable
        label={t('pages.title')}
        columns={columns}
        rows={rows}
        keyOf={({ slug }) => slug}
        linkOf={({ slug }) => ({ to: statusPagePath(slug) })}
        sort={sort}
        onSort={onSort}
      />
    </Panel>
  );
}
