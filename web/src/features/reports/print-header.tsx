import { Box, chakra, Heading } from '@chakra-ui/react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Wordmark } from '../../components/layout/mark.tsx';
import { exactTime } from '../../lib/format/dates.ts';
import { useLanguage } from '../../lib/i18n/i18n.ts';
import { useProfile } from '../../lib/live/account.ts';
import { useSession } from '../../lib/session/session.ts';

type Props = { subject: string; period: string; timeZone: string; generatedAtMs: number };

/** What a printed report begins with: whose it is, on what, for which time, and when it was made. It makes it light. */
export function PrintHeader({ subject, period, timeZone, generatedAtMs }: Props) {
  usePrintedLight();
  const { t } = useTranslation();
  const language = useLanguage();
  const session = useSession();
  const { data: profile } = useProfile();
  const user = session.state === 'verified' ? session.user : null;
  const name = profile?.displayName || user?.displayName;
  const account = [name, user?.email].filter(Boolean).join(', ');
  const lines = [
    [t('reports.account'), account],
    [t('reports.on'), subject],
    [t('reports.period'), t('reports.periodIn', { period, zone: timeZone })],
    [t('reports.generated'), exactTime(generatedAtMs, language)],
  ] as const;
  return (
    <Box display="none" _print={{ display: 'block' }} mb="5">
      <Wordmark />
      <Heading as="h1" textStyle="2xl" fontWeight="semibold" mt="3" mb="2">
        {t('reports.printTitle')}
      </Heading>
      <chakra.dl display="grid" gridTemplateColumns="auto 1fr" columnGap="4" textStyle="sm">
        {lines.map(([label, value]) => (
          <Box key={label} display="contents">
            <chakra.dt color="text.muted">{label}</chakra.dt>
            <chakra.dd overflowWrap="anywhere">{value}</chakra.dd>
          </Box>
        ))}
      </chakra.dl>
    </Box>
  );
}

/** Prints with the light theme, whichever is shown. */
function usePrintedLight(): void {
  useEffect(() => {
    const { classList } = document.documentElement;
    let wasDark = false;
    const start = () => {
      wasDark ||= classList.contains('dark');
      classList.remove('dark');
    };
    const end = () => {
      if (wasDark) classList.add('dark');
      wasDark = false;
    };
    window.addEventListener('beforeprint', start);
    window.addEventListener('afterprint', end);
    return () => {
      end();
      window.removeEventListener('beforeprint', start);
      window.removeEventListener('afterprint', end);
    };
  }, []);
}
