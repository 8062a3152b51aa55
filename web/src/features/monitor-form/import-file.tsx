import { Button, chakra, Text } from '@chakra-ui/react';
import { FileUp } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { parsePaste, type UrlEntry } from './paste.ts';

/** Far more than the rows of a full account. */
const MAX_BYTES = 1024 * 1024;

type Problem = 'fileLarge' | 'fileEncoding' | 'fileEmpty' | 'fileUnreadable';

/** Reads URLs from a CSV or text file. */
export function ImportFile({ onImport }: { onImport: (entries: UrlEntry[]) => void }) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<Problem | null>(null);

  async function read(file: File) {
    const entries = await entriesOf(file);
    setProblem(typeof entries === 'string' ? entries : null);
    if (typeof entries !== 'string') onImport(entries);
  }

  return (
    <>
      <Button variant="ghost" color="accent" onClick={() => input.current?.click()}>
        <FileUp aria-hidden="true" />
        {t('addUrls.file')}
      </Button>
      <chakra.input
        ref={input}
        type="file"
        display="none"
        accept=".csv,.tsv,.txt,text/csv,text/plain"
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          if (file) void read(file);
          // So that the same file can be chosen again once it is corrected.
          currentTarget.value = '';
        }}
      />
      {problem && (
        <Text role="alert" color="danger" textStyle="sm" flexBasis="full">
          {t(`addUrls.problems.${problem}`)}
        </Text>
      )}
    </>
  );
}

async function entriesOf(file: File): Promise<UrlEntry[] | Problem> {
  if (file.size > MAX_BYTES) return 'fileLarge';
  const text = await file.text().catch(() => null);
  if (text === null) return 'fileUnreadable';
  // What is not UTF-8 is decoded to this.
  if (text.includes('\u{FFFD}')) return 'fileEncoding';
  const entries = parsePaste(text, file.name.toLowerCase().endsWith('.csv') ? ',' : '\t');
  return entries.length > 0 ? entries : 'fileEmpty';
}
