import { Flex, Grid, IconButton, Input, Text } from '@chakra-ui/react';
import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { UrlEntry, UrlRow } from './url-rows.ts';

type Props = {
  row: UrlRow;
  /** Counted from 1. */
  place: number;
  onEdit: (change: Partial<UrlEntry>) => void;
  /** Gives whether the pasted text was taken over whole. */
  onPaste: (text: string) => boolean;
  onRemove: (() => void) | undefined;
};

/** One row of the Add URL modal with what verifying said of it. */
export function UrlRowFields({ row, place, onEdit, onPaste, onRemove }: Props) {
  const { t } = useTranslation();
  const bad = row.verdict === 'invalid' || row.verdict === 'duplicate';
  return (
    <Grid
      role="group"
      templateColumns={{ base: 'minmax(0, 1fr) auto', sm: 'minmax(0, 3fr) minmax(0, 2fr) auto' }}
      gap="2"
      mb="2"
      alignItems="start"
    >
      <Flex direction="column" gap="1" minW="0">
        <Input
          type="url"
          inputMode="url"
          placeholder={t('addUrls.url')}
          aria-label={t('addUrls.urlAt', { row: place })}
          aria-invalid={bad}
          autoFocus={place === 1}
          value={row.url}
          onChange={(event) => onEdit({ url: event.currentTarget.value })}
          onPaste={(event) => {
            if (onPaste(event.clipboardData.getData('text'))) event.preventDefault();
          }}
        />
        <Verdict row={row} />
      </Flex>
      <Input
        gridRow={{ base: '2', sm: 'auto' }}
        placeholder={t('addUrls.description')}
        aria-label={t('addUrls.descriptionAt', { row: place })}
        value={row.description}
        onChange={(event) => onEdit({ description: event.currentTarget.value })}
      />
      <IconButton
        variant="ghost"
        aria-label={t('addUrls.removeRow', { row: place })}
        disabled={!onRemove}
        onClick={() => onRemove?.()}
      >
        <X />
      </IconButton>
    </Grid>
  );
}

function Verdict({ row }: { row: UrlRow }) {
  const { t } = useTranslation();
  if (row.verdict === 'unchecked') return null;
  const valid = row.verdict === 'valid';
  const Icon = valid ? CircleCheck : CircleAlert;
  return (
    <Flex role="status" align="center" gap="1" textStyle="sm" color={valid ? 'text.muted' : 'danger'}>
      <Icon size={14} aria-hidden="true" />
      <Text as="span">{t(`addUrls.${row.verdict}`)}</Text>
    </Flex>
  );
}
