import { versionSchema } from '@farwatch/core/values/release';
import { Problem } from '../platform/problem.ts';

const PARTS: readonly string[] = ['major', 'minor', 'patch'];
const UNRELEASED = '## Unreleased';

/**
 * Returns the version after `current`: a part of it to raise, or a later version itself. Throws a Problem for anything
 * else.
 */
export function nextVersion(current: string, requested: string): string {
  const numbers = current.split('.').map(Number);
  const raised = PARTS.indexOf(requested);
  if (raised >= 0) {
    return numbers.map((each, index) => (index < raised ? each : index === raised ? each + 1 : 0)).join('.');
  }
  const isLater = versionSchema.safeParse(requested).success && compareVersions(requested, current) > 0;
  if (!isLater) throw new Problem(`${requested} is neither ${PARTS.join(', ')} nor a version later than ${current}.`);
  return requested;
}

function compareVersions(one: string, other: string): number {
  const [left, right] = [one.split('.').map(Number), other.split('.').map(Number)];
  const differing = left.findIndex((part, index) => part !== right[index]);
  return (left[differing] ?? 0) - (right[differing] ?? 0);
}

/**
 * Returns the changelog with the unreleased entries under the version and its date, and these entries. Throws a Problem
 * if there are none.
 */
export function releaseChangelog(text: string, version: string, date: string): { text: string; entries: string } {
  const [before, after, ...more] = text.split(`${UNRELEASED}\n`);
  if (before === undefined || after === undefined || more.length > 0) {
    throw new Problem(`CHANGELOG.md needs exactly one heading "${UNRELEASED}".`);
  }
  const end = after.search(/^## /m);
  const entries = (end < 0 ? after : after.slice(0, end)).trim();
  const older = end < 0 ? '' : `\n${after.slice(end)}`;
  if (!/^- \S/m.test(entries)) throw new Problem(`CHANGELOG.md has no entries under "${UNRELEASED}".`);
  return { text: `${before}${UNRELEASED}\n\n## ${version}, ${date}\n\n${entries}\n${older}`, entries };
}

/** Returns a package.json, or package-lock.json, with that version for the packages in these folders. */
export function withVersion(text: string, version: string, folders: readonly string[]): string {
  const file = JSON.parse(text) as { version?: string; packages?: Record<string, { version?: string }> };
  if (folders.includes('')) file.version = version;
  for (const folder of folders) {
    const locked = file.packages?.[folder];
    if (locked) locked.version = version;
  }
  return `${JSON.stringify(file, null, 2)}\n`;
}
