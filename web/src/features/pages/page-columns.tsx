import { Flex, IconButton, Text } from '@chakra-ui/react';
import { type PageAnswer, pageCalls } from '@farwatch/core/contracts/api/pages';
import type { TFunction } from 'i18next';
import { ExternalLink, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Column } from '../../components/data-table/columns.ts';
import { CopyButton } from '../../components/form/copy.tsx';
import { TimeAgo } from '../../components/text/time.tsx';
import { useApiOnce } from '../../lib/api/use-api.ts';
import { PageState } from './page-state.tsx';

export type PageColumn = 'title' | 'address' | 'state' | 'access' | 'subscribers' | 'updated' | 'actions';

export function pageColumns(t: TFunction, onDelete: (page: PageAnswer) => void): Column<PageAnswer, PageColumn>[] {
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
      cell: ({ updatedAt }) => <TimeAgo atMs={Date.parse(updatedAt)} />,
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

/** Without the host, which is the same for all. */
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
