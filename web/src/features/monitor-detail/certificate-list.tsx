import type { Endpoint } from '@farwatch/core/documents/endpoint';
import { endpointSchema } from '@farwatch/core/documents/endpoint';
import { type Certificate, firstToEnd } from '@farwatch/core/values/certificate';
import { LIST_LIMITS } from '@farwatch/core/values/limits';
import { MINUTE_MS } from '@farwatch/core/values/time';
import { limit, where } from 'firebase/firestore';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { CertificateState } from '../../domain/certificate/certificate-state.tsx';
import { usePages } from '../../lib/list/paging.ts';
import { useOwnDocuments } from '../../lib/live/firestore-listeners.ts';
import type { WithId } from '../../lib/live/read-document.ts';
import { endpointPath } from '../../lib/navigation/paths.ts';
import { useNow } from '../../lib/time/now.ts';
import type { Column } from '../../ui/data-table/columns.ts';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { useSorted } from '../../ui/data-table/use-sorted.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { FailureNotice } from '../../ui/feedback/failure-notice.tsx';
import { Loading } from '../../ui/feedback/loading.tsx';
import { Pager } from '../../ui/navigation/pager.tsx';
import { FullDate } from '../../ui/text/time.tsx';
import { TwoLines } from '../../ui/text/two-lines.tsx';
import { UrlAndName } from '../../ui/text/url-text.tsx';

const PAGE_SIZE = 10;
/** The name in the address under which lists keep their order and page. */
const CERTIFICATES = 'certificates';
const FIRST = { column: 'ends', direction: 'asc' } as const;

type Row = Pick<WithId<Endpoint>, 'id' | 'url' | 'name'> & { certificate: Certificate };

/** The certificates of a monitor's endpoints, the one that expires next first. */
export default function CertificateList({ monitorId }: { monitorId: string }) {
  const { t } = useTranslation();
  const { data, error } = useOwnDocuments(
    'endpoints',
    endpointSchema,
    [where('monitorId', '==', monitorId), limit(LIST_LIMITS.byPerson)],
    `endpoints of ${monitorId}`,
  );
  const rows = useMemo(
    () =>
      data?.items.flatMap(({ id, url, name, certificate }): Row[] =>
        certificate ? [{ id, url, name, certificate }] : [],
      ),
    [data],
  );
  if (!rows && error) return <FailureNotice title={t('certificates.loadFailed')} failure={error} />;
  if (!rows) return <Loading />;
  if (rows.length === 0) return <EmptyState title={t('certificates.empty')} hint={t('certificates.emptyHint')} />;
  return <CertificateTable rows={rows} />;
}

function CertificateTable({ rows: all }: { rows: readonly Row[] }) {
  const { t } = useTranslation();
  const nowMs = useNow(MINUTE_MS);
  const columns = useMemo(() => columnsOf(t, nowMs), [t, nowMs]);
  const { rows, sort, onSort } = useSorted(all, columns, FIRST, CERTIFICATES);
  const { items, page, pageCount, setPage } = usePages(rows, PAGE_SIZE, CERTIFICATES);
  return (
    <>
      <DataTable
        label={t('monitor.certificates')}
        columns={columns}
        rows={items}
        total={rows.length}
        keyOf={(row) => row.id}
        linkOf={({ id, url, name }) => ({ to: endpointPath(id), state: { endpoint: { id, url, name } } })}
        sort={sort}
        onSort={onSort}
      />
      {rows.length > PAGE_SIZE && <Pager page={page} pageCount={pageCount} onPage={setPage} />}
    </>
  );
}

function columnsOf(t: TFunction, nowMs: number): Column<Row>[] {
  return [
    {
      id: 'endpoint',
      header: t('incidents.columns.endpoint'),
      cell: ({ url, name }) => <UrlAndName url={url} name={name} />,
      sortBy: ({ url }) => url,
      minWidth: '204px',
      card: 'title',
    },
    {
      id: 'state',
      header: t('certificates.state'),
      cell: ({ certificate }) => <CertificateState certificate={certificate} nowMs={nowMs} />,
      sortBy: ({ certificate }) => firstToEnd(certificate).endsAt,
      width: '156px',
      card: 'status',
    },
    {
      id: 'ends',
      header: t('certificates.ends'),
      cell: ({ certificate }) => <FullDate atMs={firstToEnd(certificate).endsAt} />,
      sortBy: ({ certificate }) => firstToEnd(certificate).endsAt,
      width: '140px',
    },
    {
      id: 'issuer',
      header: t('certificates.issuer'),
      cell: ({ certificate }) => <TwoLines first={certificate.issuer} />,
      sortBy: ({ certificate }) => certificate.issuer,
      minWidth: '156px',
    },
  ];
}
