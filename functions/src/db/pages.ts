import type { Query, QueryDocumentSnapshot } from 'firebase-admin/firestore';

/** What the query finds, in pages of so many documents: only one page is in memory, and no number of them hides others. */
export async function* pagesOf(query: Query, size: number): AsyncGenerator<QueryDocumentSnapshot[]> {
  const pages = query.limit(size);
  for (let page = pages; ; ) {
    const { docs } = await page.get();
    if (docs.length > 0) yield docs;
    const last = docs.at(-1);
    if (!last || docs.length < size) return;
    page = pages.startAfter(last);
  }
}
