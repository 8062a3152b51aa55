import type { Texts } from '@farwatch/core/texts/texts';
import type accountsEn from './locales/accounts-en.json';
import type agentsEn from './locales/agents-en.json';
import type checkEn from './locales/check-en.json';
import type dependenciesEn from './locales/dependencies-en.json';
import type domainEn from './locales/domain-en.json';
import type en from './locales/en.json';
import type endpointRangeEn from './locales/endpoint-range-en.json';
import type evidenceEn from './locales/evidence-en.json';
import type formEn from './locales/form-en.json';
import type heartbeatEn from './locales/heartbeat-en.json';
import type importEn from './locales/import-en.json';
import type incidentsEn from './locales/incidents-en.json';
import type issuesEn from './locales/issues-en.json';
import type maintenanceEn from './locales/maintenance-en.json';
import type managedEn from './locales/managed-en.json';
import type onboardingEn from './locales/onboarding-en.json';
import type pagesEn from './locales/pages-en.json';
import type paletteEn from './locales/palette-en.json';
import type pauseEn from './locales/pause-en.json';
import type reportsEn from './locales/reports-en.json';
import type settingsEn from './locales/settings-en.json';
import type siteEn from './locales/site-en.json';
import type slowEn from './locales/slow-en.json';
import type undoEn from './locales/undo-en.json';
import type uptimeEn from './locales/uptime-en.json';

/** The app's texts, with those shared with the server, that every page has. */
export type AppTexts = typeof en & Pick<Texts, 'checkErrors' | 'durations' | 'locations' | 'received'>;

/** The texts that only some pages have (locales/files.ts), by the name of their files. */
type TextFiles = {
  accounts: typeof accountsEn;
  agents: typeof agentsEn;
  check: typeof checkEn;
  dependencies: typeof dependenciesEn;
  domain: typeof domainEn;
  'endpoint-range': typeof endpointRangeEn;
  evidence: typeof evidenceEn;
  form: typeof formEn;
  heartbeat: typeof heartbeatEn;
  import: typeof importEn;
  incidents: typeof incidentsEn;
  issues: typeof issuesEn;
  maintenance: typeof maintenanceEn;
  managed: typeof managedEn;
  onboarding: typeof onboardingEn;
  pages: typeof pagesEn;
  palette: typeof paletteEn;
  pause: typeof pauseEn;
  reports: typeof reportsEn;
  settings: typeof settingsEn;
  slow: typeof slowEn;
  undo: typeof undoEn;
  uptime: typeof uptimeEn;
};
export type TextPart = keyof TextFiles;

type Intersection<Union> = (Union extends unknown ? (of: Union) => void : never) extends (of: infer All) => void
  ? All
  : never;

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation';
    /** `site`: the public pages' texts, which the app does not load. */
    resources: { translation: AppTexts & Intersection<TextFiles[TextPart]>; site: typeof siteEn };
  }
}
