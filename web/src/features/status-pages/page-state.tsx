import type { PageAnswer } from '@farwatch/core/contracts/api/pages';
import { useTranslation } from 'react-i18next';
import { StatusLabel, type StatusLook } from '../../domain/status/status.tsx';

const LOOKS: Record<PageAnswer['state'], StatusLook> = { published: 'up', draft: 'pending', blocked: 'down' };

/** Whether visitors see the page. */
export function PageState({ page: { state } }: { page: Pick<PageAnswer, 'state'> }) {
  const { t } = useTranslation();
  return <StatusLabel look={LOOKS[state]} text={t(`pages.states.${state}`)} />;
}
