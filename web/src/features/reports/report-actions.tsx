import { Button } from '@chakra-ui/react';
import type { ReportAnswer, ReportTable } from '@farwatch/core/contracts/api/reports';
import { Braces, FileSpreadsheet, Printer } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BusyButton } from '../../components/form/busy-button.tsx';
import { saveCsv, saveJson } from './export-report.ts';

/** What one does with a whole report. Nothing until it is loaded. */
export function ReportActions({ report }: { report: ReportAnswer | undefined }) {
  const { t } = useTranslation();
  const { disabled, ...look } = { variant: 'outline', borderColor: 'edge', disabled: report === undefined } as const;
  return (
    <>
      <BusyButton {...look} disabled={disabled} onClick={() => report && saveJson(report)}>
        <Braces aria-hidden="true" />
        {t('reports.exportJson')}
      </BusyButton>
      <Button colorPalette="accent" disabled={disabled} onClick={() => window.print()}>
        <Printer aria-hidden="true" />
        {t('reports.print')}
      </Button>
    </>
  );
}

type CsvProps = { report: ReportAnswer; table: ReportTable; onFailed: (failure: unknown) => void };

/** Exports one table. `onFailed`: with why it failed, and null when it is tried again. */
export function CsvButton({ report, table, onFailed }: CsvProps) {
  const { t } = useTranslation();
  const [isLoading, setLoading] = useState(false);

  async function load() {
    setLoading(true);
    onFailed(null);
    try {
      await saveCsv(report, table);
    } catch (failure) {
      onFailed(failure);
    } finally {
      setLoading(false);
    }
  }

  return (
    <BusyButton
      size="sm"
      variant="outline"
      borderColor="edge"
      loading={isLoading}
      aria-label={t(`reports.exportCsvOf.${table}`)}
      onClick={() => void load()}
      _print={{ display: 'none' }}
    >
      <FileSpreadsheet aria-hidden="true" />
      {t('reports.exportCsv')}
    </BusyButton>
  );
}
