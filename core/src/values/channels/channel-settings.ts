import { type ChannelTypeName, getChannelType } from './channel-types.ts';
import { isMask, maskSecret } from './secret.ts';

/** The settings of a channel as they are stored: those of its type, all texts. */
export type Settings = Record<string, unknown>;

/** What is wrong with a setting. */
export type SettingsIssue = { key: string; message: string };

/** Valid settings, or what is wrong with them. */
export type SettingsResult = { settings: Settings } | { issues: SettingsIssue[] };

/** The settings as texts, with secrets masked. */
export function maskSettings(type: ChannelTypeName, settings: Settings): Record<string, string> {
  const { secrets } = getChannelType(type);
  const shown = Object.entries(settings).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return Object.fromEntries(shown.map(([key, text]) => [key, secrets.includes(key) ? maskSecret(text) : text]));
}

/**
 * The settings to store for an input, in which a mask replaces the stored secret. `stored`: null for a new channel.
 * The secret that the server generates is the stored one, else `newSecret`.
 */
export function readSettings(
  type: ChannelTypeName,
  input: Settings,
  stored: Settings | null,
  newSecret: string,
): SettingsResult {
  const { settings: schema, secrets, generated, sentTo } = getChannelType(type);
  const isElsewhere = sentTo !== undefined && stored !== null && input[sentTo] !== stored[sentTo];
  const known = isElsewhere ? null : stored;
  const resolved = { ...input };
  const issues: SettingsIssue[] = [];
  for (const key of secrets) {
    const given = input[key];
    if (typeof given !== 'string' || !isMask(given)) continue;
    const secret = known?.[key];
    if (typeof secret === 'string' && secret !== '') resolved[key] = secret;
    else issues.push({ key, message: 'has to be entered again' });
  }
  if (generated !== undefined) resolved[generated] = stored?.[generated] || newSecret;
  const parsed = schema.safeParse(resolved);
  const invalid = (parsed.error?.issues ?? []).map(({ path, message }) => ({ key: String(path[0] ?? ''), message }));
  const all = [...issues, ...invalid.filter(({ key }) => !issues.some((issue) => issue.key === key))];
  return all.length > 0 || !parsed.success ? { issues: all } : { settings: parsed.data };
}

/** A text that is the same for settings that send to the same target; the generated secret does not matter. */
export function targetOf(type: ChannelTypeName, settings: Settings): string {
  const { settings: schema, generated } = getChannelType(type);
  const keys = Object.keys(schema.shape).filter((key) => key !== generated);
  return JSON.stringify([type, ...keys.toSorted().map((key) => settings[key] ?? null)]);
}
