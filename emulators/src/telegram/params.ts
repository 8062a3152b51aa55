/**
 * A request's parameters as Telegram takes them: from the query, from a form (which the client library sends) or
 * from JSON, the body's winning. Null for a body that is no JSON although it says so.
 */
export function paramsOf(query: URLSearchParams, contentType: string, body: string): Map<string, string> | null {
  const params = new Map(query);
  if (body === '') return params;
  if (!contentType.startsWith('application/json')) {
    for (const [key, value] of new URLSearchParams(body)) params.set(key, value);
    return params;
  }
  try {
    const parsed: unknown = JSON.parse(body);
    if (typeof parsed !== 'object' || parsed === null) return null;
    for (const [key, value] of Object.entries(parsed)) params.set(key, String(value));
    return params;
  } catch {
    return null;
  }
}
