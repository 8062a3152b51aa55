import { Button } from '@chakra-ui/react';
import { type ReportAnswer, type ReportTable, reportCalls } from '@farwatch/core/contracts/api/reports';
import { Braces, FileSpreadsheet, Printer } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { callApi } from '../../lib/api/client.ts';
import type { Saving } from '../../lib/api/use-saving.ts';
import { downloadCsv, downloadFile } from '../../lib/browser/download.ts';
import { useAccountZone } from '../../lib/live/account-zone.ts';
import { BusyButton } from '../../ui/form/busy-button.tsx';
import { reportFileName } from './report-numbers.ts';

/** The actions for a whole report. Renders nothing until the report is loaded. */
export function ReportActions({ report }: { report: ReportAnswer | undefined }) {
  const { t } = useTranslation();
  const zone = useAccountZone();
  const { disabled, ...look } = { variant: 'outline', borderColor: 'edge', disabled: report === undefined } as const;
  return (
    <>
      <BusyButton {...look} disabled={disabled} onClick={() => report && saveJson(report, zone)}>
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

type CsvProps = { report: ReportAnswer; table: ReportTable; saving: Pick<Saving, 'isBusy' | 'save'> };

/** Exports one table. */
export function CsvButton({ report, table, saving: { isBusy, save } }: CsvProps) {
  const { t } = useTranslation();
  const zone = useAccountZone();
  return (
    <BusyButton
      size="sm"
      variant="outline"
      loading={isBusy}
      aria-label={t(`reports.exportCsvOf.${table}`)}
      onClick={() => void save(() => saveCsv(report, table, zone))}
      _print={{ display: 'none' }}
    >
      <FileSpreadsheet aria-hidden="true" />
      {t('reports.exportCsv')}
    </BusyButton>
  );
}

/** Saves a report as it is shown. */
function saveJson(report: ReportAnswer, zone: string): void {
  const text = `${JSON.stringify(report, null, 2)}\n`;
  downloadFile(`${reportFileName(report, 'report', zone)}.json`, new Blob([text], { type: 'application/json' }));
}

/** Loads one table of a report in parts, and saves it. Throws ApiFailure. */
async function saveCsv(report: ReportAnswer, table: ReportTable, zone: string): Promise<void> {
  const { from, to, tag, monitorId } = report;
  const scope = { ...(tag !== null && { tag }), ...(monitorId !== null && { monitorId }) };
  const parts: string[] = [];
  for (let after: { after?: string } | null = {}; after; ) {
    const { lines, next }: { lines: string; next: string | null } = await callApi(reportCalls.csv, {
      query: { from, to, ...scope, table, ...after },
    });
    parts.push(lines);
    after = next === null ? null : { after: next };
  }
  downloadCsv(`${reportFileName(report, table, zone)}.csv`, ...parts);
}
