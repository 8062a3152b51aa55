import { Button, Flex, IconButton, Text } from '@chakra-ui/react';
import { type PageAnswer, pageCalls } from '@farwatch/core/contracts/api/pages';
import { STATUS_PAGE } from '@farwatch/core/values/status-page/limits';
import type { TFunction } from 'i18next';
import { ExternalLink, Plus, Trash2 } from 'lucide-react';
import { Suspense, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { callApi } from '../../lib/api/client.ts';
import { useApi, useApiOnce } from '../../lib/api/use-api.ts';
import { unlessDeleted } from '../../lib/api/use-saving.ts';
import { deletions, UNDO_SEC, useRemaining } from '../../lib/deletion/deletions.ts';
import { useMonitors } from '../../lib/live/account.ts';
import { PATHS, statusPagePath } from '../../lib/navigation/paths.ts';
import { useIsEditor } from '../../lib/session/session.ts';
import type { Column } from '../../ui/data-table/columns.ts';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { useSorted } from '../../ui/data-table/use-sorted.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { FailureNotice } from '../../ui/feedback/failure-notice.tsx';
import { lazyPart } from '../../ui/feedback/lazy-part.tsx';
import { Loading } from '../../ui/feedback/loading.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { CopyButton } from '../../ui/form/copy.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { AskDialog } from '../../ui/overlay/ask-dialog.tsx';
import { TimeAgo } from '../../ui/text/time.tsx';
import { PageState } from './page-state.tsx';

const NoStatusPages = lazyPart(() => import('./no-status-pages.tsx'));

/** /pages: the account's status pages. */
export default function StatusPagesPage() {
  const { t } = useTranslation();
  const { data, error, isValidating, mutate } = useApi(pageCalls.list, {});
  const monitors = useMonitors().data?.items;
  const [deleting, setDeleting] = useState<PageAnswer | null>(null);
  const isEditor = useIsEditor();
  const create = useRef<HTMLAnchorElement>(null);
  const pages = useRemaining(data?.pages, keyOf);
  const isFull = (pages?.length ?? 0) >= STATUS_PAGE.perOwner;
  const isEmpty = pages?.length === 0;

  function remove(page: PageAnswer) {
    const { slug, title } = page;
    setDeleting(null);
    deletions.remove({
      ids: [keyOf(page)],
      deleted: { name: title },
      failed: t('pages.delete.failed'),
      async call() {
        await unlessDeleted(callApi(pageCalls.remove, { params: { slug } }));
        await mutate();
      },
    });
  }

  return (
    <>
      <PageHeader
        title={t('pages.title')}
        subtitle={t('pages.subtitle')}
        actions={
          !isFull &&
          isEditor && (
            <Button colorPalette="accent" variant={isEmpty ? 'outline' : 'solid'} asChild>
              <Link ref={create} to={PATHS.newPage}>
                <Plus aria-hidden="true" />
                {t('pages.create')}
              </Link>
            </Button>
          )
        }
      />
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
      {isEmpty && monitors && isEditor && (
        <Suspense fallback={<Loading />}>
          <NoStatusPages monitors={monitors} />
        </Suspense>
      )}
      {isEmpty && !isEditor && <EmptyState title={t('pages.empty')} />}
      {pages && pages.length > 0 && <PagesTable pages={pages} onDelete={setDeleting} />}
      {deleting && (
        <DeleteDialog
          page={deleting}
          returnTo={() => create.current}
          onConfirm={() => remove(deleting)}
          onClose={() => setDeleting(null)}
        />
      )}
    </>
  );
}

/** Identifies a page as it is now: another may get its address. */
function keyOf({ slug, updatedAt }: PageAnswer): string {
  return `${slug} ${updatedAt}`;
}

function PagesTable({ pages, onDelete }: { pages: readonly PageAnswer[]; onDelete: (page: PageAnswer) => void }) {
  const { t } = useTranslation();
  const isEditor = useIsEditor();
  const columns = useMemo(
    () => pageColumns(t, onDelete).filter(({ id }) => isEditor || id !== 'actions'),
    [t, onDelete, isEditor],
  );
  const { rows, sort, onSort } = useSorted(pages, columns, { column: 'title', direction: 'asc' }, '');
  return (
    <Panel overflow="clip">
      <DataTable
        label={t('pages.title')}
        columns={columns}
        rows={rows}
        keyOf={({ slug }) => slug}
        {...(isEditor && { linkOf: ({ slug }: PageAnswer) => ({ to: statusPagePath(slug) }) })}
        sort={sort}
        onSort={onSort}
      />
    </Panel>
  );
}

type DeleteDialogProps = {
  page: PageAnswer;
  returnTo: () => HTMLElement | null;
  onConfirm: () => void;
  onClose: () => void;
};

/** Lists what is lost when a page is deleted. */
function DeleteDialog({ page: { slug, title, address }, returnTo, onConfirm, onClose }: DeleteDialogProps) {
  const { t } = useTranslation();
  const { data } = useApi(pageCalls.get, { params: { slug } });
  const subscribers = data?.subscribers ?? 0;
  return (
    <AskDialog
      open
      danger
      title={t('pages.delete.title', { title })}
      confirm={t('pages.delete.confirm')}
      onConfirm={onConfirm}
      dismiss={{ text: t('cancel'), onDismiss: onClose }}
      returnTo={returnTo}
    >
      <Flex direction="column" gap="3">
        <Text overflowWrap="anywhere">{t('pages.delete.text', { address })}</Text>
        {subscribers > 0 && <Text>{t('pages.delete.subscribers', { count: subscribers })}</Text>}
        <Text color="text.muted">{t('pages.delete.kept')}</Text>
        <Text>{t('undoFor', { count: UNDO_SEC })}</Text>
      </Flex>
    </AskDialog>
  );
}

type PageColumn = 'title' | 'address' | 'state' | 'access' | 'subscribers' | 'updated' | 'actions';

function pageColumns(t: TFunction, onDelete: (page: PageAnswer) => void): Column<PageAnswer, PageColumn>[] {
  return [
    {
      id: 'title',
      header: t('pages.columns.title'),
      card: 'title',
      cell: ({ title }) => title,
      sortBy: ({ title }) => title,
    },
    {
      id: 'address',
      header: t('pages.columns.address'),
      card: 'wide',
      minWidth: '220px',
      cell: (page) => <Address page={page} />,
      sortBy: ({ slug }) => slug,
    },
    {
      id: 'state',
      header: t('pages.columns.state'),
      card: 'status',
      width: '150px',
      cell: (page) => <StateWithReason page={page} />,
      sortBy: ({ state }) => state,
    },
    {
      id: 'access',
      header: t('pages.columns.access'),
      width: '120px',
      dropOrder: 2,
      cell: ({ access }) => t(`pages.access.${access}`),
      sortBy: ({ access }) => access,
    },
    {
      id: 'subscribers',
      header: t('pages.columns.subscribers'),
      width: '120px',
      align: 'end',
      dropOrder: 1,
      cell: (page) => <Subscribers page={page} />,
    },
    {
      id: 'updated',
      header: t('pages.columns.updated'),
      width: '140px',
      dropOrder: 3,
      cell: ({ updatedAt }) => <TimeAgo inTable atMs={Date.parse(updatedAt)} />,
      sortBy: ({ updatedAt }) => updatedAt,
    },
    {
      id: 'actions',
      header: '',
      card: 'end',
      width: '64px',
      align: 'end',
      cell: (page) => (
        <IconButton
          variant="ghost"
          color="text.muted"
          aria-label={t('pages.delete.button', { title: page.title })}
          onClick={() => onDelete(page)}
        >
          <Trash2 />
        </IconButton>
      ),
    },
  ];
}

/** Leaves out the host, which is the same for all. */
function Address({ page: { address, slug, state, title } }: { page: PageAnswer }) {
  const { t } = useTranslation();
  return (
    <Flex align="center" minW="0">
      <Text as="span" color="text.muted" truncate>
        {`/status/${slug}`}
      </Text>
      <CopyButton text={address} label={t('pages.copyAddress', { title })} size="sm" />
      {state === 'published' && (
        <IconButton variant="ghost" color="text.muted" size="sm" aria-label={t('pages.openOne', { title })} asChild>
          <a href={address} target="_blank" rel="noreferrer">
            <ExternalLink />
          </a>
        </IconButton>
      )}
    </Flex>
  );
}

function StateWithReason({ page }: { page: PageAnswer }) {
  return (
    <>
      <PageState page={page} />
      {page.blockedReason !== null && (
        <Text textStyle="xs" color="text.muted" overflowWrap="anywhere" whiteSpace="normal">
          {page.blockedReason}
        </Text>
      )}
    </>
  );
}

/** The list of pages does not count them. */
function Subscribers({ page: { slug, takesSubscribers } }: { page: PageAnswer }) {
  const { t } = useTranslation();
  const { data } = useApiOnce(pageCalls.get, takesSubscribers ? { params: { slug } } : null);
  return data?.subscribers ?? t('noValue');
}
