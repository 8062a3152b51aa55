import { Box, Flex, Grid } from '@chakra-ui/react';
import type { PageAnswer } from '@farwatch/core/contracts/api/pages';
import { type ReactNode, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router-dom';
import { lazyPart } from '../../../components/feedback/lazy-part.tsx';
import { Loading } from '../../../components/feedback/loading.tsx';
import { Notice } from '../../../components/feedback/notice.tsx';
import { PageHeader } from '../../../components/layout/page-header.tsx';
import { PageTabs, type Tab } from '../../../components/navigation/page-tabs.tsx';
import { UnsavedDialog } from '../../../components/overlay/unsaved-dialog.tsx';
import { useMedia } from '../../../lib/browser/media.ts';
import { useQuery } from '../../../lib/list/use-query.ts';
import { isJustSaved, type NavigationState } from '../../../lib/navigation/navigation-state.ts';
import { statusPagePath } from '../../../lib/navigation/paths.ts';
import { currentMs } from '../../../lib/time/now.ts';
import { PageState } from '../page-state.tsx';
import { AppearanceTab } from './appearance-tab.tsx';
import { ConflictDialog } from './conflict-dialog.tsx';
import { ContentTab } from './content-tab.tsx';
import { type Draft, previewInputOf } from './draft.ts';
import { PagePreview } from './preview.tsx';
import { SaveBar } from './save-bar.tsx';
import { type PageForm, usePageForm } from './use-page-form.ts';

const IncidentsTab = lazyPart(() => import('../incidents/incidents-tab.tsx'));
const BadgesTab = lazyPart(() => import('../badges/badges-tab.tsx'));

/** The window width at which the preview fits beside the form. */
const WIDE = '(min-width: 1200px)';
/** The tabs that edit the page, beside which the preview is shown. */
const EDITING: readonly string[] = ['content', 'appearance'];

type TabId = 'content' | 'appearance' | 'preview' | 'incidents' | 'badges';
type Props = { stored: PageAnswer | null; subscribers: number; initial: Draft };

/** The form of a status page with its preview, its incidents and its badges. */
export function PageEditor({ stored, subscribers, initial }: Props) {
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
  // In an effect, not right after the call: a user who has already left the form must not be redirected.
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

/** After a refused save, shows the tab of the first wrong field and focuses that. */
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
