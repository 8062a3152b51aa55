import { nameOf } from '@farwatch/core/values/check-types/host-url';
import { readableUrl } from '@farwatch/core/values/readable-url';
import { checkTypeOf } from '@farwatch/core/values/url';
import { ApiError } from '../../platform/http/errors.ts';

/**
 * Throws ApiError invalid, with the fields, for a new domain that is a public suffix, such as co.th, which has no
 * registration of its own.
 */
export async function refusePublicSuffixes(
  before: ReadonlyMap<string, { url: string }>,
  desired: readonly { id: string; url: string }[],
): Promise<void> {
  const added = desired.flatMap(({ id, url }, index) =>
    checkTypeOf(url) === 'domain' && before.get(id)?.url !== url ? [{ url, index }] : [],
  );
  if (added.length === 0) return;
  // Most requests have none and do without the list.
  const { isPublicSuffix } = await import('@farwatch/core/values/registered-name');
  const details = added
    .filter(({ url }) => isPublicSuffix(nameOf(url)))
    .map(({ url, index }) => {
      const name = nameOf(readableUrl(url));
      return {
        path: `endpoints.${index}.url`,
        message: `names are registered below ${name}, such as example.${name}, which itself does not expire`,
      };
    });
  if (details.length > 0) throw new ApiError('invalid', { details });
}
