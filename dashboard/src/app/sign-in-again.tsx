import { useSession } from '../api/session';
import { queryClient } from '../api/query-client';
import { Dialog } from '../ui/dialog';
import { SignInForm } from './sign-in-form';

/** Opens over the page when its session has ended. The page below keeps what was entered. */
export function SignInAgain() {
  const { hasEnded } = useSession();
  return (
    <Dialog
      title="You were signed out"
      description="The session has expired, or its API key was revoked. Sign in to go on where you were."
      isOpen={hasEnded}
      onClose={() => undefined}
    >
      <SignInForm onDone={() => void queryClient.invalidateQueries()} />
    </Dialog>
  );
}
