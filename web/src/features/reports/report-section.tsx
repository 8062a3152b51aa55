import { Box, Text } from '@chakra-ui/react';
import type { ReportAnswer, ReportTable } from '@farwatch/core/contracts/api/reports';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FailureNotice } from '../../components/feedback/failure-notice.tsx';
import { Section } from '../../components/layout/section.tsx';
import { CsvButton } from './report-actions.tsx';

type Props = {
  title: string;
  /** What must be known to read it. */
  note?: string | undefined;
  /** The report and the table of it that can be exported here. */
  csv?: { report: ReportAnswer; table: ReportTable };
  children: ReactNode;
};

/** A part of a report. */
export function ReportSection({ title, note, csv, children }: Props) {
  const { t } = useTranslation();
  const [failure, setFailure] = useState<unknown>(null);
  const hasRows = csv && csv.report[csv.table].length > 0;
  return (
    <Section title={title} aside={hasRows && <CsvButton {...csv} onFailed={setFailure} />}>
      {failure !== null && (
        <Box px="4" pb="3" _print={{ display: 'none' }}>
          <FailureNotice title={t('reports.exportFailed')} failure={failure} />
        </Box>
      )}
      {note && (
        <Text px="4" pb="3" mt="-1" textStyle="sm" color="text.muted">
          {note}
        </Text>
      )}
      {children}
    </Section>
  );
}

/** One sentence instead of a table. */
export function NothingToList({ children }: { children: string }) {
  return (
    <Text px="4" pb="4" color="text.muted">
      {children}
    </Text>
  );
}
