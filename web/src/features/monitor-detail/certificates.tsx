import { Box, Button } from '@chakra-ui/react';
import { Suspense, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../components/feedback/lazy-part.tsx';
import { Loading } from '../../components/feedback/loading.tsx';
import { Section } from '../../components/layout/section.tsx';
import { withTexts } from '../../lib/i18n/i18n.ts';

const CertificateList = lazyPart(withTexts('evidence', () => import('./certificate-list.tsx')));

/** The certificates of a monitor's endpoints, read once they are opened. */
export function Certificates({ monitorId }: { monitorId: string }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <Section
      title={t('monitor.certificates')}
      aside={
        <Button
          size="sm"
          variant="outline"
          borderColor="edge"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          {t(isOpen ? 'monitor.hideCertificates' : 'monitor.showCertificates')}
        </Button>
      }
    >
      <Box id={id} hidden={!isOpen} borderTopWidth="1px">
        {isOpen && (
          <Suspense fallback={<Loading />}>
            <CertificateList monitorId={monitorId} />
          </Suspense>
        )}
      </Box>
    </Section>
  );
}
