import { Button, chakra, Flex, IconButton, Text } from '@chakra-ui/react';
import type { PageAnswer } from '@farwatch/core/contracts/api/pages';
import { type PublicationAnswer, publicationCalls } from '@farwatch/core/contracts/api/publications';
import type { PublicationState } from '@farwatch/core/values/status-page/component-status';
import { ExternalLink, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { StatusLabel } from '../../domain/status/status.tsx';
import { PostDialog } from '../../domain/status-page/post-dialog.tsx';
import { isTitleBad, type Subject, SubjectFields } from '../../domain/status-page/subject-fields.tsx';
import { UpdateFields, useUpdateDraft } from '../../domain/status-page/update-fields.tsx';
import { callApi } from '../../lib/api/client.ts';
import { POLL_MS, useApi } from '../../lib/api/use-api.ts';
import { unlessDeleted, useSaving } from '../../lib/api/use-saving.ts';
import { deletions, useRemaining } from '../../lib/deletion/deletions.ts';
import { listText } from '../../lib/format/text.ts';
import { useLanguage } from '../../lib/i18n/i18n.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { FailureNotice } from '../../ui/feedback/failure-notice.tsx';
import { Loading } from '../../ui/feedback/loading.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { BusyButton } from '../../ui/form/busy-button.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { TAPPED } from '../../ui/navigation/links.tsx';
import { FormDialog } from '../../ui/overlay/form-dialog.tsx';
import { TimeAgo } from '../../ui/text/time.tsx';
import { mailedText, PUBLICATION_LOOKS } from './page-state.tsx';

type IncidentAction = 'update' | 'resolve' | 'edit' | 'delete';

type Open = { what: 'post' } | { what: Exclude<IncidentAction, 'delete'>; incident: PublicationAnswer } | null;
/** `mailed`: how many subscribers get an email, as far as is known; null if none does. */
type Done = { what: 'posted' | 'updated' | 'edited'; mailed: number | null };
type Props = { page: PageAnswer; subscribers: number };

/** The incidents that were posted on a page, open ones first, and what posts, updates and deletes them. */
export default function IncidentsTab({ page, subscribers }: Props) {
  const { t } = useTranslation();
  const { incidents: posted, error, isValidating, next, more, refresh } = usePosted(page.slug);
  const incidents = useRemaining(posted, ({ id }) => id);
  const [open, setOpen] = useState<Open>(null);
  const [done, setDone] = useState<Done | null>(null);

  function show(dialog: Open) {
    setDone(null);
    setOpen(dialog);
  }
  function finish(what: Done['what'], mailed: number | null = null) {
    setOpen(null);
    setDone({ what, mailed });
    refresh();
  }

  function remove({ id, title }: PublicationAnswer) {
    setDone(null);
    deletions.remove({
      ids: [id],
      deleted: { name: title },
      failed: t('pages.delete.failed'),
      async call() {
        await unlessDeleted(callApi(publicationCalls.remove, { params: { slug: page.slug, id } }));
        refresh();
      },
    });
  }

  const post = (
    <Button colorPalette="accent" alignSelf="flex-start" onClick={() => show({ what: 'post' })}>
      <Plus aria-hidden="true" />
      {t('pages.post.title')}
    </Button>
  );
  return (
    <Flex direction="column" gap="4">
      {done !== null && (
        <Notice kind="success">
          {t(`pages.post.${done.what}`)}
          {(done.what === 'posted' || done.what === 'updated') && ` ${mailedText(done.mailed, t)}`}
        </Notice>
      )}
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
                  onAction={(what) => (what === 'delete' ? remove(incident) : show({ what, incident }))}
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
          onPosted={(_, mailed) => finish('posted', mailed)}
          onClose={() => setOpen(null)}
        />
      )}
      {(open?.what === 'update' || open?.what === 'resolve') && (
        <UpdateIncident
          page={page}
          subscribers={page.takesSubscribers ? subscribers : null}
          incident={open.incident}
          state={open.what === 'resolve' ? 'resolved' : open.incident.resolvedAt ? 'investigating' : 'monitoring'}
          onDone={(mailed) => finish('updated', mailed)}
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
    </Flex>
  );
}

/** The posted incidents as far as they were loaded. `next` is null if these are all. */
function usePosted(slug: string) {
  const { data, error, isValidating, mutate } = useApi(publicationCalls.list, { params: { slug } }, POLL_MS);
  const [older, setOlder] = useState<{ incidents: PublicationAnswer[]; next: string | null } | null>(null);
  const { isBusy, failure, save } = useSaving({ isChange: false });
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
    more: { isBusy, failure, load: () => void save(load) },
    refresh: () => {
      // The changed incident may be among them.
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
      <BusyButton variant="outline" loading={isBusy} onClick={load}>
        <Text as="span">{t('pages.post.more')}</Text>
      </BusyButton>
    </Flex>
  );
}

type IncidentItemProps = {
  incident: PublicationAnswer;
  groups: PageAnswer['groups'];
  onAction: (action: IncidentAction) => void;
};

/** A posted incident with its updates, the newest first. */
function IncidentItem({ incident, groups, onAction }: IncidentItemProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { title, updates, automatic, components } = incident;
  const [newest, ...earlier] = updates.toReversed();
  const names = groups
    .flatMap((group) => group.components)
    .filter(({ key }) => components.includes(key))
    .map(({ name }) => name);
  return (
    <chakra.li
      px="4"
      py="4"
      borderTopWidth="1px"
      _first={{ borderTopWidth: '0' }}
      display="flex"
      flexDirection="column"
      gap="2"
    >
      <Flex justify="space-between" gap="2" wrap="wrap">
        <Flex direction="column" minW="0" flex="1 1 240px">
          <Text as="h3" textStyle="lg" fontWeight="medium" overflowWrap="anywhere">
            <bdi>{title}</bdi>
          </Text>
          {names.length > 0 && (
            <Text textStyle="sm" color="text.muted" overflowWrap="anywhere">
              {listText(names, language)}
            </Text>
          )}
          {automatic && (
            <Text textStyle="sm" color="text.muted">
              {t('pages.post.automatic')}
            </Text>
          )}
        </Flex>
        <Buttons incident={incident} onAction={onAction} />
      </Flex>
      {newest && <Update update={newest} />}
      {earlier.length > 0 && (
        <chakra.details>
          <chakra.summary
            {...TAPPED}
            textStyle="sm"
            color="accent"
            cursor="pointer"
            borderRadius="l1"
            w="fit-content"
            focusVisibleRing="outside"
          >
            {t('pages.post.earlier', { count: earlier.length })}
          </chakra.summary>
          <Flex direction="column" gap="3" mt="3">
            {earlier.map((update) => (
              <Update key={update.at} update={update} />
            ))}
          </Flex>
        </chakra.details>
      )}
    </chakra.li>
  );
}

function Update({ update: { state, text, at } }: { update: PublicationAnswer['updates'][number] }) {
  const { t } = useTranslation();
  return (
    <div>
      <Flex gap="3" align="center" wrap="wrap" textStyle="sm">
        <StatusLabel look={PUBLICATION_LOOKS[state]} text={t(`pages.incidentStates.${state}`)} />
        <Text color="text.muted">
          <TimeAgo atMs={Date.parse(at)} />
        </Text>
      </Flex>
      <Text whiteSpace="pre-line" overflowWrap="anywhere" mt="1">
        <bdi>{text}</bdi>
      </Text>
    </div>
  );
}

function Buttons({ incident: { title, address, resolvedAt }, onAction }: Omit<IncidentItemProps, 'groups'>) {
  const { t } = useTranslation();
  const icon = { variant: 'ghost', color: 'text.muted' } as const;
  return (
    <Flex gap="1" wrap="wrap" align="flex-start">
      <Button size="sm" variant="outline" onClick={() => onAction('update')}>
        {t('pages.post.update')}
      </Button>
      {!resolvedAt && (
        <Button size="sm" variant="outline" onClick={() => onAction('resolve')}>
          {t('pages.post.resolve')}
        </Button>
      )}
      <IconButton {...icon} size="sm" aria-label={t('pages.post.edit', { title })} onClick={() => onAction('edit')}>
        <Pencil />
      </IconButton>
      <IconButton {...icon} size="sm" aria-label={t('pages.post.delete', { title })} onClick={() => onAction('delete')}>
        <Trash2 />
      </IconButton>
      <IconButton {...icon} size="sm" aria-label={t('pages.post.openOne', { title })} asChild>
        <a href={address} target="_blank" rel="noreferrer">
          <ExternalLink />
        </a>
      </IconButton>
    </Flex>
  );
}

type UpdateIncidentProps = { page: PageAnswer; incident: PublicationAnswer; onDone: () => void; onClose: () => void };

type UpdateProps = Omit<UpdateIncidentProps, 'onDone'> & {
  /** Null if the page takes none. */
  subscribers: number | null;
  state: PublicationState;
  onDone: (mailed: number | null) => void;
};

/** Posts an update of an incident; `resolved` ends it. */
function UpdateIncident(props: UpdateProps) {
  const { page, subscribers, incident, state, onDone, onClose } = props;
  const { t } = useTranslation();
  const [refusals, setRefusals] = useState(0);
  const update = useUpdateDraft(state, page);
  const saving = useSaving();
  const { notify } = update;

  async function post() {
    if (update.isBad) return setRefusals(refusals + 1);
    const body = { state: update.state, text: update.text, notify };
    const params = { slug: page.slug, id: incident.id };
    if (await saving.save(() => callApi(publicationCalls.update, { params, body })))
      onDone(notify ? subscribers : null);
  }

  return (
    <FormDialog
      title={t('pages.update.dialog', { title: incident.title })}
      confirm={
        notify && subscribers ? t('pages.post.confirmAndMail', { count: subscribers }) : t('pages.update.confirm')
      }
      failed={t('pages.save.failed')}
      saving={saving}
      isDirty={update.isOwnText}
      attempts={refusals}
      onConfirm={() => void post()}
      onClose={onClose}
    >
      <UpdateFields update={update} subscribers={subscribers} isRefused={refusals > 0} saving={saving} />
    </FormDialog>
  );
}

/** Changes what an incident is called and which components it affects. */
function EditIncident({ page, incident, onDone, onClose }: UpdateIncidentProps) {
  const { t } = useTranslation();
  const [first] = useState<Subject>(incident);
  const [subject, setSubject] = useState(first);
  const [refusals, setRefusals] = useState(0);
  const saving = useSaving();
  const tried = { isRefused: refusals > 0, saving };

  async function save() {
    if (isTitleBad(subject)) return setRefusals(refusals + 1);
    const body = { title: subject.title, components: [...subject.components] };
    const params = { slug: page.slug, id: incident.id };
    if (await saving.save(() => callApi(publicationCalls.change, { params, body }))) onDone();
  }

  return (
    <FormDialog
      title={t('pages.update.editDialog')}
      confirm={t('pages.save.save')}
      failed={t('pages.save.failed')}
      saving={saving}
      isDirty={subject !== first}
      attempts={refusals}
      onConfirm={() => void save()}
      onClose={onClose}
    >
      <SubjectFields {...tried} subject={subject} groups={page.groups} onChange={setSubject} />
    </FormDialog>
  );
}
