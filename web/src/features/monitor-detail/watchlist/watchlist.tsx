import { Button, chakra, Flex, Text } from '@chakra-ui/react';
import { endpointCalls } from '@farwatch/core/contracts/api/endpoints';
import { readableUrl } from '@farwatch/core/values/readable-url';
import { FolderInput, Plus, Trash2 } from 'lucide-react';
import { Suspense, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PauseButton } from '../../../domain/pause/pause-button.tsx';
import { callApi } from '../../../lib/api/client.ts';
import { unlessDeleted } from '../../../lib/api/use-saving.ts';
import { deletions, UNDO_SEC } from '../../../lib/deletion/deletions.ts';
import { withTexts } from '../../../lib/i18n/i18n.ts';
import { usePages } from '../../../lib/list/paging.ts';
import { editMonitorPath, endpointPath } from '../../../lib/navigation/paths.ts';
import { useIsEditor } from '../../../lib/session/session.ts';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import { rowSelection } from '../../../ui/data-table/row-selection.tsx';
import { useSorted } from '../../../ui/data-table/use-sorted.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { lazyPart } from '../../../ui/feedback/lazy-part.tsx';
import { Choice } from '../../../ui/form/choice.tsx';
import { SearchBox } from '../../../ui/form/search-box.tsx';
import { ForEditors } from '../../../ui/layout/for-editors.tsx';
import { Section } from '../../../ui/layout/section.tsx';
import { ButtonLink } from '../../../ui/navigation/links.tsx';
import { Pager } from '../../../ui/navigation/pager.tsx';
import { AskDialog } from '../../../ui/overlay/ask-dialog.tsx';
import { WholeUrl } from '../../../ui/text/url-text.tsx';
import { deletionFailed, keepExisting, PartlyDeleted, remainingOf } from './delete-outcome.ts';
import { endpointColumns } from './endpoint-columns.tsx';
import type { EndpointRow } from './endpoint-row.ts';
import { selectEndpoints, useWatchlistView, WATCHLIST, type WatchlistView, WHOLE_LIST } from './select-endpoints.ts';

const ResumeEndpoints = lazyPart(withTexts('pause', () => import('../../../domain/pause/resume-endpoints.tsx')));
const MoveDialog = lazyPart(withTexts('form', () => import('./move-dialog.tsx')));
const PAGE_SIZE = 10;

/** The monitor's endpoints, by default sorted by URL; they can be opened and deleted. */
export function Watchlist({ monitorId, endpoints }: { monitorId: string; endpoints: readonly EndpointRow[] }) {
  const { t } = useTranslation();
  const [view, setView] = useWatchlistView();
  const shown = useMemo(() => selectEndpoints(endpoints, view), [endpoints, view]);
  // Endpoints hidden by the search are not deleted with the others.
  const deletion = useDeletion(monitorId, shown);
  const { selected } = deletion;
  const section = useRef<HTMLDivElement>(null);
  return (
    <Section
      title={t('monitor.watchlist')}
      ref={section}
      aside={
        // Always takes up space, so that selecting the first row does not shift the layout.
        <ForEditors>
          <Flex gap="2" wrap="wrap" visibility={selected.size > 0 ? 'visible' : 'hidden'}>
            <PauseSelected monitorId={monitorId} endpoints={shown.filter(({ id }) => selected.has(id))} />
            <MoveSelected
              monitorId={monitorId}
              endpointIds={[...selected]}
              onMoved={() => deletion.select(new Set())}
            />
            <Button
              size="sm"
              variant="outline"
              colorPalette="danger"
              aria-label={t('monitor.deleteSelected', { count: selected.size })}
              onClick={deletion.requestConfirmation}
            >
              <Trash2 aria-hidden="true" />
              <Text as="span" hideBelow="sm">
                {t('monitor.deleteSelected', { count: selected.size })}
              </Text>
            </Button>
          </Flex>
        </ForEditors>
      }
    >
      {endpoints.length === 0 ? (
        <NoEndpoints monitorId={monitorId} />
      ) : (
        <>
          {endpoints.length > 1 && <WatchlistToolbar endpoints={endpoints} view={view} onView={setView} />}
          {shown.length === 0 ? (
            <NoMatch onClear={() => setView(WHOLE_LIST)} />
          ) : (
            <EndpointTable endpoints={shown} selected={selected} onSelect={deletion.select} />
          )}
        </>
      )}
      <DeleteEndpointsDialog
        open={deletion.isConfirming}
        endpoints={deletion.pending}
        onConfirm={deletion.confirm}
        onDismiss={deletion.dismiss}
        returnTo={() => (selected.size > 0 ? null : section.current)}
      />
    </Section>
  );
}

