import { chakra, Text } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { AskDialog } from '../../components/overlay/ask-dialog.tsx';
import { WholeUrl } from '../../components/text/url-text.tsx';
import type { EndpointRow } from './endpoint-row.ts';

type Props = {
  open: boolean;
  endpoints: readonly EndpointRow[];
  busy: boolean;
  onConfirm: () => void;
  onDismiss: () => void;
  /** The element to focus afterwards; null: the opener. */
  returnTo: () => HTMLElement | null;
};

/** The maximum number listed by URL; the rest is only counted. */
const MAX_NAMED = 5;

/** Confirms the permanent deletion of endpoints. */
export function DeleteEndpointsDialog({ open, endpoints, busy, onConfirm, onDismiss, returnTo }: Props) {
  const { t } = useTranslation();
  const named = endpoints.slice(0, MAX_NAMED);
  const rest = endpoints.length - named.length;
  return (
    <AskDialog
      open={open}
      title={t('monitor.deleteTitle')}
      confirm={t('monitor.deleteConfirm')}
      danger
      busy={busy}
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
    </AskDialog>
  );
}
