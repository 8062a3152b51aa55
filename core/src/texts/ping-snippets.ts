/** Programs that can ping, in display order. */
export const SNIPPETS = ['curl', 'shell', 'cron', 'systemd', 'python', 'node', 'powershell'] as const;
export type SnippetName = (typeof SNIPPETS)[number];

/** How a job pings a URL: after it has run, and with its run time where the program can measure it. */
export function snippetOf(name: SnippetName, url: string): string {
  return TEXTS[name](url);
}

/** A ping that cannot be sent takes no more than 40 s of the job's time. */
const CURL = 'curl -fsS -m 10 --retry 5 --retry-max-time 30 -o /dev/null';

/** By default curl sends a body as a form, and not every text can be parsed as one. */
const CURL_WITH_BODY = `${CURL} -H 'Content-Type: text/plain' --data-binary @-`;

const TEXTS: Record<SnippetName, (url: string) => string> = {
  curl: (url) => `${CURL} ${url}`,
  shell: (url) =>
    [
      '#!/bin/sh',
      `url=${url}`,
      'rid=$(uuidgen 2>/dev/null || cat /proc/sys/kernel/random/uuid)',
      `${CURL} "$url/start?rid=$rid"`,
      'output=$(/usr/local/bin/backup.sh 2>&1)',
      'status=$?',
      `printf '%s' "$output" | tail -c 10000 | ${CURL_WITH_BODY} "$url/$status?rid=$rid"`,
    ].join('\n'),
  cron: (url) => `30 2 * * * /usr/local/bin/backup.sh; ${CURL} ${url}/$?`,
  systemd: (url) =>
    [
      '[Service]',
      'Type=oneshot',
      `ExecStartPre=-${CURL} ${url}/start`,
      'ExecStart=/usr/local/bin/backup.sh',
      // A killed job has the name of a signal instead of an exit status. `$$` is a dollar sign in unit files.
      `ExecStopPost=/bin/sh -c '${CURL} ${url}/$$([ "$$EXIT_CODE" = exited ] && echo "$$EXIT_STATUS" || echo fail)'`,
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
  powershell: (url) =>
    [
      `$url = "${url}"`,
      '& "C:\\Scripts\\backup.exe"',
      '$end = if ($LASTEXITCODE -eq 0) { "0" } else { "fail" }',
      'try {',
      '    Invoke-RestMethod -Uri "$url/$end" -Method Post -TimeoutSec 10 | Out-Null',
      '} catch {',
      '    Write-Warning "ping failed: $_"',
      '}',
    ].join('\n'),
};
