import { FirestoreProvider } from 'reactfire';
import { firestore } from '../../lib/firebase/firestore.ts';
import { usePayment } from '../../lib/live/payments.ts';
import { useProfile } from '../../lib/live/profile.ts';
import { checkoutPath, PATHS } from '../../lib/paths.ts';
import { OutcomeCard } from './outcome-card.tsx';
import { outcomeOf } from './payment-outcome.ts';

type Props = { order: string; isClaimed: boolean };

/** The state of the account's order, live. Before it is claimed nobody may read it. */
export default function LiveOutcome(props: Props) {
  return (
    <FirestoreProvider sdk={firestore}>
      <Outcome {...props} />
    </FirestoreProvider>
  );
}

function Outcome({ order, isClaimed }: Props) {
  const { data, error } = usePayment(isClaimed ? order : null);
  const { data: profile } = useProfile();
  const outcome = outcomeOf(data?.state, error !== undefined || data === null);
  const again = data && checkoutPath({ name: data.planName, price: data.amountUsd });
  return <OutcomeCard outcome={outcome} plan={profile?.plan ?? null} again={again ?? PATHS.checkout} />;
}
