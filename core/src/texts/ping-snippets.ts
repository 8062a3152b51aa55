/** Programs that can ping, in display order. */
export const SNIPPETS = ['curl', 'shell', 'cron', 'systemd', 'python', 'node', 'powershell'] as const;
export type SnippetName = (typeof SNIPPETS)[number];

/** How a job pings a URL: after it has run, and with its run time where the program can measure it. */
export function snippetOf(name: SnippetName, url: string): string {
  return TEXTS[name](url);
}

const TEXTS: Record<SnippetName, (url: string) => string> = {
  curl: (url) => `curl -fsS -m 10 --retry 5 -o /dev/null ${url}`,
  shell: (url) =>
    [
      '#!/bin/sh',
      `url=${url}`,
      'rid=$(uuidgen 2>/dev/null || cat /proc/sys/kernel/random/uuid)',
      'curl -fsS -m 10 --retry 5 -o /dev/null "$url/start?rid=$rid"',
      'output=$(/usr/local/bin/backup.sh 2>&1)',
      'status=$?',
      'curl -fsS -m 10 --retry 5 -o /dev/null --data-raw "$output" "$url/$status?rid=$rid"',
    ].join('\n'),
  cron: (url) => `30 2 * * * /usr/local/bin/backup.sh; curl -fsS -m 10 --retry 5 -o /dev/null ${url}/$?`,
  systemd: (url) =>
    [
      '[Service]',
      'Type=oneshot',
      `ExecStartPre=-curl -fsS -m 10 --retry 5 -o /dev/null ${url}/start`,
      'ExecStart=/usr/local/bin/backup.sh',
      `ExecStopPost=curl -fsS -m 10 --retry 5 -o /dev/null ${url}/\${EXIT_STATUS}`,
    ].join('\n'),
  python: (url) =>
    [
      'import urllib.request',
      '',
      'try:',
      `    urllib.request.urlopen("${url}", timeout=10)`,
      'except OSError as error:',
      '    print("ping failed:", error)',
    ].join('\n'),
  node: (url) =>
    [
      'try {',
      `  await fetch("${url}", { signal: AbortSignal.timeout(10_000) });`,
      '} catch (error) {',
      '  console.error("ping failed:", error);',
      '}',
    ].join('\n'),
  powershell: (url) => `Invoke-RestMethod -Uri ${url} -TimeoutSec 10 | Out-Null`,
};
