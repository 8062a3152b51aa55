import { Button, chakra, Flex } from '@chakra-ui/react';
import { pageCalls } from '@farwatch/core/contracts/api/pages';
import type { Incident } from '@farwatch/core/documents/incident';
import { Megaphone } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../lib/api/use-api.ts';
import type { WithId } from '../../lib/live/read-document.ts';
import { FailureNotice } from '../../ui/feedback/failure-notice.tsx';
import { Loading } from '../../ui/feedback/loading.tsx';
import { Choice } from '../../ui/form/choice.tsx';
import { AppDialog } from '../../ui/overlay/app-dialog.tsx';
import { affectedBy } from './affected.ts';
import { PostDialog } from './post-dialog.tsx';
import { titleOf, useTemplates } from './use-templates.ts';

type Props = {
  incident: WithId<Incident>;
  /** The status pages that show its monitor, by their slugs. */
  slugs: readonly string[];
};

/** Posts a detected incident on a status page that shows its monitor. */
export default function PostFromIncident({ incident, slugs }: Props) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const [posted, setPosted] = useState<string | null>(null);
  return (
    <>
      {posted !== null ? (
        <Button variant="outline" asChild>
          <a href={posted} target="_blank" rel="noreferrer">
            {t('pages.post.open')}
          </a>
        </Button>
      ) : (
        <Button variant="outline" minH={{ base: '11', sm: '9' }} onClick={() => setOpen(true)}>
          <Megaphone aria-hidden="true" />
          {t('pages.post.fromIncident')}
        </Button>
      )}
      {isOpen && (
        <ChosenPage
          incident={incident}
          slugs={slugs}
          onPosted={(address) => {
            setPosted(address);
            setOpen(false);
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

type ChosenProps = Props & { onPosted: (address: string) => void; onClose: () => void };

/** The form for the chosen page. Input for one page is not kept for another, whose components differ. */
function ChosenPage({ incident, slugs, onPosted, onClose }: ChosenProps) {
  const { t } = useTranslation();
  const { data } = useApi(pageCalls.list, {});
  const [slug, setSlug] = useState(slugs[0] ?? '');
  const titleById = new Map(data?.pages.map((page) => [page.slug, page.title]));
  const options = slugs.map((value) => ({ value, label: titleById.get(value) ?? value }));
  const page = useApi(pageCalls.get, slug === '' ? null : { params: { slug } });
  const templates = useTemplates(page.data?.language ?? 'en');
  if (!page.data || page.data.slug !== slug || !templates) {
    return (
      <AppDialog open size="lg" title={t('pages.post.title')} onClose={onClose}>
        {page.error ? <FailureNotice title={t('pages.loadOneFailed')} failure={page.error} /> : <Loading />}
      </AppDialog>
    );
  }
  const affected = affectedBy(incident, page.data.groups);
  const name = affected[0]?.name ?? incident.monitor.name;
  return (
    <PostDialog
      key={slug}
      page={page.data}
      subscribers={page.data.subscribers}
      subject={{ title: titleOf(templates, name), components: affected.map(({ key }) => key) }}
      incidentId={incident.id}
      onPosted={({ address }) => onPosted(address)}
      onClose={onClose}
    >
      {slugs.length > 1 && <PageChoice value={slug} options={options} onChoose={setSlug} />}
    </PostDialog>
  );
}

type ChoiceProps = {
  value: string;
  options: readonly { value: string; label: string }[];
  onChoose: (slug: string) => void;
};

function PageChoice(choice: ChoiceProps) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <Flex direction="column" gap="1.5" align="flex-start">
      <chakra.label htmlFor={id} textStyle="sm" fontWeight="medium">
        {t('pages.post.page')}
      </chakra.label>
      <Choice id={id} {...choice} />
    </Flex>
  );
}
