import { isBlockedHost } from '@farwatch/core/values/blocked-hosts';
import { type CheckOptions, optionsOfType } from '@farwatch/core/values/check-options';
import { deploySettings } from '../../platform/deploy-settings.ts';
import { fieldError } from '../../platform/http/errors.ts';

/** What a check contacts or queries: as a URL, and as the field `path` of a request has it. */
export type Contact = { path: 'url' | 'check.resolver'; url: string; message: string };

/** The endpoint's URL, and the DNS server that its check queries. */
export function contactsOf({ url, check }: { url: string; check?: CheckOptions | null | undefined }): Contact[] {
  const { resolver } = optionsOfType(check ?? null, 'dns') ?? {};
  const contacts: Contact[] = [{ path: 'url', url, message: url }];
  return resolver ? [...contacts, { path: 'check.resolver', url: `dns://${resolver}`, message: resolver }] : contacts;
}

/** Throws ApiError host_blocked, with the field, for a host that the operator has blocked. */
export function refuseBlockedHost(contacts: Iterable<Contact>): void {
  const { blockedHosts } = deploySettings(process.env);
  for (const { path, url, message } of contacts) {
    if (isBlockedHost(new URL(url).hostname, blockedHosts)) {
      throw fieldError(path, message, 'host_blocked');
    }
  }
}
