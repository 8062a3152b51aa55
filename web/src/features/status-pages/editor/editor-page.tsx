import { Box, Button, Flex, Grid, Text } from '@chakra-ui/react';
import { type PageAnswer, pageCalls } from '@farwatch/core/contracts/api/pages';
import { slugOf } from '@farwatch/core/values/status-page/slug';
import { type ReactNode, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate, useParams } from 'react-router-dom';
import { ApiFailure } from '../../../lib/api/failure.ts';
import { useApi } from '../../../lib/api/use-api.ts';
import { useMedia } from '../../../lib/browser/media.ts';
import { listText } from '../../../lib/format/text.ts';
import { useLanguage } from '../../../lib/i18n/i18n.ts';
import { useQuery } from '../../../lib/list/use-query.ts';
import { useMonitors } from '../../../lib/live/account.ts';
import { isJustSaved, type NavigationState } from '../../../lib/navigation/navigation-state.ts';
import { PATHS, SAMPLE_QUERY, statusPagePath } from '../../../lib/navigation/paths.ts';
import { useTitle } from '../../../lib/navigation/window-title.ts';
import { currentMs } from '../../../lib/time/now.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx';
import { lazyPart } from '../../../ui/feedback/lazy-part.tsx';
import { Loading } from '../../../ui/feedback/loading.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { BusyButton } from '../../../ui/form/busy-button.tsx';
import { PageHeader } from '../../../ui/layout/page-header.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { BackLink } from '../../../ui/navigation/links.tsx';
import { PageTabs, type Tab } from '../../../ui/navigation/page-tabs.tsx';
import { AppDialog } from '../../../ui/overlay/app-dialog.tsx';
import { UnsavedDialog } from '../../../ui/overlay/unsaved-dialog.tsx';
import { PageState } from '../page-state.tsx';
import { AppearanceTab } from './appearance-tab.tsx';
import { ContentTab } from './content-tab.tsx';
import { type Draft, draftOf, newDraft, previewInputOf } from './draft.ts';
import { PagePreview } from './preview.tsx';
import { sampleGroups, sharedName } from './sample.ts';
import { type Outcome, type PageForm, usePageForm } from './use-page-form.ts';

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

const IncidentsTab = lazyPart(() => import('../incidents-tab.tsx'));
const BadgesTab = lazyPart(() => import('../badges/badges-tab.tsx'));

/** The window width at which the preview fits next to the form. */
const WIDE = '(min-width: 1200px)';
/** The tabs that edit the page; the preview is shown next to them. */
const EDITING: readonly string[] = ['content', 'appearance'];

type TabId = 'content' | 'appearance' | 'preview' | 'incidents' | 'badges';
type PageEditorProps = { stored: PageAnswer | null; subscribers: number; initial: Draft };

/** The form of a status page with its preview, its incidents and its badges. */
function PageEditor({ stored, subscribers, initial }: PageEditorProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [page, setPage] = useState(stored);
  const { state } = useLocation();
  const [wasCreated] = useState(() => isJustSaved(state, currentMs()));
  const form = usePageForm(stored, initial, setPage, wasCreated);
  const isWide = useMedia(WIDE);
  const [query] = useQuery();
  const tab = query.get('tab') ?? 'content';
  const content = useFocusOnRefusal(form, tab);
  const isEditing = EDITING.includes(tab) || (isWide && tab === 'preview');
  const isCreated = stored === null && page !== null;
  // This runs in an effect and not right after the call: a user who has already left the form must not be redirected.
  useEffect(() => {
    if (!isCreated) return;
    const created: NavigationState = { savedAtMs: currentMs() };
    void navigate(statusPagePath(page.slug), { replace: true, state: created });
  }, [isCreated, page, navigate]);

  const preview = (height: string) => (
    <PagePreview
      input={previewInputOf(form.draft, t('pages.preview.untitled'))}
      slug={page?.slug ?? null}
      logo={form.draft.logo}
      height={height}
    />
  );
  return (
    <>
      <PageHeader title={page?.title ?? t('pages.create')} subtitle={page && <PageState page={page} />} />
      {page?.state === 'blocked' && (
        <Notice kind="warning">{t('pages.blocked', { reason: page.blockedReason })}</Notice>
      )}
      <Grid
        ref={content}
        templateColumns={isWide && isEditing ? 'minmax(0, 1fr) minmax(0, 420px)' : 'minmax(0, 1fr)'}
        gap="6"
        alignItems="start"
        inert={form.isBusy}
      >
        <PageTabs label={t('pages.tabs.label')} tabs={tabs()} />
        {isWide && isEditing && (
          <Box position="sticky" top="6">
            {preview('max(360px, calc(100dvh - 296px))')}
          </Box>
        )}
      </Grid>
      {(isEditing || tab === 'preview' || form.isDirty) && <SaveBar form={form} address={page?.address ?? null} />}
      <ConflictDialog form={form} />
      <UnsavedDialog unsaved={form.isDirty && !isCreated} />
    </>
  );

  function tabs(): [Tab<TabId>, ...Tab<TabId>[]] {
    const of = (id: TabId, node: Tab<TabId>['content']) => ({ id, label: t(`pages.tabs.${id}`), content: node });
    return [
      of('content', <ContentTab form={form} />),
      of('appearance', <AppearanceTab form={form} />),
      ...(isWide
        ? []
        : [
            of(
              'preview',
              <Flex direction="column">{tab === 'preview' && preview('max(320px, calc(100dvh - 160px))')}</Flex>,
            ),
          ]),
      ...(page
        ? [
            of('incidents', late(<IncidentsTab page={page} subscribers={subscribers} />)),
            of('badges', late(<BadgesTab page={page} />)),
          ]
        : []),
    ];
  }
}

