import { Button, Text } from '@chakra-ui/react';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AppDialog } from '../../components/overlay/app-dialog.tsx';
import { UrlRowFields } from './url-row-fields.tsx';
import { canAdd, canVerify, editRow, emptyRow, pasteRows, type UrlEntry, type UrlRow, verifyRows } from './url-rows.ts';

type Props = {
  /** URLs that the monitor already has. */
  taken: readonly string[];
  onAdd: (entries: UrlEntry[]) => void;
  onClose: () => void;
};

/** The Add URL modal (spec 2): rows to type or paste into, verified before they can be added. */
export function AddUrlsDialog({ taken, onAdd, onClose }: Props) {
  const { t } = useTranslation();
  const [rows, setRows] = useState<UrlRow[]>(() => [emptyRow([])]);
  const ready = canAdd(rows);

  function proceed() {
    if (ready) return onAdd(rows.map(({ url, description }) => ({ url, description: description.trim() })));
    setRows(verifyRows(rows, taken));
  }

  return (
    <AppDialog
      open
      onClose={onClose}
      title={t('addUrls.title')}
      size="lg"
      footer={
        <>
          <Button variant="outline" borderColor="edge" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button colorPalette="accent" disabled={!canVerify(rows)} onClick={proceed}>
            {ready ? t('addUrls.add') : t('addUrls.verify')}
          </Button>
        </>
      }
    >
      <Text color="text.muted" mb="4">
        {t('addUrls.explain')}
      </Text>
      {rows.map((row, index) => (
        <UrlRowFields
          key={row.key}
          row={row}
          place={index + 1}
          onEdit={(change) => setRows(editRow(rows, index, change))}
          onPaste={(text) => {
            const pasted = pasteRows(rows, index, text);
            if (pasted) setRows(pasted);
            return pasted !== null;
          }}
          onRemove={rows.length > 1 ? () => setRows(rows.filter((each) => each !== row)) : undefined}
        />
      ))}
      <Button variant="ghost" color="accent" mt="1" onClick={() => setRows([...rows, emptyRow(rows)])}>
        <Plus aria-hidden="true" />
        {t('addUrls.another')}
      </Button>
    </AppDialog>
  );
}
