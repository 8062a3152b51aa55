import { useTranslation } from 'react-i18next';

/** A person of the account: a uid, and what the account shows of them. */
export type Person = { id: string; name: string };

/** Returns a function that names people of the account, and marks those who have left. */
export function usePersonName(people: readonly Person[]): (uid: string) => string {
  const { t } = useTranslation();
  return (uid) => people.find(({ id }) => id === uid)?.name ?? t('duty.previous');
}
