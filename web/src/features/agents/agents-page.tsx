import { Heading } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';

export default function AgentsPage() {
  const { t } = useTranslation();
  return <Heading as="h1">{t('agents.title')}</Heading>;
}
