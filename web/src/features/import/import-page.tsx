import { Box, Button, chakra, Field, Flex, Text, Textarea } from '@chakra-ui/react';
import { IMPORT_LIMITS, type SourceFile } from '@farwatch/core/importers/importer';
import type { Creation } from '@farwatch/core/importers/plan';
import type { ReadImport } from '@farwatch/core/importers/read-import';
import type { FormatName } from '@farwatch/core/importers/table';
import { fillText, type ImportTexts, importTextsOf } from '@farwatch/core/texts/importers/import-texts';
import { DEFAULT_INTERVAL_MIN } from '@farwatch/core/values/limits';
import { MINUTE_MS, SECOND_MS } from '@farwatch/core/values/time';
import { FileUp } from 'lucide-react';
import { type DragEvent, Suspense, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage, withTexts } from '../../lib/i18n/i18n.ts';
import { useProfile } from '../../lib/live/account.ts';
import { useAccountId } from '../../lib/session/session.ts';
import { lazyPart } from '../../ui/feedback/lazy-part.tsx';
import { Loading } from '../../ui/feedback/loading.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { BusyButton } from '../../ui/form/busy-button.tsx';
import { Choice } from '../../ui/form/choice.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { ImportRunPart, LastImport } from './import-run-part.tsx';
import { type ImportRun, newRun, storedRun } from './run-import.ts';

const ImportPreview = lazyPart(withTexts('form', () => import('./import-preview.tsx')));

/** Files that were read, and what they become. */
type Opened = {
  files: readonly SourceFile[];
  read: ReadImport;
  texts: ImportTexts;
  formats: readonly { name: FormatName; label: string }[];
};

/** /monitors/import: files or text, a preview of what they become, and its creation, which goes on after a reload. */
export default function ImportPage() {
  const { t } = useTranslation();
  const accountId = useAccountId();
  const [opened, setOpened] = useState<Opened | null>(null);
  const [run, setRun] = useState<ImportRun | null>(() => (accountId === null ? null : storedRun(accountId)));
  const start = (creations: readonly Creation[]) => setRun(newRun(crypto.randomUUID(), creations));
  if (accountId === null) return null;
  return (
    <>
      <PageHeader title={t('import.title')} subtitle={t('import.subtitle')} />
      {run ? (
        <ImportRunPart
          accountId={accountId}
          start={run}
          onEnd={() => {
            setRun(null);
            setOpened(null);
          }}
        />
      ) : (
        <>
          <LastImport accountId={accountId} />
          <Source opened={opened} onOpened={setOpened} />
          {opened && 'imported' in opened.read && (
            <Suspense fallback={<Loading />}>
              <ImportPreview
                key={opened.read.format}
                imported={opened.read.imported}
                texts={opened.texts}
                onCreate={start}
              />
            </Suspense>
          )}
        </>
      )}
    </>
  );
}

type SourceProps = { opened: Opened | null; onOpened: (opened: Opened | null) => void };

/** The files or the text to import, and the format that was recognized in them. */
function Source({ opened, onOpened }: SourceProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const profile = useProfile();
  const [isReading, setReading] = useState(false);
  const [problem, setProblem] = useState<'unreadable' | 'tooLarge' | null>(null);
  const intervalSec = ((profile.data?.monitorInterval ?? DEFAULT_INTERVAL_MIN) * MINUTE_MS) / SECOND_MS;

  async function open(files: readonly SourceFile[], format: FormatName | null) {
    const [texts, { readImport }, { FORMAT_NAMES, IMPORTERS }] = await Promise.all([
      importTextsOf(language),
      import('@farwatch/core/importers/read-import'),
      import('@farwatch/core/importers/table'),
    ]);
    const labelOf = (name: FormatName) => (name === 'urls' ? t('import.urls') : IMPORTERS[name].name);
    const formats = FORMAT_NAMES.map((name) => ({ name, label: labelOf(name) }));
    onOpened({ files, read: readImport(files, { intervalSec }, format), texts, formats });
  }

  async function read(work: () => Promise<void>) {
    setProblem(null);
    setReading(true);
    await work().catch(() => setProblem('unreadable'));
    setReading(false);
  }

  async function openFiles(files: readonly File[]) {
    const bytes = files.reduce((sum, { size }) => sum + size, 0);
    if (bytes > IMPORT_LIMITS.length) return setProblem('tooLarge');
    if (files.length === 0) return;
    await read(async () =>
      open(await Promise.all(files.map(async (file) => ({ name: file.name, text: await file.text() }))), null),
    );
  }

  return (
    <Panel as="section" p={{ base: '4', sm: '6' }} aria-label={t('import.title')}>
      <Flex direction="column" gap="5">
        {opened ? (
          <Recognized
            opened={opened}
            onChoose={(format) => void read(() => open(opened.files, format))}
            onAgain={() => onOpened(null)}
          />
        ) : (
          <>
            <DropBox onFiles={(files) => void openFiles(files)} />
            <PasteBox isBusy={isReading} onText={(text) => void read(() => open([{ name: '', text }], null))} />
          </>
        )}
        {problem && <Notice kind="error">{t(`import.${problem}`)}</Notice>}
      </Flex>
    </Panel>
  );
}

