const KEPT = 2;

/**
 * The last targets, one for each host, that proved the internet reachable: they can do so again if the witnesses cannot
 * be reached.
 */
export class RecentHosts {
  private readonly urls = new Map<string, string>();

  note(url: string): void {
    const { host } = new URL(url);
    this.urls.delete(host);
    this.urls.set(host, url);
    const [oldest] = this.urls.keys();
    if (this.urls.size > KEPT && oldest !== undefined) this.urls.delete(oldest);
  }

  list(): string[] {
    return [...this.urls.values()];
  }
}
