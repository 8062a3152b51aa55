import type { Page } from '../documents/page.ts';
import type { Publication } from '../documents/publication.ts';
import type { PageComponent } from '../values/status-page/page-fields.ts';
import { LONG_AGO, NOW } from './samples.ts';

export function pageComponentSample(changes: Partial<PageComponent> = {}): PageComponent {
  return { key: 'checkout', name: 'Checkout', monitorId: 'monitor', endpointId: null, ...changes };
}

/** A published page of one component. */
export function pageSample(changes: Partial<Page> = {}): Page {
  return {
    ownerId: 'owner',
    title: 'Acme',
    description: '',
    website: null,
    language: 'en',
    timeZone: 'UTC',
    accent: null,
    groups: [{ name: 'Shop', components: [pageComponentSample()] }],
    showsUptime: true,
    showsResponseTime: true,
    showsSlow: false,
    access: 'public',
    published: true,
    postsAutomatically: true,
    takesSubscribers: true,
    embedding: 'nobody',
    passwordHash: null,
    passwordVersion: 0,
    logoTag: null,
    blockedReason: null,
    version: 0,
    dueAt: null,
    createdAt: LONG_AGO,
    updatedAt: LONG_AGO,
    ...changes,
  };
}

/** An open incident on `checkout` that its owner posted now. */
export function publicationSample(changes: Partial<Publication> = {}): Publication {
  return {
    title: 'Slow',
    components: ['checkout'],
    updates: [{ state: 'investigating', text: 'We are looking into it.', at: NOW }],
    startedAt: NOW,
    resolvedAt: null,
    incidentId: null,
    otherIncidentIds: [],
    automatic: false,
    deleted: false,
    createdAt: NOW,
    updatedAt: NOW,
    expireAt: null,
    ...changes,
  };
}