/** Pauses the selected endpoints that are not paused, or else resumes them. */
function PauseSelected({ monitorId, endpoints }: { monitorId: string; endpoints: readonly EndpointRow[] }) {
  const checked = endpoints.filter(({ isPausedAlone }) => !isPausedAlone);
  const targets = (rows: readonly EndpointRow[]) => {
    return { kind: 'endpoints' as const, monitorId, ids: rows.map(({ id }) => id) };
  };
  if (checked.length > 0 || endpoints.length === 0) return <PauseButton isSmall targets={targets(checked)} />;
  return (
    <Suspense fallback={null}>
      <ResumeEndpoints targets={targets(endpoints)} />
    </Suspense>
  );
}

type MoveProps = { monitorId: string; endpointIds: readonly string[]; onMoved: () => void };

function MoveSelected({ monitorId, endpointIds, onMoved }: MoveProps) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="sm" variant="outline" aria-label={t('monitor.moveSelected')} onClick={() => setOpen(true)}>
        <FolderInput aria-hidden="true" />
        <Text as="span" hideBelow="sm">
          {t('monitor.moveSelected')}
        </Text>
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <MoveDialog
            monitorId={monitorId}
            endpointIds={endpointIds}
            onClose={() => setOpen(false)}
            onMoved={onMoved}
          />
        </Suspense>
      )}
    </>
  );
}

function NoEndpoints({ monitorId }: { monitorId: string }) {
  const { t } = useTranslation();
  return (
    <EmptyState
      title={t('monitor.empty')}
      hint={t('monitor.emptyHint')}
      action={
        <ForEditors>
          <ButtonLink to={editMonitorPath(monitorId)} colorPalette="accent">
            <Plus aria-hidden="true" />
            {t('monitor.addEndpoints')}
          </ButtonLink>
        </ForEditors>
      }
    />
  );
}

function NoMatch({ onClear }: { onClear: () => void }) {
  const { t } = useTranslation();
  return (
    <EmptyState
      title={t('monitor.watch.noMatch')}
      action={
        <Button variant="outline" onClick={onClear}>
          {t('monitor.watch.showAll')}
        </Button>
      }
    />
  );
}

type TableProps = {
  endpoints: readonly EndpointRow[];
  selected: ReadonlySet<string>;
  onSelect: (selected: ReadonlySet<string>) => void;
};

function EndpointTable({ endpoints, selected, onSelect }: TableProps) {
  const { t } = useTranslation();
  const columns = useMemo(() => endpointColumns(t), [t]);
  const { rows, sort, onSort } = useSorted(endpoints, columns, { column: 'url', direction: 'asc' }, WATCHLIST);
  const { items, page, pageCount, setPage } = usePages(rows, PAGE_SIZE, WATCHLIST);
  const isEditor = useIsEditor();
  const selection = rowSelection<EndpointRow>({
    selected,
    allKeys: endpoints.map((row) => row.id),
    keyOf: (row) => row.id,
    onChange: onSelect,
    labelOf: (row) => t('monitor.select', { url: readableUrl(row.url) }),
    allLabel: t('monitor.selectAll'),
  });
  return (
    <>
      <DataTable
        label={t('monitor.watchlist')}
        columns={columns}
        rows={items}
        total={rows.length}
        keyOf={(row) => row.id}
        highlightOn={(row) => row.status}
        linkOf={({ id, url, name }) => ({ to: endpointPath(id), state: { endpoint: { id, url, name } } })}
        {...(isEditor && { selection })}
        sort={sort}
        onSort={onSort}
      />
      {endpoints.length > PAGE_SIZE && <Pager page={page} pageCount={pageCount} onPage={setPage} />}
    </>
  );
}

type ToolbarProps = { endpoints: readonly EndpointRow[]; view: WatchlistView; onView: (view: WatchlistView) => void };

