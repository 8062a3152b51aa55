import { Box, Button, Flex, Grid, Heading, Text } from '@chakra-ui/react';
import { registrationLink } from '@farwatch/core/contracts/api/agents';
import type { RegistrationCode } from '@farwatch/core/decisions/agents/registration-stage';
import type { Agent } from '@farwatch/core/documents/agent';
import { Download } from 'lucide-react';
import { QRCodeCanvas, QRCodeSVG } from 'qrcode.react';
import { memo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../../components/feedback/notice.tsx';
import { CopyField } from '../../../components/form/copy.tsx';
import { RegistrationGuide } from '../../../components/register-agent/registration-guide.tsx';
import { LengthOfTime } from '../../../components/text/time.tsx';
import { qrFileName, savePicture } from './qr-picture.ts';

const QR_PX = 200;
/** The download is larger, and has the quiet zone of four modules that padding provides on the page. */
const SAVED = { size: 640, marginSize: 4 } as const;

/** Dark on white in any theme, because many scanners require that. */
const QrCode = memo(function QrCode({ link, name }: { link: string; name: string }) {
  const { t } = useTranslation();
  const canvas = useRef<HTMLCanvasElement>(null);
  const [failed, setFailed] = useState(false);
  async function save() {
    setFailed(canvas.current === null || !(await savePicture(canvas.current, qrFileName(name))));
  }
  return (
    <Flex direction="column" gap="3" align="center">
      <Box bg="white" p="4" borderRadius="l2" borderWidth="1px" lineHeight="0">
        <QRCodeSVG value={link} size={QR_PX} level="H" title={t('agents.registration.qr', { name })} />
        <QRCodeCanvas ref={canvas} value={link} level="H" {...SAVED} hidden />
      </Box>
      <Button variant="outline" borderColor="edge" onClick={() => void save()}>
        <Download aria-hidden="true" />
        {t('agents.registration.download')}
      </Button>
      {failed && <Notice kind="error">{t('agents.registration.downloadFailed')}</Notice>}
    </Flex>
  );
});

type Props = Pick<Agent, 'name' | 'location'> & { code: RegistrationCode; nowMs: number };

/** A registration code: to scan, to copy, and as a command. */
export function Invitation({ name, location, code, nowMs }: Props) {
  const { t } = useTranslation();
  const { origin } = window.location;
  const entry = { registrationCode: code.code, name, countryCode: location };
  return (
    <>
      <Grid templateColumns={{ base: '1fr', sm: 'auto 1fr' }} gap="6" alignItems="start">
        <QrCode link={registrationLink(origin, entry)} name={name} />
        <Flex direction="column" gap="5" minW="0">
          <Text>{t('agents.registration.scan', { product: t('product') })}</Text>
          <Box>
            <CopyField
              label={t('agents.registration.code')}
              text={code.code}
              placeholder=""
              copyLabel={t('agents.registration.copyCode')}
            />
            <Text mt="2" textStyle="sm" color="text.muted">
              {t('agents.registration.validFor')} <LengthOfTime fromMs={nowMs} toMs={code.expiresAtMs} />
            </Text>
          </Box>
        </Flex>
      </Grid>
      <Box as="section">
        <Heading as="h3" textStyle="lg" fontWeight="semibold" mb="2">
          {t('agents.registration.howTo')}
        </Heading>
        <RegistrationGuide target={{ origin, code: code.code }} system="computer" />
      </Box>
    </>
  );
}
