import type { Texts } from '@farwatch/core/texts/texts';
import type agentsEn from './locales/agents-en.json';
import type checkEn from './locales/check-en.json';
import type domainEn from './locales/domain-en.json';
import type en from './locales/en.json';
import type endpointRangeEn from './locales/endpoint-range-en.json';
import type evidenceEn from './locales/evidence-en.json';
import type formEn from './locales/form-en.json';
import type heartbeatEn from './locales/heartbeat-en.json';
import type incidentsEn from './locales/incidents-en.json';
import type maintenanceEn from './locales/maintenance-en.json';
import type pagesEn from './locales/pages-en.json';
import type pauseEn from './locales/pause-en.json';
import type reportsEn from './locales/reports-en.json';
import type settingsEn from './locales/settings-en.json';
import type siteEn from './locales/site-en.json';
import type uptimeEn from './locales/uptime-en.json';

/** The app's texts, with those shared with the server, that every page has. */
export type AppTexts = typeof en & Pick<Texts, 'checkErrors' | 'locations' | 'received'>;

/** The texts that only some pages have (locales/files.ts). */
type PartTexts = typeof agentsEn &
  typeof checkEn &
  typeof domainEn &
  typeof endpointRangeEn &
  typeof evidenceEn &
  typeof formEn &
  typeof heartbeatEn &
  typeof incidentsEn &
  typeof maintenanceEn &
  typeof pagesEn &
  typeof pauseEn &
  typeof reportsEn &
  typeof settingsEn &
  typeof uptimeEn;

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation';
    /** `site`: the public pages' texts, which the app does not load. */
    resources: { translation: AppTexts & PartTexts; site: typeof siteEn };
  }
}