/** A tab that is loaded when first shown. */
function late(tab: ReactNode): ReactNode {
  return <Suspense fallback={<Loading />}>{tab}</Suspense>;
}

/** Shows the tab of the first wrong field after a refused save, and focuses that field. */
function useFocusOnRefusal({ refusals, errors, isBusy }: PageForm, tab: string) {
  const content = useRef<HTMLDivElement>(null);
  const [query, setQuery] = useQuery();
  const [answered, setAnswered] = useState(refusals);
  const isAppearance = errors !== null && Object.keys(errors).every((field) => field === 'password');
  const firstTab = isAppearance ? 'appearance' : 'content';
  const isDue = answered !== refusals && !isBusy;
  const showTab = useEffectEvent(() => {
    const next = new URLSearchParams(query);
    if (firstTab === 'content') next.delete('tab');
    else next.set('tab', firstTab);
    setQuery(next);
  });
  const focusField = useEffectEvent(() => {
    content.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
    setAnswered(refusals);
  });
  useEffect(() => {
    if (!isDue) return;
    // A field of a tab that is not shown yet cannot have the focus.
    if (tab !== firstTab) return showTab();
    const timer = setTimeout(focusField);
    return () => clearTimeout(timer);
  }, [isDue, tab, firstTab]);
  return content;
}

type SaveBarProps = { form: PageForm; address: string | null };

/** The outcome of the last save, and what saves, publishes and unpublishes, at the window's lower edge. */
function SaveBar({ form, address }: SaveBarProps) {
  const { t } = useTranslation();
  const { isBusy, isDirty, isNew, isPublished, outcome, failure, save } = form;
  return (
    <Flex data-foot-bar="" {...BAR}>
      {failure !== null && <FailureNotice title={t('pages.save.failed')} failure={failure} />}
      {outcome !== null && <OutcomeNotice outcome={outcome} isPublished={isPublished} address={address} />}
      <Flex gap="2" align="center" justify="flex-end" wrap="wrap">
        <Text role="status" color="text.muted" textStyle="sm" flex={{ base: '1 1 100%', sm: '1' }}>
          {t(isDirty ? 'pages.save.unsaved' : isPublished ? 'pages.save.isPublished' : 'pages.save.isDraft')}
        </Text>
        {isPublished ? (
          <Button variant="outline" disabled={isBusy} onClick={() => save(false)}>
            {t('pages.save.unpublish')}
          </Button>
        ) : (
          <BusyButton variant="outline" disabled={!isDirty && !isNew} loading={isBusy} onClick={() => save()}>
            {t('pages.save.saveDraft')}
          </BusyButton>
        )}
        {isPublished ? (
          <BusyButton colorPalette="accent" disabled={!isDirty} loading={isBusy} onClick={() => save()}>
            {t('pages.save.save')}
          </BusyButton>
        ) : (
          <BusyButton colorPalette="accent" disabled={isBusy} onClick={() => save(true)}>
            {t('pages.save.publish')}
          </BusyButton>
        )}
      </Flex>
    </Flex>
  );
}

const BAR = {
  direction: 'column',
  gap: '2',
  position: 'sticky',
  bottom: '0',
  zIndex: 'docked',
  bg: 'surface',
  borderTopWidth: '1px',
  py: '3',
  mx: { base: '-4', md: '0' },
  px: { base: '4', md: '0' },
  mb: { base: '-4', md: '-6' },
  mt: 'auto',
} as const;

type OutcomeProps = { outcome: NonNullable<Outcome>; isPublished: boolean; address: string | null };

function OutcomeNotice({ outcome, isPublished, address }: OutcomeProps) {
  const { t } = useTranslation();
  const text = outcome === 'saved' && isPublished ? 'pages.save.savedLive' : (`pages.save.${outcome}` as const);
  return (
    <Notice
      kind="success"
      action={
        isPublished &&
        address && (
          <Button size="sm" variant="outline" asChild>
            <a href={address} target="_blank" rel="noreferrer">
              {t('pages.open')}
            </a>
          </Button>
        )
      }
    >
      {t(text)}
    </Notice>
  );
}

/** Asks whose changes to keep if a page was saved elsewhere and both sides changed the same. */
function ConflictDialog({ form: { conflict, decide, dismiss, isBusy } }: { form: PageForm }) {
  const { t } = useTranslation();
  const language = useLanguage();
  if (!conflict) return null;
  const fields = conflict.fields.map((field) => t(`pages.fields.${field}`));
  return (
    <AppDialog
      open
      alert
      size="lg"
      title={t('pages.conflict.title')}
      onClose={dismiss}
      footer={
        <>
          <Button variant="outline" onClick={dismiss}>
            {t('pages.conflict.back')}
          </Button>
          <BusyButton variant="outline" loading={isBusy} onClick={() => decide('remote')}>
            {t('pages.conflict.remote')}
          </BusyButton>
          <BusyButton colorPalette="accent" loading={isBusy} onClick={() => decide('local')}>
            {t('pages.conflict.local')}
          </BusyButton>
        </>
      }
    >
      <Text>{t('pages.conflict.text', { fields: listText(fields, language) })}</Text>
    </AppDialog>
  );
}
