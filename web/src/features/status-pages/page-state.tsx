import type { PageAnswer } from '@farwatch/core/contracts/api/pages';
import type { PublicationState } from '@farwatch/core/values/status-page/component-status';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { StatusLabel, type StatusLook } from '../../domain/status/status.tsx';

const LOOKS: Record<PageAnswer['state'], StatusLook> = { published: 'up', draft: 'pending', blocked: 'down' };

/** Whether visitors see the page. */
export function PageState({ page: { state } }: { page: Pick<PageAnswer, 'state'> }) {
  const { t } = useTranslation();
  return <StatusLabel look={LOOKS[state]} text={t(`pages.states.${state}`)} />;
}

/** How the states of posted incidents look. */
export const PUBLICATION_LOOKS: Record<PublicationState, StatusLook> = {
  investigating: 'down',
  identified: 'partial',
  monitoring: 'pending',
  resolved: 'up',
};

/** Whether subscribers were mailed about a post, and how many; null for a post without a mail. */
export function mailedText(count: number | null, t: TFunction): string {
  if (count === null) return t('pages.post.notMailed');
  return count === 0 ? t('pages.post.mailedAny') : t('pages.post.mailed', { count });
}
