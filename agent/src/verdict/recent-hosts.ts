const KEPT = 2;

/** The targets that proved last that the internet is there, one a host: they can do so where the witnesses cannot be reached. */
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
