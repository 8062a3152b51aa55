import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { rootDir } from './platform/paths.ts';

/** An existing thing of a row of the table in docs/architecture.md, Extension points. */
type Sample = {
  /** How the row's first cell starts. */
  row: string;
  /** The code that names it, or the path of its own file. */
  names: RegExp;
  /** Files that name it although one more would not need them, and why. */
  apart: Readonly<Record<string, string>>;
};

const SAMPLES: Readonly<Record<string, Sample>> = {
  uptimeTarget: {
    row: 'field of a monitor',
    names: /\buptimeTarget\b/,
    apart: { 'core/src/decisions/reports/report.ts': 'reports measure against it' },
  },
  icmp: {
    row: 'check type that agents run',
    names: /\bicmp\b/,
    apart: { 'agent/src/device/device.ts': 'not every device can ping' },
  },
  domain: {
    row: 'check type that the server runs',
    names:
      /check-types\/domain\b|\{ domain \} from '\.\/domain\.ts'|^ {2}domain: \[|(?:\btypes?|OfOptions\(\w+\)) [!=]== 'domain'|OfType\([^)]*'domain'/m,
    apart: { 'core/src/decisions/notifications/contents.ts': 'the type of an incident' },
  },
  registry: { row: 'who decides', names: /'registry'|\bregistry:/, apart: {} },
  rdapServices: {
    row: 'collection',
    names: /\brdapServices\b/,
    apart: { 'functions/src/domain/domains/look-up.ts': 'it reads the collection' },
  },
  cn: {
    row: 'language',
    names: /\bcn\b/,
    apart: {
      'core/src/values/charset/decode-text.ts': 'the name of an encoding',
      'core/src/values/location-table.ts': 'names of locations that the table lacks come from Unicode',
    },
  },
  sendSummaries: { row: 'scheduled job', names: /\bsendSummaries\b/, apart: {} },
  removeMonitor: {
    row: 'task',
    names: /\bremoveMonitor\b/,
    apart: { 'functions/src/domain/monitors/edit-monitor.ts': 'it enqueues the task' },
  },
  sweepCoverageGaps: { row: 'sweep part', names: /\bsweepCoverageGaps\b/, apart: {} },
  privacy: {
    row: 'public page',
    names: /\bprivacy\b/,
    apart: {
      'web/src/features/auth/signup-page.tsx': 'it links to the page',
      'web/src/lib/navigation/paths.ts': 'its address, for the link',
      'web/src/site/render.tsx': 'it names one text for the type of all',
    },
  },
  bd: {
    row: 'location',
    names: /\bbd\b/,
    apart: {
      'web/src/site/landing/landing-page.tsx': 'an example',
      'web/src/site/landing/why.tsx': 'an example',
      'web/src/site/live/story.ts': 'an example',
      'core/src/texts/webhook-examples.ts': 'an example',
    },
  },
  upptime: { row: 'importer', names: /\bupptime\b/, apart: {} },
  ntfy: {
    row: 'type of channel',
    names: /\bntfy\b/,
    apart: { 'functions/src/platform/net/post.ts': 'only tests and local runs redirect its requests' },
  },
  getReportCsv: {
    row: 'API call',
    names: /\bgetReportCsv\b|'\/v1\/reports\/csv'/,
    apart: {},
  },
  reports: {
    row: 'screen',
    names: /\breports-page\b|^ {2}reports: |PATHS\.reports\b/m,
    apart: {
      'core/src/contracts/api/pages.ts': 'visitors report a page',
      'core/src/contracts/api/api-tags.ts': 'its calls are described there',
    },
  },
};

/** Only tests, benchmarks, the local product and texts of languages: they are not counted. */
const NOT_COUNTED = /\.test\.tsx?$|\/testing\/|\/bench\/|-sample\.ts$|\/locales\/(?!table\.ts)|\/dist\/|node_modules/;
/** Importers name what other products' things become here; one more of ours is one more that they need not know. */
const IMPORTERS = 'core/src/importers/';
const COMMENT = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*/g;

const files = new Map(
  globSync(['{core,functions,web,agent}/**/*.{ts,tsx,svg}', '*.json', 'firestore.rules'], { cwd: rootDir })
    .filter((path) => !NOT_COUNTED.test(path) && !/^(?:package|firebase\.local)/.test(path))
    .map((path) => [path, `${path}\n${readFileSync(join(rootDir, path), 'utf8').replaceAll(COMMENT, '')}`]),
);

/** The cells of each row of the table. */
const rows = readFileSync(join(rootDir, 'docs/architecture.md'), 'utf8')
  .split(/^## /m)
  .find((section) => section.startsWith('Extension points'))
  ?.split('\n')
  .filter((line) => line.startsWith('| '))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .slice(1);

describe.each(Object.entries(SAMPLES))('%s', (_, { row, names, apart }) => {
  const counts = (path: string) => row === 'importer' || !path.startsWith(IMPORTERS);
  const named = [...files].flatMap(([path, text]) => (counts(path) && names.test(text) ? [path] : []));

  it('is named in as many files as the table says', () => {
    const counted = named.filter((path) => apart[path] === undefined);
    const [, , said] = rows?.find(([, cell = '']) => cell.startsWith(row)) ?? [];
    expect(counted, counted.join('\n')).toHaveLength(Number(said));
  });

  it('has no exception that does not name it', () => {
    expect(Object.keys(apart).filter((path) => !named.includes(path))).toEqual([]);
  });
});

it('every row with a number has a sample', () => {
  const counted = rows?.filter(([, , said]) => said !== '–').map(([, cell = '']) => cell);
  expect(counted?.filter((cell) => !Object.values(SAMPLES).some(({ row }) => cell.startsWith(row)))).toEqual([]);
  expect(counted).toHaveLength(Object.keys(SAMPLES).length);
});
