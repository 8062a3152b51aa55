import { Heading } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';

export default function AgentPage() {
  const { t } = useTranslation();
  return <Heading as="h1">{t('agent.title')}</Heading>;
}
