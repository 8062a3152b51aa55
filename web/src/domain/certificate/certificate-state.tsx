import { type Certificate, certificateStep, firstToEnd } from '@farwatch/core/values/certificate';
import { DAY_MS } from '@farwatch/core/values/time';
import { useTranslation } from 'react-i18next';
import { StatusLabel, type StatusLook } from '../status/status.tsx';

type Props = { certificate: Certificate; nowMs: number };

/** How many days a certificate, or the intermediate one that ends first, has left, marked once it is warned of. */
export function CertificateState({ certificate, nowMs }: Props) {
  const { t } = useTranslation();
  const { startsAt, endsAt } = firstToEnd(certificate);
  const leftMs = endsAt - nowMs;
  if (leftMs <= 0) return <StatusLabel look="down" text={t('certificates.expired')} />;
  const look: StatusLook = certificateStep(startsAt, endsAt, nowMs) > 0 ? 'partial' : 'up';
  return <StatusLabel look={look} text={t('certificates.left', { count: Math.ceil(leftMs / DAY_MS) })} />;
}
