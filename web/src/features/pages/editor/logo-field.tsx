import { Box, Button, chakra, Flex, Text } from '@chakra-ui/react';
import { ImageUp } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LOGO_TYPES, type Logo, logoProblem, readLogo } from './logo.ts';
import { addressOfLogo } from './logo-picture.ts';

/** Chooses a page's logo from the device, and removes it. It is saved with the page. */
export function LogoField({ logo, onChange }: { logo: Logo; onChange: (logo: Logo) => void }) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<'type' | 'size' | null>(null);

  async function choose(file: File | undefined) {
    if (!file) return;
    const found = logoProblem(file);
    setProblem(found);
    if (found) return;
    try {
      onChange(await readLogo(file));
    } catch {
      setProblem('type');
    }
  }

  return (
    <Flex role="group" aria-label={t('pages.logo.title')} direction="column" gap="2">
      <Text textStyle="sm" fontWeight="medium">
        {t('pages.logo.title')}
      </Text>
      <Flex align="center" gap="4" wrap="wrap">
        {logo !== null && (
          <Box borderWidth="1px" borderRadius="l2" p="2" bg="surface">
            <Picture key={addressOfLogo(logo)} address={addressOfLogo(logo)} />
          </Box>
        )}
        <Button variant="outline" borderColor="edge" onClick={() => input.current?.click()}>
          <ImageUp aria-hidden="true" />
          {t(logo === null ? 'pages.logo.choose' : 'pages.logo.replace')}
        </Button>
        {logo !== null && (
          <Button
            variant="ghost"
            onClick={() => {
              setProblem(null);
              onChange(null);
            }}
          >
            {t('pages.logo.remove')}
          </Button>
        )}
        <chakra.input
          ref={input}
          type="file"
          hidden
          accept={LOGO_TYPES.join()}
          aria-label={t('pages.logo.title')}
          onChange={({ currentTarget }) => {
            void choose(currentTarget.files?.[0]);
            // Choosing the same file again is a change, too.
            currentTarget.value = '';
          }}
        />
      </Flex>
      <Text textStyle="xs" color="text.muted">
        {t('pages.logo.hint')}
      </Text>
      {problem !== null && (
        <Text role="alert" textStyle="sm" color="danger">
          {t(`pages.logo.problems.${problem}`)}
        </Text>
      )}
    </Flex>
  );
}

/** Instead of one that the server does not show yet: that it is saved. */
function Picture({ address }: { address: string }) {
  const { t } = useTranslation();
  const [isHidden, setHidden] = useState(false);
  if (isHidden) return <Text color="text.muted">{t('pages.logo.hidden')}</Text>;
  return (
    <chakra.img
      src={address}
      alt={t('pages.logo.alt')}
      maxH="12"
      maxW="160px"
      display="block"
      onError={() => setHidden(true)}
    />
  );
}