type RecognizedProps = { opened: Opened; onChoose: (format: FormatName) => void; onAgain: () => void };

function Recognized({ opened: { files, read, texts, formats }, onChoose, onAgain }: RecognizedProps) {
  const { t } = useTranslation();
  const id = useId();
  const names = files.map(({ name }) => name).filter((name) => name !== '');
  return (
    <>
      <Flex gap="3" wrap="wrap" align="center">
        <chakra.label htmlFor={id} textStyle="sm" fontWeight="medium">
          {t('import.format')}
        </chakra.label>
        <Choice
          id={id}
          value={read.format ?? ''}
          options={[
            ...(read.format === null ? [{ value: '' as const, label: t('noValue') }] : []),
            ...formats.map(({ name, label }) => ({ value: name, label })),
          ]}
          onChoose={(name) => name !== '' && onChoose(name)}
        />
        <Button variant="outline" onClick={onAgain}>
          {t('import.again')}
        </Button>
        <Text color="text.muted" minW="0" overflowWrap="anywhere">
          {names.join(', ')}
        </Text>
      </Flex>
      {'problem' in read && <Notice kind="error">{fillText(texts.files[read.problem.code], read.problem)}</Notice>}
    </>
  );
}

/** Takes files that are dropped, or chosen with its button. */
function DropBox({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    onFiles([...event.dataTransfer.files]);
  };
  return (
    <Box
      borderWidth="1px"
      borderStyle="dashed"
      borderColor={isOver ? 'accent' : 'edge'}
      bg={isOver ? 'accent.subtle' : undefined}
      borderRadius="l2"
      p={{ base: '4', sm: '8' }}
      textAlign="center"
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <Text fontWeight="medium">{t('import.drop')}</Text>
      <Text color="text.muted" mb="4">
        {t('import.dropHint')}
      </Text>
      <Button colorPalette="accent" onClick={() => input.current?.click()}>
        <FileUp aria-hidden="true" />
        {t('import.choose')}
      </Button>
      <chakra.input
        ref={input}
        type="file"
        multiple
        display="none"
        aria-label={t('import.choose')}
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])]);
          // So that the same file can be chosen again once it is corrected.
          currentTarget.value = '';
        }}
      />
    </Box>
  );
}

function PasteBox({ isBusy, onText }: { isBusy: boolean; onText: (text: string) => void }) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  return (
    <Flex direction="column" gap="3" align="flex-start">
      <Field.Root>
        <Field.Label>{t('import.paste')}</Field.Label>
        <Textarea
          rows={5}
          value={text}
          spellCheck={false}
          autoCapitalize="none"
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Field.HelperText>{t('import.pasteHint')}</Field.HelperText>
      </Field.Root>
      <BusyButton
        variant="outline"
        loading={isBusy}
        loadingText={t('import.reading')}
        disabled={text.trim() === ''}
        onClick={() => onText(text)}
      >
        {t('import.read')}
      </BusyButton>
    </Flex>
  );
}
