import { API_ERROR_STATUS, API_ERROR_TEXTS, type ApiErrorCode } from '@farwatch/core/api/error';

/** The codes that a call may answer under one status, by a name that calls with the same ones share. */
export type ErrorSet = { name: string; status: number; codes: ApiErrorCode[]; description: string };

/** Sorts the codes of a call by their status; `E409.conflict.limit_reached` names a set. */
export function errorSetsOf(codes: readonly ApiErrorCode[]): ErrorSet[] {
  const byStatus = Map.groupBy(codes.toSorted(), (code) => API_ERROR_STATUS[code]);
  return [...byStatus].map(([status, having]) => ({
    name: [`E${status}`, ...having].join('.'),
    status,
    codes: having,
    description: having.map((code) => `\`${code}\`: ${API_ERROR_TEXTS[code]}`).join('; '),
  }));
}