/** The watchlist's search and filter, with the number of endpoints and how many of them fail. */
function WatchlistToolbar({ endpoints, view, onView }: ToolbarProps) {
  const { t } = useTranslation();
  const failing = endpoints.filter((endpoint) => endpoint.isFailing).length;
  return (
    <Flex
      direction={{ base: 'column', sm: 'row' }}
      align={{ sm: 'center' }}
      gap="2"
      px="4"
      pb="3"
      borderBottomWidth="1px"
    >
      <SearchBox
        label={t('monitor.watch.search')}
        value={view.search}
        onSearch={(search) => onView({ ...view, search })}
      />
      <Choice
        label={t('monitor.watch.filter')}
        value={view.only}
        options={[
          { value: 'all', label: t('monitor.watch.all', { count: endpoints.length }) },
          { value: 'failing', label: t('monitor.watch.failing', { count: failing }) },
        ]}
        onChoose={(only) => onView({ ...view, only })}
      />
    </Flex>
  );
}

/** Selects and deletes endpoints. If that is undone or fails, they are selected again. */
function useDeletion(monitorId: string, rows: readonly EndpointRow[]) {
  const { t } = useTranslation();
  const [chosen, select] = useState<ReadonlySet<string>>(new Set());
  // A copy of the rows for the dialog: they may disappear before the call returns.
  const [pending, setPending] = useState<readonly EndpointRow[]>([]);
  const [isConfirming, setConfirming] = useState(false);
  const selected = keepExisting(
    chosen,
    rows.map((row) => row.id),
  );

  function requestConfirmation(): void {
    setPending(rows.filter((row) => selected.has(row.id)));
    setConfirming(true);
  }

  function confirm(): void {
    const ids = pending.map((row) => row.id);
    const [first] = pending;
    setConfirming(false);
    deletions.remove({
      ids,
      deleted: first && ids.length === 1 ? { name: first.name } : { endpoints: ids.length },
      call: () => deleteEndpoints(monitorId, ids),
      failed: (failure) => t(...deletionFailed(ids.length, failure)),
      onRestored: () => select((now) => new Set([...now, ...ids])),
    });
  }

  return {
    selected,
    select,
    pending,
    isConfirming,
    requestConfirmation,
    dismiss: () => setConfirming(false),
    confirm,
  };
}

/** Deletes endpoints of a monitor in one call. Throws PartlyDeleted if some are left. */
async function deleteEndpoints(monitorId: string, ids: readonly string[]): Promise<void> {
  const [only, ...others] = ids;
  if (only === undefined) return;
  if (others.length === 0) return unlessDeleted(callApi(endpointCalls.remove, { params: { id: only } }));
  const input = { params: { id: monitorId }, body: { endpointIds: [...ids] } };
  const { deleted } = await callApi(endpointCalls.removeSeveral, input);
  const remaining = remainingOf(ids, deleted);
  if (remaining > 0) throw new PartlyDeleted(remaining);
}

type DeleteEndpointsDialogProps = {
  open: boolean;
  endpoints: readonly EndpointRow[];
  onConfirm: () => void;
  onDismiss: () => void;
  /** The element to focus afterwards; null: the opener. */
  returnTo: () => HTMLElement | null;
};

/** The maximum number listed by URL; the rest is only counted. */
const MAX_NAMED = 5;

/** Confirms the deletion of endpoints. */
function DeleteEndpointsDialog({ open, endpoints, onConfirm, onDismiss, returnTo }: DeleteEndpointsDialogProps) {
  const { t } = useTranslation();
  const named = endpoints.slice(0, MAX_NAMED);
  const rest = endpoints.length - named.length;
  return (
    <AskDialog
      open={open}
      title={t('monitor.deleteTitle')}
      confirm={t('monitor.deleteConfirm')}
      danger
      onConfirm={onConfirm}
      returnTo={returnTo}
      dismiss={{ text: t('cancel'), onDismiss }}
    >
      <Text>{t('monitor.deleteText', { count: endpoints.length })}</Text>
      <chakra.ul listStyleType="none" mt="3" color="text.muted" textStyle="sm">
        {named.map((endpoint) => (
          <chakra.li key={endpoint.id} overflowWrap="anywhere">
            <WholeUrl url={endpoint.url} />
          </chakra.li>
        ))}
        {rest > 0 && <li>{t('monitor.deleteMore', { count: rest })}</li>}
      </chakra.ul>
      <Text mt="3">{t('undoFor', { count: UNDO_SEC })}</Text>
    </AskDialog>
  );
}
