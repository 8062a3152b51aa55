/** The hosts of known services; `.` at the start stands for any name below it. */
const SERVICE_HOSTS: readonly string[] = [
  'hooks.slack.com',
  'discord.com',
  '.discord.com',
  'discordapp.com',
  '.discordapp.com',
  '.logic.azure.com',
  '.api.powerplatform.com',
  'api.powerautomate.com',
  '.api.powerautomate.com',
  'flow.microsoft.com',
  '.flow.microsoft.com',
  'api.line.me',
  'ntfy.sh',
  'api.pushover.net',
  'events.pagerduty.com',
  'events.eu.pagerduty.com',
  'fcm.googleapis.com',
  '.push.services.mozilla.com',
  '.push.apple.com',
  '.notify.windows.com',
];

/**
 * Where to send a request for that URL: with `CHANNEL_SERVICES_ROOT`, the stand-in of a known service, as in
 * `{root}/hooks.slack.com/services/x`; otherwise, and for every other host, the URL itself.
 */
export function serviceUrl(url: URL, env: NodeJS.ProcessEnv = process.env): URL {
  const root = env.CHANNEL_SERVICES_ROOT;
  if (!root || !isServiceHost(url.hostname)) return url;
  return new URL(`${root}/${url.host}${url.pathname}${url.search}`);
}

function isServiceHost(host: string): boolean {
  return SERVICE_HOSTS.some((each) => (each.startsWith('.') ? host.endsWith(each) : host === each));
}
